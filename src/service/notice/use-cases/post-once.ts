/**
 * Posts each message once. A chat that is busy is tried for five minutes. What is given up is reported, and so is the
 * first post that the chat takes afterwards (`judge-chat.ts`).
 */

import type { OrgId } from '../../../protocol/identifiers';
import type { Counter } from '../../access/ports';
import type { ChatPost } from '../../chat/rules/post';
import type { ChatTarget } from '../../chat/rules/setting';
import { type ChatPostDeps, postToChat } from '../../chat/use-cases/deliver-post';
import type { HealthStore } from '../../receiver/ports';
import { CHAT, type NotTaken } from '../../receiver/rules';
import { errorName } from '../../support/failures';
import type { Clock, Log, Random } from '../../system/ports';
import type { NoticeStore } from '../ports';
import { floodText } from '../rules/chat-text';
import { MAIL_WINDOW_MS } from '../rules/notices';

export interface ReportDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly health: Pick<HealthStore, 'report'>;
}

export interface PostOnceDeps extends ChatPostDeps, ReportDeps {
  readonly random: Random;
  readonly notices: NoticeStore;
  readonly counter: Counter;
  readonly consoleUrl: string;
}

/** The most posts to a chat in the window of mails. One more post then says that further ones are left out. */
export const POSTS_IN_A_WINDOW = 30;
/** After this time, a post that the chat does not accept is given up, before the queue's own retries run out. */
const RETRIED_FOR_MS = 5 * 60_000;

export interface Message {
  readonly org: OrgId;
  /** What it is about, and what of it. Each pair is posted once. */
  readonly about: string;
  readonly cause: string;
  /** When that happened. */
  readonly atMs: number;
  readonly compose: () => Promise<ChatPost>;
}

/** Taken before it is posted, like a mail: a crash in between loses this post, and nothing is posted twice. */
export async function postOnce(deps: PostOnceDeps, target: ChatTarget, message: Message): Promise<void> {
  const { org, about, cause } = message;
  const own = deps.random.hex(12);
  if ((await deps.notices.take(org, about, cause, own, deps.clock.nowMs())) !== 'taken') return;
  const posts = await countPost(deps, org, 1);
  // The window is full, and the chat was told so.
  if (posts > POSTS_IN_A_WINDOW + 1) return;
  const post = posts > POSTS_IN_A_WINDOW ? floodText(deps) : await message.compose();
  const outcome = await postToChat(deps, org, target, post);
  if (outcome.kind === 'taken') return reportTaken(deps, org, target);
  const { kind, status } = outcome;
  deps.log.warn('a chat did not take a message', { org, about, cause, outcome: kind, status });
  if (kind !== 'not_now' || deps.clock.nowMs() - message.atMs > RETRIED_FOR_MS) {
    return report(deps, org, { kind, status });
  }
  // Only accepted posts count. A retried post must not be left out once the chat works again.
  await countPost(deps, org, -1);
  await deps.notices.release(org, about, cause, own);
  throw new Error(`the chat answered ${status}; it is tried again`);
}

/** Costs nothing where the chat takes posts. */
export async function reportTaken(deps: ReportDeps, org: OrgId, target: ChatTarget): Promise<void> {
  if (target.failing !== null) await report(deps, org, 'succeeded');
}

/** If the report is lost, the next post repeats it. */
async function report(deps: ReportDeps, org: OrgId, found: NotTaken | 'succeeded'): Promise<void> {
  try {
    await deps.health.report(org, CHAT, found, deps.clock.nowMs());
  } catch (error) {
    deps.log.warn('what a post found about its chat was not noted', { org, error: errorName(error) });
  }
}

async function countPost({ counter, clock }: PostOnceDeps, org: OrgId, posts: 1 | -1): Promise<number> {
  const limited = { what: 'posts', of: org, windowMs: MAIL_WINDOW_MS } as const;
  return (await counter.count(limited, clock.nowMs(), posts)).count;
}
