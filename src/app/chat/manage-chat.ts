/** The chat that an organization is told in, and those of single operators: set, remove, test (docs/decisions/chat.md). */

import { type ChatSetting, type ChatTarget, chatOf, edited, type Operator } from '../../core/administration/config';
import { pendingEntry } from '../../core/audit/chain';
import { type ChatFormat, chatName } from '../../core/chat/post';
import { testText } from '../../core/chat/text';
import type { OrgId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import { type EditRefusal, editConfig } from '../administration/edit-config';
import type { Clock, ConfigStore, SecretBox, WebhookSender } from '../ports';
import { type ChatOutcome, postToChat } from './deliver-post';
import { chatUrlPlace } from './settings';

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

export interface ChatOwner {
  readonly org: OrgId;
  /** Null: the organization itself. */
  readonly operator: Operator | null;
}

export async function readChat(
  { config }: Pick<ManageChatDeps, 'config'>,
  owner: ChatOwner,
): Promise<ChatTarget | null> {
  const { org, operator } = owner;
  return targetOf(await config.chat(org, operator?.id ?? null), owner);
}

/** What counts of the setting: an operator's ends with the access in which it was set. */
export function targetOf(setting: ChatSetting | null, { operator }: ChatOwner): ChatTarget | null {
  return operator === null ? (setting?.target ?? null) : chatOf(setting, operator);
}

export async function setChat(
  deps: ManageChatDeps,
  owner: ChatOwner,
  { format, url }: NewChat,
  by: string,
): Promise<Result<ChatSetting, ChatRefusal>> {
  const validated = await deps.sender.validateEndpoint(url);
  if (!validated.ok) return err({ reason: 'url_refused', why: validated.reason });
  const sealedUrl = await deps.secretBox.seal(owner.org, chatUrlPlace(nameOf(owner)), new TextEncoder().encode(url));
  const atMs = deps.clock.nowMs();
  // The host alone: the rest of the URL lets anybody post.
  const { host } = new URL(url);
  const epoch = owner.operator === null ? {} : { accessEpoch: owner.operator.accessEpoch };
  const target = { format, host, sealedUrl, atMs, ...epoch };
  const entry = entryOf(owner, 'set', target, by, atMs);
  return edit(deps, owner, (chat) => edited<ChatSetting>(chat, { target }, [entry]));
}

export function removeChat(
  deps: Pick<ManageChatDeps, 'clock' | 'config'>,
  owner: ChatOwner,
  by: string,
): Promise<Result<ChatSetting, ChatRefusal>> {
  const atMs = deps.clock.nowMs();
  return edit(deps, owner, (chat) => {
    if (chat.target === null) return chat;
    return edited<ChatSetting>(chat, { target: null }, [entryOf(owner, 'removed', chat.target, by, atMs)]);
  });
}

/** Posts a message that says who sent it. */
export async function testChat(
  deps: ManageChatDeps,
  owner: ChatOwner,
  by: string,
): Promise<Result<ChatOutcome, ChatRefusal>> {
  const target = await readChat(deps, owner);
  if (target === null) return err({ reason: 'no_chat' });
  const page = owner.operator === null ? '/webhooks' : '/account';
  const post = testText({ consoleUrl: deps.origin }, page, by);
  return ok(await postToChat(deps, { org: owner.org, name: nameOf(owner) }, target, post));
}

const nameOf = ({ operator }: ChatOwner): string => chatName(operator?.id ?? null);

function entryOf(
  owner: ChatOwner,
  what: 'set' | 'removed',
  { format, host }: Pick<ChatTarget, 'format' | 'host'>,
  by: string,
  atMs: number,
) {
  if (owner.operator === null) return pendingEntry(atMs, `chat.${what}`, nameOf(owner), by, { format, host });
  const data = { operator: owner.operator.id, format, host };
  return pendingEntry(atMs, `operator.chat_${what}`, nameOf(owner), by, data);
}

function edit(
  { config }: Pick<ManageChatDeps, 'config'>,
  owner: ChatOwner,
  change: (chat: ChatSetting) => ChatSetting,
): Promise<Result<ChatSetting, ChatRefusal>> {
  const { org } = owner;
  const operator = owner.operator?.id ?? null;
  const blank: ChatSetting = {
    org,
    ...(operator === null ? {} : { operator }),
    target: null,
    revision: 0,
    journal: [],
  };
  return editConfig<ChatSetting, ChatRefusal>({
    load: async () => (await config.chat(org, operator)) ?? blank,
    decide: (chat) => ok(change(chat)),
    save: (chat) => config.saveChat(chat),
  });
}
