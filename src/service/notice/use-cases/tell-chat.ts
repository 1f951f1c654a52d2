/**
 * Posts to chats what operators get by mail: a new request, a reminder and a warning, the verdict, and a stop
 * (docs/decisions/chat.md). Posts are sent with the messages to operators, so an organization without a chat costs no
 * write.
 */

import type { ChatPost } from '../../chat/rules/post';
import type { ConfigStore } from '../../configuration/ports';
import { shownLines } from '../../policy/use-cases/shown';
import { CHAT } from '../../receiver/rules';
import type { Habits } from '../../remark/use-cases/habits';
import type { RequestStore } from '../../request/ports/ledger';
import { isAdministrative } from '../../request/rules/administrative';
import { operatorsIn } from '../../request/rules/operation';
import { isLive, isOpen, type Request } from '../../request/rules/request';
import { nowFor } from '../../system/now';
import type { NoticeMessage } from '../ports';
import { CHAT_KINDS, type ChatKind, chatText } from '../rules/chat-text';
import { stopOf } from '../rules/stopped';
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
  if (kind === 'stopped') return stopOf(request) !== null;
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
