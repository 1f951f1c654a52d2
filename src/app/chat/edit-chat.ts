/** Edits the chat of an organization or of one operator (docs/decisions/chat.md). */

import { edited } from '../../core/administration/config';
import type { EditOf } from '../../core/administration/edits';
import { pendingEntry } from '../../core/audit/chain';
import { chatName } from '../../core/chat/post';
import type { ChatOwner, ChatSetting, ChatTarget } from '../../core/chat/setting';
import { err, ok, type Result } from '../../protocol/result';
import { type EditedMeanwhile, type Editor, editConfig } from '../administration/edit-config';
import type { ChatStore, Clock, Permit, SecretBox, WebhookSender } from '../ports';
import { chatUrlPlace } from './settings';

export interface EditChatDeps {
  readonly clock: Clock;
  readonly chatStore: Pick<ChatStore, 'one' | 'save'>;
  readonly secretBox: SecretBox;
  readonly sender: WebhookSender;
}

export type SetChatRefusal = EditedMeanwhile | { readonly reason: 'url_refused'; readonly why: string };

/** How each edit of a chat is made. */
export const CHAT_MAKERS = { set_chat: setChat, remove_chat: removeChat } as const;

export async function setChat(
  deps: EditChatDeps,
  editor: Editor,
  { owner, chat: { format, url } }: EditOf<'set_chat'>,
  permit: Permit,
): Promise<Result<ChatSetting, SetChatRefusal>> {
  const validated = await deps.sender.validateEndpoint(url);
  if (!validated.ok) return err({ reason: 'url_refused', why: validated.reason });
  const sealedUrl = await deps.secretBox.seal(editor.org, chatUrlPlace(nameOf(owner)), new TextEncoder().encode(url));
  const atMs = deps.clock.nowMs();
  // Only the host, because anyone with the rest of the URL can post.
  const { host } = new URL(url);
  const epoch = owner === null ? {} : { accessEpoch: owner.accessEpoch };
  const target = { format, host, sealedUrl, atMs, ...epoch };
  const entry = entryOf(owner, 'set', target, editor.by, atMs);
  return edit(deps, editor, owner, permit, (chat) => edited<ChatSetting>(chat, { target }, [entry]));
}

export function removeChat(
  deps: Pick<EditChatDeps, 'clock' | 'chatStore'>,
  editor: Editor,
  { owner }: EditOf<'remove_chat'>,
  permit: Permit,
): Promise<Result<ChatSetting, EditedMeanwhile>> {
  const atMs = deps.clock.nowMs();
  return edit(deps, editor, owner, permit, (chat) => {
    if (chat.target === null) return chat;
    return edited<ChatSetting>(chat, { target: null }, [entryOf(owner, 'removed', chat.target, editor.by, atMs)]);
  });
}

const nameOf = (owner: ChatOwner): string => chatName(owner?.id ?? null);

function entryOf(
  owner: ChatOwner,
  what: 'set' | 'removed',
  { format, host }: Pick<ChatTarget, 'format' | 'host'>,
  by: string,
  atMs: number,
) {
  if (owner === null) return pendingEntry(atMs, `chat.${what}`, nameOf(owner), by, { format, host });
  const data = { operator: owner.id, format, host };
  return pendingEntry(atMs, `operator.chat_${what}`, nameOf(owner), by, data);
}

function edit(
  { chatStore }: Pick<EditChatDeps, 'chatStore'>,
  { org }: Editor,
  owner: ChatOwner,
  permit: Permit,
  change: (chat: ChatSetting) => ChatSetting,
): Promise<Result<ChatSetting, EditedMeanwhile>> {
  const operator = owner?.id ?? null;
  const blank: ChatSetting = {
    org,
    ...(operator === null ? {} : { operator }),
    target: null,
    revision: 0,
    journal: [],
  };
  return editConfig<ChatSetting, never>({
    load: async () => (await chatStore.one(org, operator)) ?? blank,
    decide: (chat) => ok(change(chat)),
    save: (chat) => chatStore.save(chat, permit),
  });
}
