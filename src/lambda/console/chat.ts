/** Where an organization is told besides by mail: getChat, setChat, removeChat, testChat. */
import type { components } from '../../../generated/console';
import type { ChatOutcome } from '../../app/chat/deliver-post';
import { type ChatRefusal, type ManageChatDeps, removeChat, setChat, testChat } from '../../app/chat/manage-chat';
import type { ChatSetting } from '../../core/config/config';
import { assertNever, type Result } from '../../protocol/result';
import { notFound, refused, reply } from '../http/answer';
import { type ConsoleHandlers, signedIn } from './caller';
import { EDITED_MEANWHILE } from './problems';

export type ChatDeps = ManageChatDeps;

const NO_CHAT = notFound('No chat is set.');

export function createChatHandlers(
  deps: ChatDeps,
): Pick<ConsoleHandlers, 'getChat' | 'setChat' | 'removeChat' | 'testChat'> {
  return {
    getChat: async ({ principal }) => {
      const { org } = await signedIn(principal);
      return reply(200, view(deps, await deps.config.chat(org)));
    },
    setChat: async ({ principal, body }) => {
      const { org, operator } = await signedIn(principal);
      const set = await setChat(deps, org, body, operator);
      if (!set.ok && set.error.reason === 'url_refused') return refused(`url: ${set.error.why}`);
      return set.ok ? reply(200, view(deps, set.value)) : EDITED_MEANWHILE;
    },
    removeChat: async ({ principal }) => {
      const { org, operator } = await signedIn(principal);
      const removed = await removeChat(deps, org, operator);
      return removed.ok ? reply(200, view(deps, removed.value)) : EDITED_MEANWHILE;
    },
    testChat: async ({ principal }) => {
      const { org, operator } = await signedIn(principal);
      const tested: Result<ChatOutcome, ChatRefusal> = await testChat(deps, org, operator);
      if (!tested.ok) return NO_CHAT;
      const problem = problemOf(tested.value);
      return reply(200, { server_now: deps.clock.nowMs(), taken: problem === null, problem });
    },
  };
}

function view({ clock }: ChatDeps, setting: ChatSetting | null): components['schemas']['ChatAnswer'] {
  const target = setting?.target ?? null;
  const chat = target === null ? null : { format: target.format, host: target.host, set_at: target.atMs };
  return { server_now: clock.nowMs(), chat };
}

function problemOf(outcome: ChatOutcome): string | null {
  switch (outcome.kind) {
    case 'taken':
      return null;
    case 'refused':
      return `The chat answered ${outcome.status}. Check the URL, or make a new one in the chat.`;
    case 'not_now':
      return `The chat answered ${outcome.status}. Send another test message later.`;
    case 'refused_address':
      return 'The address of the URL is not public.';
    case 'unknown':
      return 'The chat did not answer. Check the URL, and whether the message arrived.';
    default:
      return assertNever(outcome);
  }
}
