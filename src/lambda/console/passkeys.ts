/** Passkeys: enrol, list, delete, and sign in with one. */

import { LIMITS } from '../../../generated/limits';
import { person } from '../../protocol/actor';
import { assertNever } from '../../protocol/result';
import { type Passkey, signingPoint } from '../../service/access/rules/passkey';
import { standingOf } from '../../service/access/rules/signing-keys';
import {
  enrolPasskey,
  livePasskeys,
  type PasskeyDeps,
  relyingParty,
  removePasskey,
  signInByPasskey,
  startPasskeyEnrolment,
  startPasskeySignIn,
} from '../../service/access/use-cases/passkeys';
import { namedKeyOf } from '../../service/access/use-cases/signing-keys/statement';
import type { ConfigurationDeps } from '../../service/administration/use-cases/change-configuration';
import type { Operator } from '../../service/configuration/rules/items';
import { denied, notFound, refused, reply } from '../http/answer';
import { isName, parseId } from '../http/ids';
import { type ConsoleCall, type ConsoleHandlers, type ConsoleReply, signedIn } from './caller';
import { edit } from './edit';
import { pageByPlace, pageQuery, withCursor } from './paging';
import { conflict, EDITED_MEANWHILE, invalidName, NO_SUCH_OPERATOR } from './problems';
import { deviceIn, openedAnswer, type SessionDeps } from './session';

export type PasskeysDeps = PasskeyDeps & SessionDeps & ConfigurationDeps;

export const NO_SUCH_PASSKEY = notFound('You have no such passkey.');
const NOT_THEIR_PASSKEY = notFound('This operator has no such passkey.');
/** An unknown or used passkey, a wrong signature and a disabled operator all get the same answer. */
const NOT_ACCEPTED = denied(401, 'This passkey was not accepted. Try again, or ask an admin for a sign-in link.');

export function createPasskeyHandlers(deps: PasskeysDeps) {
  return {
    startPasskeyEnrolment: async ({ principal }) => {
      const { record, session } = await signedIn(principal);
      const started = await startPasskeyEnrolment(deps, record, session);
      return started.ok ? optionsAnswer(deps, started.value) : refused(whyRefused(started.error.reason));
    },
    enrolPasskey: (call) => enrol(deps, call),
    listPasskeys: (call) => withCursor(() => list(deps, call)),
    deletePasskey: async ({ principal, path }) => {
      const { record } = await signedIn(principal);
      if (!isName(path.id)) return NO_SUCH_PASSKEY;
      const deleted = await removePasskey(deps, record, path.id, person(record.id));
      if (deleted.ok) return reply(200, { server_now: deps.clock.nowMs() });
      return deleted.error.reason === 'not_found' ? NO_SUCH_PASSKEY : EDITED_MEANWHILE;
    },
    listOperatorPasskeys: (call) => withCursor(() => listOfOperator(deps, call)),
    deleteOperatorPasskey: (call) => deleteOfOperator(deps, call),
    startPasskeySignIn: async () => {
      const started = await startPasskeySignIn(deps);
      return started.ok ? optionsAnswer(deps, started.value) : refused(whyRefused(started.error.reason));
    },
    passkeySignIn: async ({ body, event }) => {
      const opened = await signInByPasskey(deps, body.response, deviceIn(event));
      return opened === null ? deps.refuse(event, NOT_ACCEPTED) : openedAnswer(deps, opened);
    },
  } satisfies Partial<ConsoleHandlers>;
}

async function enrol(
  deps: PasskeysDeps,
  { principal, body }: ConsoleCall<'enrolPasskey'>,
): ConsoleReply<'enrolPasskey'> {
  const { record, session } = await signedIn(principal);
  const enrolled = await enrolPasskey(deps, record, session, body);
  if (enrolled.ok) return reply(201, { server_now: deps.clock.nowMs(), passkey: passkeyView(deps, enrolled.value) });
  if (enrolled.error.reason === 'taken') return conflict('This passkey is already enrolled.');
  if (enrolled.error.reason === 'invalid_name') return invalidName(enrolled.error);
  if (enrolled.error.reason === 'overtaken') return EDITED_MEANWHILE;
  return refused(whyRefused(enrolled.error.reason));
}

async function list(
  deps: PasskeysDeps,
  { principal, query }: ConsoleCall<'listPasskeys'>,
): ConsoleReply<'listPasskeys'> {
  const { record } = await signedIn(principal);
  return reply(200, passkeyList(deps, await livePasskeys(deps, record), query));
}

async function listOfOperator(
  deps: PasskeysDeps,
  { principal, path, query }: ConsoleCall<'listOperatorPasskeys'>,
): ConsoleReply<'listOperatorPasskeys'> {
  const { org } = await signedIn(principal);
  const owner = await ownerOf(deps, org, path.id);
  return owner === null ? NO_SUCH_OPERATOR : reply(200, passkeyList(deps, await livePasskeys(deps, owner), query));
}

async function deleteOfOperator(
  deps: PasskeysDeps,
  { principal, path }: ConsoleCall<'deleteOperatorPasskey'>,
): ConsoleReply<'deleteOperatorPasskey'> {
  const { org } = await signedIn(principal);
  const owner = await ownerOf(deps, org, path.id);
  if (owner === null) return NO_SUCH_OPERATOR;
  if (!isName(path.passkey)) return NOT_THEIR_PASSKEY;
  return edit(
    deps,
    principal,
    { kind: 'delete_passkey', owner: owner.id, passkey: path.passkey },
    {
      made: () => reply(200, { server_now: deps.clock.nowMs() }),
      refused: { not_found: () => NOT_THEIR_PASSKEY },
    },
  );
}

async function ownerOf(deps: PasskeysDeps, org: Operator['org'], text: string): Promise<Operator | null> {
  const id = parseId('operator', text);
  return id === null ? null : deps.config.operator(org, id);
}

function passkeyList(deps: PasskeysDeps, live: readonly Passkey[], query: ConsoleCall<'listPasskeys'>['query']) {
  const page = pageByPlace(live, ({ createdAtMs, id }) => [createdAtMs, id], pageQuery(query));
  return {
    server_now: deps.clock.nowMs(),
    passkeys: page.items.map((each) => passkeyView(deps, each)),
    cursor: page.cursor,
  };
}

function optionsAnswer({ clock }: PasskeysDeps, options: object) {
  return reply(200, { server_now: clock.nowMs(), options: { ...options } });
}

function whyRefused(reason: 'no_host_name' | 'too_many' | 'not_verified'): string {
  switch (reason) {
    case 'no_host_name':
      return 'Passkeys need a host name, and you opened this console by an IP address. Use a sign-in link.';
    case 'too_many':
      return `You have ${LIMITS.passkeys.max} passkeys. Delete one first.`;
    case 'not_verified':
      return 'The passkey could not be verified. Start again.';
    default:
      return assertNever(reason);
  }
}

export function passkeyView(deps: PasskeysDeps, passkey: Passkey) {
  const { id, name, createdAtMs } = passkey;
  const canSign = signingPoint(passkey) !== null;
  // This depends on the host name. Passkeys cannot be used at an IP address.
  const signsHere = canSign && relyingParty(deps.origin) !== null;
  return {
    id,
    name,
    created_at: createdAtMs,
    // Depends only on the key: if false, the console says that the device makes no ES256 keys.
    can_sign: canSign,
    standing: signsHere ? standingOf(passkey) : null,
    fingerprint: signsHere ? namedKeyOf(deps, passkey).fingerprint : null,
  };
}
