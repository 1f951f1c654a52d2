/**
 * The chats of an organization and of each operator: getChat, setChat, removeChat, testChat, and the same for
 * operators.
 */

import type { components } from '../../../generated/console';
import type { ConfigurationDeps } from '../../app/administration/change-configuration';
import type { ChatOutcome } from '../../app/chat/deliver-post';
import { type ReadChatDeps, readChat, targetOf, testChat } from '../../app/chat/read-chat';
import type { Operator } from '../../core/administration/config';
import type { ChatOwner, ChatTarget, NewChat } from '../../core/chat/setting';
import type { OrgId } from '../../protocol/identifiers';
import { assertNever } from '../../protocol/result';
import type { ConsolePrincipal } from '../console/authenticate';
import { type ConsoleHandlers, signedIn } from '../console/caller';
import { edit } from '../console/edit';
import { NO_SUCH_OPERATOR } from '../console/problems';
import { notFound, refused, reply } from '../http/answer';
import { parseId } from '../http/ids';

export type ChatDeps = ConfigurationDeps & ReadChatDeps;

const NO_CHAT = notFound('No chat is set.');

export function createChatHandlers(deps: ChatDeps) {
  return {
    getChat: async ({ principal }) => read(deps, await organization(principal)),
    setChat: async ({ principal, body }) => set(deps, await organization(principal), body),
    removeChat: async ({ principal }) => remove(deps, await organization(principal)),
    testChat: async ({ principal }) => test(deps, await organization(principal)),
    getOwnChat: async ({ principal }) => read(deps, await themself(principal)),
    setOwnChat: async ({ principal, body }) => set(deps, await themself(principal), body),
    removeOwnChat: async ({ principal }) => remove(deps, await themself(principal)),
    testOwnChat: async ({ principal }) => test(deps, await themself(principal)),
    getOperatorChat: async ({ principal, path }) => {
      const owner = await another(deps, principal, path.id);
      return owner === null ? NO_SUCH_OPERATOR : read(deps, owner);
    },
    removeOperatorChat: async ({ principal, path }) => {
      const owner = await another(deps, principal, path.id);
      return owner === null ? NO_SUCH_OPERATOR : remove(deps, owner);
    },
  } satisfies Partial<ConsoleHandlers>;
}

interface Called {
  readonly org: OrgId;
  readonly by: string;
  readonly owner: ChatOwner;
  readonly principal: ConsolePrincipal;
}

async function organization(principal: ConsolePrincipal): Promise<Called> {
  const { org, operator: by } = await signedIn(principal);
  return { org, owner: null, by, principal };
}

async function themself(principal: ConsolePrincipal): Promise<Called> {
  const { org, record, operator: by } = await signedIn(principal);
  return { org, owner: record, by, principal };
}

async function another({ config }: ChatDeps, principal: ConsolePrincipal, text: string): Promise<Called | null> {
  const { org, operator: by } = await signedIn(principal);
  const id = parseId('operator', text);
  const owner: Operator | null = id === null ? null : await config.operator(org, id);
  return owner === null ? null : { org, owner, by, principal };
}

async function read(deps: ChatDeps, called: Called) {
  return reply(200, view(deps, await readChat(deps, called, called.owner)));
}

function set(deps: ChatDeps, { principal, owner }: Called, chat: NewChat) {
  return edit(
    deps,
    principal,
    { kind: 'set_chat', owner, chat },
    {
      made: (saved) => reply(200, view(deps, targetOf(saved, owner))),
      refused: { url_refused: ({ why }) => refused(`url: ${why}`) },
    },
  );
}

function remove(deps: ChatDeps, { principal, owner }: Called) {
  return edit(
    deps,
    principal,
    { kind: 'remove_chat', owner },
    {
      made: (removed) => reply(200, view(deps, targetOf(removed, owner))),
      refused: {},
    },
  );
}

async function test(deps: ChatDeps, called: Called) {
  const tested = await testChat(deps, called, called.owner);
  if (!tested.ok) return NO_CHAT;
  const problem = problemOf(tested.value);
  return reply(200, { server_now: deps.clock.nowMs(), taken: problem === null, problem });
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
