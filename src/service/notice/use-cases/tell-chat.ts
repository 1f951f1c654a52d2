/**
 * Posts to chats what operators get by mail: a new request, a reminder and a warning, the verdict, a stop, and a
 * question (docs/decisions/chat.md). Posts are sent with the messages to operators, so an organization without a chat
 * costs no write.
 */

import type { OperatorId } from '../../../protocol/identifiers';
import type { ChatPost } from '../../chat/rules/post';
import type { ConfigStore } from '../../configuration/ports';
import { shownLines } from '../../policy/use-cases/read-display';
import { isAboutQuestion } from '../../question/rules';
import { CHAT } from '../../receiver/rules';
import type { Habits } from '../../remark/use-cases/memory';
import type { RequestStore } from '../../request/ports';
import { isAdministrative } from '../../request/rules/administrative';
import { isLive, isOpen, type Request } from '../../request/rules/request';
import { operatorsIn } from '../../request/rules/texts';
import { nowFor } from '../../system/now';
import type { NoticeMessage } from '../ports';
import { CHAT_KINDS, type ChatKind, chatText, questionPost } from '../rules/chat-text';
import { stoppedOf } from '../rules/outcome';
import type { Chats } from './chat-settings';
import type { Names } from './letterhead';
import { type PostOnceDeps, postOnce } from './post-once';

export interface TellChatDeps extends PostOnceDeps {
  readonly requests: RequestStore;
  readonly config: Pick<ConfigStore, 'actionVersion'>;
  readonly names: Names;
  readonly chats: Chats;
  readonly habits: Habits;
}

/** Posts to the chat about a request. */
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
  const { request } = loaded;
  for (const kind of kinds) {
    if (!isTrue(request, kind)) continue;
    await postOnce(deps, target, {
      ...{ org, about: request.id, cause: `#${CHAT}#${kind}`, atMs: request.updatedAtMs },
      compose: () => composed(deps, request, kind),
    });
  }
}

/** Checks whether the post is still true, because a message may arrive late or twice. */
function isTrue(request: Request, kind: ChatKind): boolean {
  if (kind === 'reminder') return isOpen(request) && !request.warned;
  if (kind === 'stopped') return stoppedOf(request) !== null;
  if (kind !== 'settled') return isOpen(request);
  // For a change of the configuration, people want to know whether it was applied.
  return !isOpen(request) && !(isAdministrative(request) && isLive(request));
}

async function composed(deps: TellChatDeps, request: Request, kind: ChatKind): Promise<ChatPost> {
  const nowMs = nowFor(deps.clock, request);
  const shown = await shownLines(deps.config, request);
  const remarks = await deps.habits.remarks(request);
  const names = await deps.names.of(request.org, operatorsIn(shown));
  return chatText(request, kind, { nowMs, consoleUrl: deps.consoleUrl, remarks, shown, names });
}

/** Posts to the chat that there is a question or an answer, and from whom. Never the text. */
export async function tellChatOfQuestion(deps: TellChatDeps, message: NoticeMessage): Promise<void> {
  if (!('announced' in message)) return;
  const { org, revision, subject } = message;
  for (const entry of message.announced.filter(isAboutQuestion)) {
    const target = await deps.chats.of(org);
    if (target === null) return;
    await postOnce(deps, target, {
      ...{ org, about: `${subject}#${revision}`, cause: `#${CHAT}`, atMs: entry.at },
      compose: async () => {
        const names = await deps.names.of(org, [entry.actor as OperatorId]);
        return questionPost(entry, names, deps.consoleUrl);
      },
    });
  }
}
