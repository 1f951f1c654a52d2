/** Reads the chat of an organization, and sends a test message to it (docs/decisions/chat.md). */

import type { OrgId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import type { ChatStore } from '../../chat/ports';
import type { ChatTarget } from '../../chat/rules/setting';
import { type ChatOutcome, postToChat } from '../../chat/use-cases/deliver-post';
import type { SecretBox } from '../../configuration/ports';
import type { Editor } from '../../configuration/use-cases/edit-config';
import type { WebhookSender } from '../../receiver/ports';
import { testText } from '../rules/chat-text';
import { type ReportDeps, reportTaken } from './post-once';

export interface ReadChatDeps extends ReportDeps {
  readonly chatStore: Pick<ChatStore, 'load'>;
  readonly secretBox: SecretBox;
  readonly sender: WebhookSender;
  /** Where the console is. */
  readonly origin: string;
}

export async function readChat(
  { chatStore }: { readonly chatStore: Pick<ChatStore, 'load'> },
  org: OrgId,
): Promise<ChatTarget | null> {
  return (await chatStore.load(org))?.target ?? null;
}

/** Posts a message that says who sent it. One that the chat takes shows that it works again. */
export async function testChat(
  deps: ReadChatDeps,
  { org, by }: Editor,
): Promise<Result<ChatOutcome, { readonly reason: 'no_chat' }>> {
  const target = await readChat(deps, org);
  if (target === null) return err({ reason: 'no_chat' });
  const outcome = await postToChat(deps, org, target, testText({ consoleUrl: deps.origin }, by.actor));
  if (outcome.kind === 'taken') await reportTaken(deps, org, target);
  return ok(outcome);
}
