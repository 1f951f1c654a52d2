/** Passkeys: enrol, list, delete, and sign in with one. */

import type { components } from '../../../generated/console';
import {
  deletePasskey,
  type EnrolRefusal,
  enrolPasskey,
  livePasskeys,
  type PasskeyDeps,
  signInByPasskey,
  startPasskeyEnrolment,
  startPasskeySignIn,
} from '../../app/passkeys';
import type { CredentialResponse } from '../../app/ports';
import type { Operator } from '../../core/config/config';
import type { Passkey } from '../../core/config/passkey';
import type { OperatorId } from '../../protocol/identifiers';
import type { Result } from '../../protocol/result';
import { type Answer, notFound, Problem, problem, refused } from '../http/answer';
import { type ConsoleCall, type ConsoleHandlers, plainIdOf, signedIn } from './caller';
import { pageByPlace, pageQuery } from './paging';
import { conflict, EDITED_MEANWHILE } from './problems';
import { openedAnswer, type SessionDeps } from './session';

type Schemas = components['schemas'];

export type PasskeysDeps = PasskeyDeps & SessionDeps;

const NO_SUCH_PASSKEY = notFound('you have no such passkey');
const NOT_THEIR_PASSKEY = notFound('this operator has no such passkey');
const NO_SUCH_OPERATOR = notFound('no such operator in this organization');
/** Unknown, spent, wrongly signed, or of a disabled operator: all look alike. */
const NOT_ACCEPTED = problem(401, 'this passkey was not accepted; try again, or ask an admin for a sign-in link');

export function createPasskeyHandlers(deps: PasskeysDeps): ConsoleHandlers {
  return {
    startPasskeyEnrolment: async ({ principal }) => {
      const { record, session } = await signedIn(principal);
      return optionsAnswer(deps, await startPasskeyEnrolment(deps, record, session.id));
    },
    enrolPasskey: (call) => enrol(deps, call),
    listPasskeys: (call) => list(deps, call),
    deletePasskey: async ({ principal, path }) => {
      const { record } = await signedIn(principal);
      const deleted = await deletePasskey(deps, record, plainIdOf(path, NO_SUCH_PASSKEY), record.id);
      if (deleted.ok) return { status: 200, body: { server_now: deps.clock.nowMs() } };
      return deleted.error.reason === 'not_found' ? NO_SUCH_PASSKEY : EDITED_MEANWHILE;
    },
    listOperatorPasskeys: async ({ principal, path, query }) => {
      const owner = await ownerOf(deps, principal, path);
      return passkeyList(deps, await livePasskeys(deps, owner), query);
    },
    deleteOperatorPasskey: async ({ principal, path }) => {
      const { operator: by } = await signedIn(principal);
      const owner = await ownerOf(deps, principal, path);
      const id = plainIdOf({ id: path.passkey ?? '' }, NOT_THEIR_PASSKEY);
      const deleted = await deletePasskey(deps, owner, id, by);
      if (deleted.ok) return { status: 200, body: { server_now: deps.clock.nowMs() } };
      return deleted.error.reason === 'not_found' ? NOT_THEIR_PASSKEY : EDITED_MEANWHILE;
    },
    startPasskeySignIn: async () => optionsAnswer(deps, await startPasskeySignIn(deps)),
    passkeySignIn: async ({ body }) => {
      const { response } = body as Schemas['PasskeySignIn'];
      const opened = await signInByPasskey(deps, response as CredentialResponse);
      return opened === null ? NOT_ACCEPTED : openedAnswer(deps, opened);
    },
  };
}

async function enrol(deps: PasskeysDeps, { principal, body }: ConsoleCall): Promise<Answer> {
  const { record, session } = await signedIn(principal);
  const { name, response } = body as Schemas['PasskeyEnrolment'];
  const enrolled = await enrolPasskey(deps, record, session.id, { name, response: response as CredentialResponse });
  if (!enrolled.ok) return enrolProblem(enrolled.error);
  const answer: Schemas['PasskeyAnswer'] = { server_now: deps.clock.nowMs(), passkey: passkeyView(enrolled.value) };
  return { status: 201, body: answer };
}

async function list(deps: PasskeysDeps, { principal, query }: ConsoleCall): Promise<Answer> {
  const { record } = await signedIn(principal);
  return passkeyList(deps, await livePasskeys(deps, record), query);
}

async function ownerOf(
  deps: PasskeysDeps,
  principal: ConsoleCall['principal'],
  path: ConsoleCall['path'],
): Promise<Operator> {
  const { org } = await signedIn(principal);
  const owner = await deps.config.operator(org, plainIdOf(path, NO_SUCH_OPERATOR) as OperatorId);
  if (owner === null) throw new Problem(NO_SUCH_OPERATOR);
  return owner;
}

function passkeyList(deps: PasskeysDeps, live: readonly Passkey[], query: ConsoleCall['query']): Answer {
  const page = pageByPlace(live, ({ createdAtMs, id }) => [createdAtMs, id], pageQuery(query));
  const passkeys = page.items.map(passkeyView);
  const body: Schemas['PasskeyList'] = { server_now: deps.clock.nowMs(), passkeys, cursor: page.cursor };
  return { status: 200, body };
}

function optionsAnswer({ clock }: PasskeysDeps, options: Result<object, EnrolRefusal>): Answer {
  if (!options.ok) return enrolProblem(options.error);
  const body: Schemas['PasskeyOptions'] = { server_now: clock.nowMs(), options: { ...options.value } };
  return { status: 200, body };
}

function enrolProblem({ reason }: EnrolRefusal): Answer {
  switch (reason) {
    case 'no_host_name':
      return refused(
        'passkeys are bound to a host name, and this console is reached at an address; use a sign-in link',
      );
    case 'too_many':
      return refused('you have 10 passkeys; delete one first');
    case 'not_verified':
      return refused('the passkey could not be verified; start again');
    case 'overtaken':
      return EDITED_MEANWHILE;
    case 'taken':
      return conflict('this passkey is enrolled already');
  }
}

function passkeyView({ id, name, createdAtMs }: Passkey): Schemas['Passkey'] {
  return { id, name, created_at: createdAtMs };
}
