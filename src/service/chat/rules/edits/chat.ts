/** Where an organization is told besides by mail (docs/decisions/chat.md). A chat gives nobody a vote. */

import type { OrgId } from '../../../../protocol/identifiers';
import { said } from '../../../../protocol/words';
import type { EntryWords } from '../../../audit/rules/chain';
import { atOnce, nothing, readable, write } from '../../../configuration/rules/declaration';
import { edited } from '../../../configuration/rules/items';
import { neverSet } from '../../../configuration/rules/setting';
import { CHAT } from '../../../receiver/rules';
import type { ChatSetting, ChatTarget, NewChat } from '../setting';

const blank: ChatSetting = { ...neverSet('' as OrgId), target: null };
/** Blank if it was never set. */
export const CHAT_TARGET = /* @__PURE__ */ readable<true, ChatSetting>()('chat', blank);

export const CHAT_ENTRIES = {
  'chat.set': {
    audience: 'admins',
    told: ({ data }) =>
      said`Messages about requests are posted to a chat at ${data.host} (${data.format}) from now on.`,
  },
  'chat.removed': {
    audience: 'admins',
    told: ({ data }) => said`Messages about requests are no longer posted to the chat at ${data.host}.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

const dataOf = ({ format, host }: Pick<ChatTarget, 'format' | 'host'>) => ({ format, host });

/** The made target: the URL is sealed. */
export const setChat = /* @__PURE__ */ atOnce<{ readonly chat: NewChat }, Omit<ChatTarget, 'atMs' | 'failing'>>()({
  entries: CHAT_ENTRIES,
  reads: () => [CHAT_TARGET.of(true)],
  decide: ({ chat }, _edit, { at, made, entry }) => {
    if (made === null) return nothing(chat);
    const target = { ...made, atMs: at, failing: null };
    return write('chat', { item: edited<ChatSetting>(chat, { target }, [entry('chat.set', CHAT, dataOf(target))]) });
  },
  waits: 'never',
});

export const removeChat = /* @__PURE__ */ atOnce<unknown>()({
  entries: CHAT_ENTRIES,
  reads: () => [CHAT_TARGET.of(true)],
  decide: ({ chat }, _edit, { entry }) => {
    if (chat.target === null) return nothing(chat);
    const removed = entry('chat.removed', CHAT, dataOf(chat.target));
    return write('chat', { item: edited<ChatSetting>(chat, { target: null }, [removed]) });
  },
  waits: 'never',
});
