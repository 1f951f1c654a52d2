/** The chat of an organization: getChat, setChat, removeChat, testChat. */

import type { components } from '../../../generated/console';
import { person } from '../../protocol/actor';
import type { ConfigurationDeps } from '../../service/administration/use-cases/change-configuration';
import { type ChatTarget, whyNotTaken } from '../../service/chat/rules/setting';
import { readChat, type TestChatDeps, testChat } from '../../service/notice/use-cases/chat-settings';
import type { NotTaken } from '../../service/receiver/rules';
import { notFound, refused, reply } from '../http/answer';
import { type ConsoleHandlers, signedIn } from './caller';
import { edit } from './edit';

type ChatDeps = ConfigurationDeps & TestChatDeps;

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
      const tested = await testChat(deps, { org, by: person(by) });
      if (!tested.ok) return NO_CHAT;
      const problem = tested.value.kind === 'taken' ? null : problemOf(tested.value);
      return reply(200, { server_now: deps.clock.nowMs(), taken: problem === null, problem });
    },
  } satisfies Partial<ConsoleHandlers>;
}

function view({ clock }: ChatDeps, target: ChatTarget | null): components['schemas']['ChatAnswer'] {
  return { server_now: clock.nowMs(), chat: target === null ? null : viewOf(target) };
}

function viewOf({ format, host, atMs, failing }: ChatTarget): components['schemas']['Chat'] {
  const since = failing && { since: failing.atMs, problem: problemOf(failing) };
  return { format, host, set_at: atMs, failing: since };
}

const problemOf = (failure: NotTaken): string =>
  `${capital(whyNotTaken(failure, 'the chat'))}. ${WHAT_TO_DO[failure.kind]}`;

const WHAT_TO_DO: Readonly<Record<NotTaken['kind'], string>> = {
  refused: 'Check the URL, or make a new one in the chat.',
  not_now: 'Send another test message later.',
  refused_address: 'Use another URL.',
  unknown: 'Check the URL, and whether the message arrived.',
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
