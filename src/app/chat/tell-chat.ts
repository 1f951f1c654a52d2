/**
 * Tells an organization's chat what its operators are told by mail: a request, that its time is running out, its verdict
 * (docs/decisions/chat.md). It rides with the messages to operators, so an organization without a chat costs no write.
 */
import type { ChatSetting } from '../../core/config/config';
import { CHAT } from '../../core/notice/chat/post';
import { CHAT_KINDS, type ChatKind, chatText, floodText } from '../../core/notice/chat/text';
import { COMPARED, unusualIn } from '../../core/notice/chat/unusual';
import { isAdministrative } from '../../core/request/administrative';
import { isLive, isOpen, type Request } from '../../core/request/request';
import type { Clock, Log, MailCounter, NoticeMessage, NoticeStore, Random, RequestStore } from '../ports';
import { nowFor } from '../support/now';
import { recentRequests } from '../support/recent-requests';
import { type ChatPostDeps, postToChat } from './deliver-post';
import type { Chats } from './settings';

export interface TellChatDeps extends ChatPostDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly requests: RequestStore;
  readonly notices: NoticeStore;
  readonly chats: Chats;
  readonly chatCounter: MailCounter;
  readonly consoleUrl: string;
}

type Target = NonNullable<ChatSetting['target']>;

/** In the window of mails. One more post then says that the next ones are left out. */
export const POSTS_IN_A_WINDOW = 30;
/** Counted beside the mails to operators. No operator has this id. */
const COUNTED_AS = '#chat' as never;
/** After this, a chat that does not take a post is left alone: the queue's own retries must not run out for it. */
const RETRIED_FOR_MS = 5 * 60_000;

export async function tellChat(deps: TellChatDeps, message: NoticeMessage): Promise<void> {
  // The other admins are told of a new chat by the function that remembers the one before.
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

/** Taken before it is posted, as a mail is: a crash in between loses this post, and nothing is posted twice. */
async function tellOnce(deps: TellChatDeps, target: Target, request: Request, kind: ChatKind): Promise<void> {
  if (!isTrue(request, kind)) return;
  const { org, id } = request;
  const [cause, own] = [`#chat#${kind}`, deps.random.hex(12)];
  if ((await deps.notices.take(org, id, cause, own, deps.clock.nowMs())) !== 'taken') return;
  const post = await composed(deps, request, kind);
  if (post === null) return;
  const outcome = await postToChat(deps, org, target, post);
  if (outcome.kind === 'taken') return;
  const status = 'status' in outcome ? outcome.status : null;
  deps.log.warn('a chat did not take a message', { org, request: id, kind, outcome: outcome.kind, status });
  if (outcome.kind !== 'not_now' || deps.clock.nowMs() - request.updatedAtMs > RETRIED_FOR_MS) return;
  await deps.notices.release(org, id, cause, own);
  throw new Error(`the chat answered ${status}; it is tried again`);
}

/** A message may come late, or again. */
function isTrue(request: Request, kind: ChatKind): boolean {
  if (kind === 'reminder') return isOpen(request) && !request.warned;
  if (kind !== 'settled') return isOpen(request);
  // Of a change of the configuration, people want to know whether it was applied.
  return !isOpen(request) && !(isAdministrative(request) && isLive(request));
}

/** Null: the window is full, and the chat knows. */
async function composed(deps: TellChatDeps, request: Request, kind: ChatKind) {
  const nowMs = nowFor(deps.clock, request);
  const posts = await deps.chatCounter.count(request.org, COUNTED_AS, 1, deps.clock.nowMs());
  if (posts > POSTS_IN_A_WINDOW) return posts === POSTS_IN_A_WINDOW + 1 ? floodText(deps) : null;
  const unusual = kind === 'asked' ? await unusualOf(deps, request) : null;
  return chatText(request, kind, { nowMs, consoleUrl: deps.consoleUrl, unusual });
}

/** Null if it cannot be read: the message matters more. */
async function unusualOf(deps: TellChatDeps, request: Request): Promise<readonly string[] | null> {
  if (isAdministrative(request)) return null;
  const { org, id, action, createdAtMs } = request;
  try {
    const { requests } = await recentRequests(deps.requests, org, { action }, COMPARED + 1);
    const past = requests.filter((each) => each.id !== id && each.createdAtMs <= createdAtMs);
    return unusualIn(request, past.slice(0, COMPARED));
  } catch (error) {
    deps.log.warn('earlier requests could not be compared', { request: id, error: nameOf(error) });
    return null;
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');
