/** The chat that an organization is told in: setChat, removeChat, testChat (docs/decisions/chat.md). */
import { pendingEntry } from '../../core/audit/chain';
import { type ChatSetting, edited } from '../../core/config/config';
import { CHAT, type ChatFormat } from '../../core/notice/chat/post';
import { testText } from '../../core/notice/chat/text';
import type { OrgId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import type { Clock, ConfigStore, SecretBox, WebhookSender } from '../ports';
import { type EditRefusal, editConfig } from '../support/edit-config';
import { type ChatOutcome, postToChat } from './deliver-post';
import { CHAT_URL_PLACE } from './settings';

export interface ManageChatDeps {
  readonly clock: Clock;
  readonly config: Pick<ConfigStore, 'chat' | 'saveChat'>;
  readonly secretBox: SecretBox;
  readonly sender: WebhookSender;
  /** Where the console is. */
  readonly origin: string;
}

export type ChatRefusal =
  | { readonly reason: 'url_refused'; readonly why: string }
  | { readonly reason: 'no_chat' }
  | EditRefusal;

export interface NewChat {
  readonly format: ChatFormat;
  readonly url: string;
}

export async function setChat(
  deps: ManageChatDeps,
  org: OrgId,
  { format, url }: NewChat,
  by: string,
): Promise<Result<ChatSetting, ChatRefusal>> {
  const validated = await deps.sender.validateEndpoint(url);
  if (!validated.ok) return err({ reason: 'url_refused', why: validated.reason });
  const sealedUrl = await deps.secretBox.seal(org, CHAT_URL_PLACE, new TextEncoder().encode(url));
  const atMs = deps.clock.nowMs();
  // The host alone: the rest of the URL lets anybody post.
  const { host } = new URL(url);
  const entry = pendingEntry(atMs, 'chat.set', CHAT, by, { format, host });
  return edit(deps, org, (chat) => edited<ChatSetting>(chat, { target: { format, host, sealedUrl, atMs } }, [entry]));
}

export function removeChat(deps: ManageChatDeps, org: OrgId, by: string): Promise<Result<ChatSetting, ChatRefusal>> {
  const at = deps.clock.nowMs();
  return edit(deps, org, (chat) => {
    if (chat.target === null) return chat;
    const { format, host } = chat.target;
    return edited<ChatSetting>(chat, { target: null }, [pendingEntry(at, 'chat.removed', CHAT, by, { format, host })]);
  });
}

/** Posts a message that says who sent it. */
export async function testChat(
  deps: ManageChatDeps,
  org: OrgId,
  by: string,
): Promise<Result<ChatOutcome, ChatRefusal>> {
  const target = (await deps.config.chat(org))?.target ?? null;
  if (target === null) return err({ reason: 'no_chat' });
  return ok(await postToChat(deps, org, target, testText({ consoleUrl: deps.origin }, by)));
}

function edit(
  { config }: ManageChatDeps,
  org: OrgId,
  change: (chat: ChatSetting) => ChatSetting,
): Promise<Result<ChatSetting, ChatRefusal>> {
  const blank: ChatSetting = { org, target: null, revision: 0, journal: [] };
  return editConfig<ChatSetting, ChatRefusal>({
    load: async () => (await config.chat(org)) ?? blank,
    decide: (chat) => ok(change(chat)),
    save: (chat) => config.saveChat(chat),
  });
}
