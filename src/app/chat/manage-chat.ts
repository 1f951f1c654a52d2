/** The chat that an organization is told in: setChat, removeChat, testChat (docs/decisions/chat.md). */
import { pendingEntry } from '../../core/audit/chain';
import { type ChatSetting, edited } from '../../core/config/config';
import { CHAT, type ChatFormat } from '../../core/notice/chat/post';
import { testText } from '../../core/notice/chat/text';
import type { OrgId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import type { Clock, ConfigStore, SecretBox, WebhookSender } from '../ports';
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
  | { readonly reason: 'edited_meanwhile' }
  | { readonly reason: 'no_chat' };

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
  const [validated, stored] = await Promise.all([deps.sender.validateEndpoint(url), deps.config.chat(org)]);
  if (!validated.ok) return err({ reason: 'url_refused', why: validated.reason });
  const sealedUrl = await deps.secretBox.seal(org, CHAT_URL_PLACE, new TextEncoder().encode(url));
  const atMs = deps.clock.nowMs();
  // The host alone: the rest of the URL lets anybody post.
  const { host } = new URL(url);
  const entry = pendingEntry(atMs, 'chat.set', CHAT, by, { format, host });
  return save(deps, edited<ChatSetting>(stored ?? blank(org), { target: { format, host, sealedUrl, atMs } }, [entry]));
}

export async function removeChat(
  deps: ManageChatDeps,
  org: OrgId,
  by: string,
): Promise<Result<ChatSetting, ChatRefusal>> {
  const stored = await deps.config.chat(org);
  if (stored === null || stored.target === null) return ok(stored ?? blank(org));
  const { format, host } = stored.target;
  const entry = pendingEntry(deps.clock.nowMs(), 'chat.removed', CHAT, by, { format, host });
  return save(deps, edited<ChatSetting>(stored, { target: null }, [entry]));
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

async function save(deps: ManageChatDeps, setting: ChatSetting): Promise<Result<ChatSetting, ChatRefusal>> {
  return (await deps.config.saveChat(setting)) === 'saved' ? ok(setting) : err({ reason: 'edited_meanwhile' });
}

const blank = (org: OrgId): ChatSetting => ({ org, target: null, revision: 0, journal: [] });
