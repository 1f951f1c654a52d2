/**
 * Posts to chats what operators get by mail: a new request, a reminder and a warning, the verdict, and a stop
 * (docs/decisions/chat.md). The organization can have one chat, and each operator one of their own. Posts are sent with
 * the messages to operators, so an organization without chats costs no write.
 */

import { CHAT, chatName } from '../../core/chat/post';
import { type ChatSetting, type ChatTarget, chatOf } from '../../core/chat/setting';
import { CHAT_KINDS, type ChatKind, chatText, floodText } from '../../core/chat/text';
import { isStillTrue, type Notice } from '../../core/notice/notices';
import { stopOf } from '../../core/notice/stopped';
import { isAdministrative } from '../../core/request/administrative';
import { operatorsIn } from '../../core/request/operation';
import { isLive, isOpen, type Request } from '../../core/request/request';
import { allOf } from '../../core/support/all-of';
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
  readonly config: Pick<ConfigStore, 'operator' | 'actionVersion'>;
  readonly names: Names;
  readonly notices: NoticeStore;
  readonly chats: Chats;
  readonly habits: Habits;
  readonly counter: Counter;
  readonly consoleUrl: string;
}

/** The most posts for each chat in the window of mails. One more post then says that further ones are left out. */
export const POSTS_IN_A_WINDOW = 30;
/** After this time, a post that the chat does not accept is given up, before the queue's own retries run out. */
const RETRIED_FOR_MS = 5 * 60_000;

/** One post to one chat. */
interface Telling {
  /** Null for the organization's chat. */
  readonly operator: OperatorId | null;
  readonly kind: ChatKind;
  /** Why the operator is told; null for the organization's chat. */
  readonly notice: Notice | null;
}

export async function tellChat(deps: TellChatDeps, message: NoticeMessage): Promise<void> {
  // The function that tells people of a new chat is the one that remembers the old one.
  if ('announced' in message) return isChat(message.subject) ? deps.chats.changed(message.org) : undefined;
  const { org, request_id } = message;
  const notices = message.notices.filter(({ kind }) => isChatKind(kind));
  if (notices.length === 0) return;
  const { target, operators } = await deps.chats.of(org);
  const personal = notices.filter(({ operator }) => operators.has(operator));
  if (target === null && personal.length === 0) return;
  const loaded = await deps.requests.load(org, request_id);
  if (loaded === null) return;
  const { request } = loaded;
  const ofAll = CHAT_KINDS.filter((kind) => notices.some((notice) => notice.kind === kind));
  // In parallel, so that a hanging chat does not delay another one.
  await allOf([
    ...(target === null ? [] : [tellTheOrganization(deps, target, request, ofAll)]),
    ...personal.map(async (notice) => {
      const own = await chatOfOperator(deps, org, operators.get(notice.operator)!);
      if (own === null) return;
      await tellOnce(deps, own, request, { operator: notice.operator, kind: notice.kind as ChatKind, notice });
    }),
  ]);
}

const isChat = (subject: string): boolean => subject === CHAT || subject.startsWith(`${CHAT}:`);

const isChatKind = (kind: Notice['kind']): kind is ChatKind => (CHAT_KINDS as readonly string[]).includes(kind);

async function tellTheOrganization(
  deps: TellChatDeps,
  target: ChatTarget,
  request: Request,
  kinds: readonly ChatKind[],
): Promise<void> {
  for (const kind of kinds) await tellOnce(deps, target, request, { operator: null, kind, notice: null });
}

/** Null if the chat ended with the operator's access. The operator is read only if there is a chat. */
export async function chatOfOperator({ config }: TellChatDeps, org: OrgId, setting: ChatSetting) {
  const operator = await config.operator(org, setting.operator!);
  return operator === null ? null : chatOf(setting, operator);
}

/** Taken before it is posted, like a mail: a crash in between loses this post, and nothing is posted twice. */
async function tellOnce(deps: TellChatDeps, target: ChatTarget, request: Request, telling: Telling): Promise<void> {
  if (!isTrue(request, telling)) return;
  const { org, id } = request;
  const { operator, kind } = telling;
  const [cause, own] = [operator === null ? `#chat#${kind}` : `#chat#${operator}#${kind}`, deps.random.hex(12)];
  if ((await deps.notices.take(org, id, cause, own, deps.clock.nowMs())) !== 'taken') return;
  const post = await composed(deps, request, telling);
  if (post === null) return;
  const outcome = await postToChat(deps, { org, name: chatName(operator) }, target, post);
  if (outcome.kind === 'taken') return;
  const status = 'status' in outcome ? outcome.status : null;
  deps.log.warn('a chat did not take a message', { org, request: id, operator, kind, outcome: outcome.kind, status });
  if (outcome.kind !== 'not_now' || deps.clock.nowMs() - request.updatedAtMs > RETRIED_FOR_MS) return;
  // Only accepted posts count. A retried post must not be left out once the chat works again.
  await countPost(deps, org, operator, -1);
  await deps.notices.release(org, id, cause, own);
  throw new Error(`the chat answered ${status}; it is tried again`);
}

/** Checks whether the post is still true, because a message may arrive late or twice. */
function isTrue(request: Request, { kind, notice }: Telling): boolean {
  if (notice !== null) return isStillTrue(notice, request);
  if (kind === 'reminder') return isOpen(request) && !request.warned;
  if (kind === 'stopped') return stopOf(request) !== null;
  if (kind !== 'settled') return isOpen(request);
  // For a change of the configuration, people want to know whether it was applied.
  return !isOpen(request) && !(isAdministrative(request) && isLive(request));
}

/** Null if the window is full and the chat has been told so. */
async function composed(deps: TellChatDeps, request: Request, { operator, kind }: Telling) {
  const nowMs = nowFor(deps.clock, request);
  const posts = await countPost(deps, request.org, operator, 1);
  if (posts > POSTS_IN_A_WINDOW) return posts === POSTS_IN_A_WINDOW + 1 ? floodText(deps) : null;
  const shown = await shownLines(deps.config, request);
  const remarks = await deps.habits.remarks(request);
  const names = await deps.names.of(request.org, operatorsIn(shown));
  const said = { nowMs, consoleUrl: deps.consoleUrl, remarks, personal: operator !== null };
  return chatText(request, kind, { ...said, shown, names });
}

/** Counted with the mails to operators, under ids that no operator has. */
export async function countPost(
  { counter, clock }: TellChatDeps,
  org: OrgId,
  operator: OperatorId | null,
  posts: 1 | -1,
) {
  const countedAs = (operator === null ? '#chat' : `#chat:${operator}`) as OperatorId;
  return (await counter.count({ what: 'mails', org, operator: countedAs }, clock.nowMs(), posts)).count;
}
