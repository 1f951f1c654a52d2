/** The chat of an organization: getChat, setChat, removeChat, testChat. */

import type { components } from '../../../generated/console';
import type { ConfigurationDeps } from '../../app/administration/change-configuration';
import type { ChatOutcome } from '../../app/chat/deliver-post';
import { type ReadChatDeps, readChat, testChat } from '../../app/chat/read-chat';
import type { ChatTarget } from '../../core/chat/setting';
import { assertNever } from '../../protocol/result';
import { type ConsoleHandlers, signedIn } from '../console/caller';
import { edit } from '../console/edit';
import { notFound, refused, reply } from '../http/answer';

export type ChatDeps = ConfigurationDeps & ReadChatDeps;

const NO_CHAT = notFound('No chat is set.');

export function createChatHandlers(deps: ChatDeps) {
  return {
    getChat: async ({ principal }) => {
      const { org } = await signedIn(principal);
      return reply(200, view(deps, await readChat(deps, org)));
    },
    setChat: ({ principal, body }) =>
      edit(
        deps,
        principal,
        { kind: 'set_chat', chat: body },
        {
          made: ({ target }) => reply(200, view(deps, target)),
          refused: { url_refused: ({ why }) => refused(`url: ${why}`) },
        },
      ),
    removeChat: ({ principal }) =>
      edit(
        deps,
        principal,
        { kind: 'remove_chat' },
        { made: ({ target }) => reply(200, view(deps, target)), refused: {} },
      ),
    testChat: async ({ principal }) => {
      const { org, operator: by } = await signedIn(principal);
      const tested = await testChat(deps, { org, by });
      if (!tested.ok) return NO_CHAT;
      const problem = problemOf(tested.value);
      return reply(200, { server_now: deps.clock.nowMs(), taken: problem === null, problem });
    },
  } satisfies Partial<ConsoleHandlers>;
}

function view({ clock }: ChatDeps, target: ChatTarget | null): components['schemas']['ChatAnswer'] {
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
