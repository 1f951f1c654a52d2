/** Edits the chat of an organization (docs/decisions/chat.md). */

import { edited } from '../../core/administration/config';
import type { EditOf } from '../../core/administration/edits';
import { pendingEntry } from '../../core/audit/chain';
import { CHAT } from '../../core/chat/post';
import type { ChatSetting, ChatTarget } from '../../core/chat/setting';
import { err, ok, type Result } from '../../protocol/result';
import { type EditedMeanwhile, type Editor, editConfig } from '../administration/edit-config';
import type { ChatStore, Clock, Permit, SecretBox, WebhookSender } from '../ports';
import { CHAT_URL_PLACE } from './deliver-post';

export interface EditChatDeps {
  readonly clock: Clock;
  readonly chatStore: ChatStore;
  readonly secretBox: SecretBox;
  readonly sender: WebhookSender;
}

export type SetChatRefusal = EditedMeanwhile | { readonly reason: 'url_refused'; readonly why: string };

/** How each edit of a chat is made. */
export const CHAT_MAKERS = { set_chat: setChat, remove_chat: removeChat } as const;

export async function setChat(
  deps: EditChatDeps,
  editor: Editor,
  { chat: { format, url } }: EditOf<'set_chat'>,
  permit: Permit,
): Promise<Result<ChatSetting, SetChatRefusal>> {
  const validated = await deps.sender.validateEndpoint(url);
  if (!validated.ok) return err({ reason: 'url_refused', why: validated.reason });
  const sealedUrl = await deps.secretBox.seal(editor.org, CHAT_URL_PLACE, new TextEncoder().encode(url));
  const atMs = deps.clock.nowMs();
  // Only the host, because anyone with the rest of the URL can post.
  const { host } = new URL(url);
  const target = { format, host, sealedUrl, atMs };
  const entry = entryOf('set', target, editor.by, atMs);
  return edit(deps, editor, permit, (chat) => edited<ChatSetting>(chat, { target }, [entry]));
}

export function removeChat(
  deps: Pick<EditChatDeps, 'clock' | 'chatStore'>,
  editor: Editor,
  _: EditOf<'remove_chat'>,
  permit: Permit,
): Promise<Result<ChatSetting, EditedMeanwhile>> {
  const atMs = deps.clock.nowMs();
  return edit(deps, editor, permit, (chat) => {
    if (chat.target === null) return chat;
    return edited<ChatSetting>(chat, { target: null }, [entryOf('removed', chat.target, editor.by, atMs)]);
  });
}

function entryOf(
  what: 'set' | 'removed',
  { format, host }: Pick<ChatTarget, 'format' | 'host'>,
  by: string,
  atMs: number,
) {
  return pendingEntry(atMs, `chat.${what}`, CHAT, by, { format, host });
}

function edit(
  { chatStore }: Pick<EditChatDeps, 'chatStore'>,
  { org }: Editor,
  permit: Permit,
  change: (chat: ChatSetting) => ChatSetting,
): Promise<Result<ChatSetting, EditedMeanwhile>> {
  return editConfig<ChatSetting, never>({
    load: async () => (await chatStore.load(org)) ?? { org, target: null, revision: 0, journal: [] },
    decide: (chat) => ok(change(chat)),
    save: (chat) => chatStore.save(chat, permit),
  });
}
