/** Keys that sign turns: their enrolment, their countersignature, and the list of them for auditors. */

import { assertNever } from '../../protocol/result';
import { CHANGES_TURN } from '../../service/access/rules/signed-changes';
import {
  countersignKey,
  getCountersignature,
  listSigningKeys,
  type SigningKey,
} from '../../service/access/use-cases/signing-keys/countersign';
import { getEnrolment, signEnrolment } from '../../service/access/use-cases/signing-keys/enrolment';
import type { KeyRefusal, SentStatement, SigningKeysDeps } from '../../service/access/use-cases/signing-keys/statement';
import { type ExportSignersDeps, exportSigners } from '../../service/proof/use-cases';
import { notFound, refused, reply } from '../http/answer';
import { isName } from '../http/ids';
import { type ConsoleCall, type ConsoleHandlers, type ConsoleReply, signedIn } from './caller';
import { pageByPlace, pageQuery, withCursor } from './paging';
import { NO_SUCH_PASSKEY, type PasskeysDeps, passkeyView } from './passkeys';
import { conflict, EDITED_MEANWHILE, NO_HOST_NAME } from './problems';
import { signingPasskey } from './requests';

type SigningKeysHandlersDeps = SigningKeysDeps & ExportSignersDeps & PasskeysDeps;

const NO_SUCH_KEY = notFound('There is no such key in this organization that can sign.');
const NOT_VERIFIED = refused(
  'This is not a signature of what was asked, by your passkey, within 5 minutes. Start again.',
);

export function createSigningKeyHandlers(deps: SigningKeysHandlersDeps) {
  return {
    getEnrolment: async ({ principal, path }) => {
      const { record } = await signedIn(principal);
      if (!isName(path.id)) return NO_SUCH_PASSKEY;
      const found = await getEnrolment(deps, record, path.id);
      return found.ok ? statementAnswer(deps, found.value) : enrolmentProblem(found.error);
    },
    signEnrolment: async ({ principal, path, body }) => {
      const { record } = await signedIn(principal);
      if (!isName(path.id)) return NO_SUCH_PASSKEY;
      const signed = await signEnrolment(deps, record, path.id, sentStatement(body));
      return signed.ok ? passkeyAnswer(deps, signed.value) : enrolmentProblem(signed.error);
    },
    listSigningKeys: (call) => withCursor(() => list(deps, call)),
    getCountersignature: async ({ principal, path }) => {
      const { record } = await signedIn(principal);
      if (!isName(path.id)) return NO_SUCH_KEY;
      const found = await getCountersignature(deps, record, path.id);
      return found.ok ? statementAnswer(deps, found.value) : countersignProblem(found.error);
    },
    countersignKey: async ({ principal, path, body }) => {
      const { record } = await signedIn(principal);
      if (!isName(path.id)) return NO_SUCH_KEY;
      const signed = await countersignKey(deps, record, path.id, sentStatement(body));
      return signed.ok ? passkeyAnswer(deps, signed.value) : countersignProblem(signed.error);
    },
    exportSigners: async ({ principal, query }) => {
      const { org } = await signedIn(principal);
      const text = await exportSigners(deps, org, query.at ?? deps.clock.nowMs());
      if (text === null) return NO_HOST_NAME;
      return reply(200, { server_now: deps.clock.nowMs(), allowed_signers: text });
    },
  } satisfies Partial<ConsoleHandlers>;
}

async function list(
  deps: SigningKeysHandlersDeps,
  { principal, query }: ConsoleCall<'listSigningKeys'>,
): ConsoleReply<'listSigningKeys'> {
  const { org } = await signedIn(principal);
  const [all, stored] = await Promise.all([listSigningKeys(deps, org), deps.config.setting(org, CHANGES_TURN)]);
  if (all === null) return NO_HOST_NAME;
  const asked = all.keys.filter(({ standing }) => query.standing === undefined || standing === query.standing);
  const page = pageByPlace(asked, ({ passkey }) => [passkey.createdAtMs, passkey.id], pageQuery(query));
  const keys = page.items.map(signingKeyView);
  return reply(200, {
    server_now: deps.clock.nowMs(),
    bootstrap: all.endedAtMs === null,
    changes_turn: stored?.turn ?? ('code' as const),
    keys,
    cursor: page.cursor,
  });
}

function signingKeyView({ passkey, owner, standing, fingerprint, text }: SigningKey) {
  const { id, name, createdAtMs, enrolment, countersigned, transports } = passkey;
  return {
    id,
    operator: owner.id,
    name,
    fingerprint,
    key: text,
    standing,
    created_at: createdAtMs,
    enrolled_at: enrolment?.atMs ?? null,
    countersigned_at: countersigned?.atMs ?? null,
    countersigned_by: countersigned?.by ?? null,
    transports,
  };
}

function statementAnswer(
  { clock }: SigningKeysHandlersDeps,
  { statement, passkeys }: { readonly statement: string; readonly passkeys: readonly SigningKey['passkey'][] },
) {
  return reply(200, { server_now: clock.nowMs(), statement, passkeys: passkeys.map(signingPasskey) });
}

function passkeyAnswer(deps: SigningKeysHandlersDeps, passkey: SigningKey['passkey']) {
  return reply(200, { server_now: deps.clock.nowMs(), passkey: passkeyView(deps, passkey) });
}

function sentStatement({ statement, signature }: ConsoleCall<'countersignKey'>['body']): SentStatement {
  return { statement, signature: { passkey: signature.passkey, assertion: signature.response.response } };
}

function enrolmentProblem(refusal: KeyRefusal) {
  switch (refusal.reason) {
    case 'not_found':
      return NO_SUCH_PASSKEY;
    case 'not_waiting':
      return refusal.standing === 'cannot_sign'
        ? conflict('This passkey has a key that cannot sign decisions.')
        : conflict('This passkey has signed its enrolment already.');
    default:
      return signatureProblem(refusal);
  }
}

function countersignProblem(refusal: KeyRefusal) {
  switch (refusal.reason) {
    case 'not_found':
      return NO_SUCH_KEY;
    case 'not_waiting':
      return conflict(
        'This key does not wait for a countersignature: its owner has not signed its enrolment, or somebody has countersigned it.',
      );
    default:
      return signatureProblem(refusal);
  }
}

function signatureProblem({ reason }: { readonly reason: Exclude<KeyRefusal['reason'], 'not_found' | 'not_waiting'> }) {
  switch (reason) {
    case 'no_host_name':
      return NO_HOST_NAME;
    case 'own_key':
      return conflict('Somebody else must countersign your key.');
    case 'no_key_of_yours':
      return conflict(
        'To countersign, you need a passkey that has signed its enrolment and is trusted. Add one on the page "Account", or have yours countersigned first.',
      );
    case 'edited_meanwhile':
      return EDITED_MEANWHILE;
    case 'not_verified':
      return NOT_VERIFIED;
    default:
      return assertNever(reason);
  }
}
