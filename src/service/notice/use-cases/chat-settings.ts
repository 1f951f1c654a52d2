/**
 * The chat of an organization: reads it, tests it, and remembers it where messages are sent (docs/decisions/chat.md).
 */

import type { OrgId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import type { ChatStore } from '../../chat/ports';
import type { ChatTarget } from '../../chat/rules/setting';
import { type ChatOutcome, postToChat } from '../../chat/use-cases/deliver-post';
import type { SecretBox } from '../../configuration/ports';
import type { Editor } from '../../configuration/use-cases/edit-config';
import type { WebhookSender } from '../../receiver/ports';
import type { Clock } from '../../system/ports';
import { testText } from '../rules/chat-text';
import { type ReportDeps, reportTaken } from './post-once';

export interface TestChatDeps extends ReportDeps {
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
  deps: TestChatDeps,
  { org, by }: Editor,
): Promise<Result<ChatOutcome, { readonly reason: 'no_chat' }>> {
  const target = await readChat(deps, org);
  if (target === null) return err({ reason: 'no_chat' });
  const outcome = await postToChat(deps, org, target, testText({ consoleUrl: deps.origin }, by.actor));
  if (outcome.kind === 'taken') await reportTaken(deps, org, target);
  return ok(outcome);
}

export interface Chats {
  /** Null if the organization has none. */
  of(org: OrgId): Promise<ChatTarget | null>;
  /** Forgets the chat of the organization. */
  changed(org: OrgId): void;
}

/** An organization without a chat costs one read a minute for each instance that sends its mails. */
const REMEMBERED_MS = 60_000;
/** When this many are remembered, all are forgotten. */
const MAX_REMEMBERED = 10_000;

/** Remembers chats in one instance. */
export function rememberedChats(chatStore: Pick<ChatStore, 'load'>, clock: Clock): Chats {
  const known = new Map<OrgId, { readonly untilMs: number; readonly chat: ChatTarget | null }>();
  let changes = 0;
  return {
    async of(org) {
      const nowMs = clock.nowMs();
      const remembered = known.get(org);
      if (remembered !== undefined && nowMs < remembered.untilMs) return remembered.chat;
      const before = changes;
      const chat = await readChat({ chatStore }, org);
      // A chat changed during the read, so the result may be out of date.
      if (changes !== before) return chat;
      if (known.size >= MAX_REMEMBERED) known.clear();
      known.set(org, { untilMs: nowMs + REMEMBERED_MS, chat });
      return chat;
    },
    changed(org) {
      changes += 1;
      known.delete(org);
    },
  };
}

/** Reads every time, so that a change applies at once. */
export function currentChats(chatStore: Pick<ChatStore, 'load'>): Chats {
  return { of: (org) => readChat({ chatStore }, org), changed: () => undefined };
}
