/** Reads the chat of an organization or an operator, and sends a test message to it (docs/decisions/chat.md). */

import { chatName } from '../../core/chat/post';
import { type ChatOwner, type ChatSetting, type ChatTarget, chatOf } from '../../core/chat/setting';
import { testText } from '../../core/chat/text';
import { err, ok, type Result } from '../../protocol/result';
import type { Editor } from '../administration/edit-config';
import type { ChatStore, Clock, SecretBox, WebhookSender } from '../ports';
import { type ChatOutcome, postToChat } from './deliver-post';

export interface ReadChatDeps {
  readonly clock: Clock;
  readonly chatStore: Pick<ChatStore, 'one'>;
  readonly secretBox: SecretBox;
  readonly sender: WebhookSender;
  /** Where the console is. */
  readonly origin: string;
}

export async function readChat(
  { chatStore }: Pick<ReadChatDeps, 'chatStore'>,
  { org }: Pick<Editor, 'org'>,
  owner: ChatOwner,
): Promise<ChatTarget | null> {
  return targetOf(await chatStore.one(org, owner?.id ?? null), owner);
}

/** The target that applies. An operator's target ends with the access in which it was set. */
export function targetOf(setting: ChatSetting | null, owner: ChatOwner): ChatTarget | null {
  return owner === null ? (setting?.target ?? null) : chatOf(setting, owner);
}

/** Posts a message that says who sent it. */
export async function testChat(
  deps: ReadChatDeps,
  { org, by }: Editor,
  owner: ChatOwner,
): Promise<Result<ChatOutcome, { readonly reason: 'no_chat' }>> {
  const target = await readChat(deps, { org }, owner);
  if (target === null) return err({ reason: 'no_chat' });
  const page = owner === null ? '/webhooks' : '/account';
  const post = testText({ consoleUrl: deps.origin }, page, by);
  return ok(await postToChat(deps, { org, name: chatName(owner?.id ?? null) }, target, post));
}
