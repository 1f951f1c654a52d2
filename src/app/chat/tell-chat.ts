/**
 * Posts to chats what operators get by mail: a new request, a reminder and a warning, the verdict, and a stop
 * (docs/decisions/chat.md). Posts are sent with the messages to operators, so an organization without a chat costs no
 * write.
 */

import { CHAT } from '../../core/chat/post';
import type { ChatTarget } from '../../core/chat/setting';
import { CHAT_KINDS, type ChatKind, chatText, floodText } from '../../core/chat/text';
import { stopOf } from '../../core/notice/stopped';
import { isAdministrative } from '../../core/request/administrative';
import { operatorsIn } from '../../core/request/operation';
import { isLive, isOpen, type Request } from '../../core/request/request';
import type { OperatorId, OrgId } from '../../protocol/identifiers';
import type { Names } from '../notice/letterhead';
import type { Clock, ConfigStore, Counter, Log, NoticeMessage, NoticeStore, Random, RequestStore } from '../ports';
import type { Habits } from '../remark/habits';
import { shownLines } from '../request/shown';
import { nowFor } from '../support/now';
import { type ChatPostDeps, postToChat } from './deliver-post';
import type { Chats } from './settings';

export interface TellChatDeps extends ChatPostDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly requests: RequestStore;
  readonly config: Pick<ConfigStore, 'actionVersion'>;
  readonly names: Names;
  readonly notices: NoticeStore;
  readonly chats: Chats;
  readonly habits: Habits;
  readonly counter: Counter;
  readonly consoleUrl: string;
}

/** The most posts to a chat in the window of mails. One more post then says that further ones are left out. */
export const POSTS_IN_A_WINDOW = 30;
/** After this time, a post that the chat does not accept is given up, before the queue's own retries run out. */
const RETRIED_FOR_MS = 5 * 60_000;

export async function tellChat(deps: TellChatDeps, message: NoticeMessage): Promise<void> {
  // The function that tells people of a new chat is the one that remembers the old one.
  if ('announced' in message) return message.subject === CHAT ? deps.chats.changed(message.org) : undefined;
  const { org, request_id, notices } = message;
  const kinds = CHAT_KINDS.filter((kind) => notices.some((notice) => notice.kind === kind));
  if (kinds.length === 0) return;
  const target = await deps.chats.of(org);
  if (target === null) return;
  const loaded = await deps.requests.load(org, request_id);
  if (loaded === null) return;
  for (const kind of kinds) await tellOnce(deps, target, loaded.request, kind);
}

/** Taken before it is posted, like a mail: a crash in between loses this post, and nothing is posted twice. */
async function tellOnce(deps: TellChatDeps, target: ChatTarget, request: Request, kind: ChatKind): Promise<void> {
  if (!isTrue(request, kind)) return;
  const { org, id } = request;
  const [cause, own] = [`#${CHAT}#${kind}`, deps.random.hex(12)];
  if ((await deps.notices.take(org, id, cause, own, deps.clock.nowMs())) !== 'taken') return;
  const post = await composed(deps, request, kind);
  if (post === null) return;
  const outcome = await postToChat(deps, org, target, post);
  if (outcome.kind === 'taken') return;
  const status = 'status' in outcome ? outcome.status : null;
  deps.log.warn('a chat did not take a message', { org, request: id, kind, outcome: outcome.kind, status });
  if (outcome.kind !== 'not_now' || deps.clock.nowMs() - request.updatedAtMs > RETRIED_FOR_MS) return;
  // Only accepted posts count. A retried post must not be left out once the chat works again.
  await countPost(deps, org, -1);
  await deps.notices.release(org, id, cause, own);
  throw new Error(`the chat answered ${status}; it is tried again`);
}

/** Checks whether the post is still true, because a message may arrive late or twice. */
function isTrue(request: Request, kind: ChatKind): boolean {
  if (kind === 'reminder') return isOpen(request) && !request.warned;
  if (kind === 'stopped') return stopOf(request) !== null;
  if (kind !== 'settled') return isOpen(request);
  // For a change of the configuration, people want to know whether it was applied.
  return !isOpen(request) && !(isAdministrative(request) && isLive(request));
}

/** Null if the window is full and the chat has been told so. */
async function composed(deps: TellChatDeps, request: Request, kind: ChatKind) {
  const nowMs = nowFor(deps.clock, request);
  const posts = await countPost(deps, request.org, 1);
  if (posts > POSTS_IN_A_WINDOW) return posts === POSTS_IN_A_WINDOW + 1 ? floodText(deps) : null;
  const shown = await shownLines(deps.config, request);
  const remarks = await deps.habits.remarks(request);
  const names = await deps.names.of(request.org, operatorsIn(shown));
  return chatText(request, kind, { nowMs, consoleUrl: deps.consoleUrl, remarks, shown, names });
}

/** Counted with the mails to operators, under an id that no operator has. */
export async function countPost({ counter, clock }: TellChatDeps, org: OrgId, posts: 1 | -1) {
  const operator = `#${CHAT}` as OperatorId;
  return (await counter.count({ what: 'mails', org, operator }, clock.nowMs(), posts)).count;
}
