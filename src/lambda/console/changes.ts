/** Changes of the configuration that wait, what they need, and the token of an approved API key. */

import type { ConfigurationDeps } from '../../service/administration/use-cases/change-configuration';
import {
  type CollectKeyDeps,
  type CollectRefusal,
  collectKey,
} from '../../service/administration/use-cases/collect-key';
import { listChanges, type ReadChangeDeps, readChange } from '../../service/administration/use-cases/read-change';
import { notFound, reply } from '../http/answer';
import { parseId } from '../http/ids';
import { type ConsoleCall, type ConsoleHandlers, type ConsoleReply, signedIn } from './caller';
import { detailView, edit } from './edit';
import { apiKeyView, KEY_REVOKED, SIGNING_KEY_TAKEN, TOO_MANY_TOKENS, TWO_TOKENS } from './keys';
import { pageQuery, withCursor } from './paging';
import { conflict, EDITED_MEANWHILE, invalidName, NO_SUCH_CHANGE } from './problems';

type ChangesDeps = CollectKeyDeps & ConfigurationDeps & ReadChangeDeps;

const NO_SUCH_KEY_REQUEST = notFound('You have requested no API key under this id.');

export function createChangeHandlers(deps: ChangesDeps) {
  return {
    collectKey: (call) => collect(deps, call),
    setChangesTurn: (call) => setTurn(deps, call),
    renameOrganization: (call) => rename(deps, call),
    getChange: (call) => read(deps, call),
    listChanges: (call) => withCursor(() => list(deps, call)),
  } satisfies Partial<ConsoleHandlers>;
}

async function read(deps: ChangesDeps, { principal, path }: ConsoleCall<'getChange'>): ConsoleReply<'getChange'> {
  const { org } = await signedIn(principal);
  const id = parseId('request', path.id);
  const change = id === null ? null : await readChange(deps, org, id);
  if (change === null) return NO_SUCH_CHANGE;
  return reply(200, { server_now: deps.clock.nowMs(), change: detailView(change, deps.platformActions) });
}

async function list(deps: ChangesDeps, { principal, query }: ConsoleCall<'listChanges'>): ConsoleReply<'listChanges'> {
  const { org } = await signedIn(principal);
  const { changes, cursor } = await listChanges(deps, org, pageQuery(query));
  const views = changes.map((change) => detailView(change, deps.platformActions));
  return reply(200, { server_now: deps.clock.nowMs(), changes: views, cursor });
}

const NOT_READY = conflict('Every admin needs a countersigned passkey first.');
const NOBODY_APPROVES = conflict('Changes of this organization need no second admin, so nobody approves them.');

async function setTurn(
  deps: ChangesDeps,
  { principal, body: { turn } }: ConsoleCall<'setChangesTurn'>,
): ConsoleReply<'setChangesTurn'> {
  return edit(
    deps,
    principal,
    { kind: 'set_changes_turn', turn },
    {
      made: (setting) => reply(200, { server_now: deps.clock.nowMs(), turn: setting.turn }),
      refused: { not_ready: () => NOT_READY, nobody_approves: () => NOBODY_APPROVES },
    },
  );
}

async function rename(
  deps: ChangesDeps,
  { principal, body: { name } }: ConsoleCall<'renameOrganization'>,
): ConsoleReply<'renameOrganization'> {
  return edit(
    deps,
    principal,
    { kind: 'rename_organization', name },
    {
      made: (setting) => reply(200, { server_now: deps.clock.nowMs(), name: setting.name }),
      refused: { invalid_name: invalidName },
    },
  );
}

async function collect(deps: ChangesDeps, { principal, path }: ConsoleCall<'collectKey'>): ConsoleReply<'collectKey'> {
  const { org, operator } = await signedIn(principal);
  const id = parseId('request', path.id);
  if (id === null) return NO_SUCH_KEY_REQUEST;
  const collected = await collectKey(deps, { org, operator }, id);
  if (!collected.ok) return problemOf(collected.error);
  const { key, token } = collected.value;
  return reply(201, { server_now: deps.clock.nowMs(), key: apiKeyView(key), token });
}

function problemOf(refusal: CollectRefusal) {
  switch (refusal.reason) {
    case 'not_found':
      return NO_SUCH_KEY_REQUEST;
    case 'not_approved':
      return conflict('This API key is not approved.');
    case 'collected':
      return conflict('The token of this API key was collected already. If you do not have it, request a new key.');
    case 'key_revoked':
      return KEY_REVOKED;
    case 'two_tokens':
      return TWO_TOKENS;
    case 'too_many_tokens':
      return TOO_MANY_TOKENS;
    case 'edited_meanwhile':
      return EDITED_MEANWHILE;
    case 'too_late':
      return conflict('This API key was approved more than 24 hours ago. Request a new key.');
    case 'signing_key_taken':
      return SIGNING_KEY_TAKEN;
    case 'invalid_actions':
      return conflict(refusal.problem);
    case 'invalid_name':
      return conflict('The name of this API key is not allowed any more. Request a new key.');
  }
}
