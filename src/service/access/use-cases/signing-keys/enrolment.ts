/** The enrolment that a new key signs: getEnrolment, signEnrolment (docs/decisions/signed-turns.md). */

import { person } from '../../../../protocol/actor';
import { err, ok, type Result } from '../../../../protocol/result';
import { enrolmentText, parseEnrolment } from '../../../../protocol/statements/enrolment';
import { statementHash } from '../../../../protocol/statements/turn';
import { entryIn } from '../../../audit/rules/chain';
import { edited, type Operator } from '../../../configuration/rules/items';
import type { Passkey } from '../../rules/passkey';
import { isSigningKey, SIGNING_KEY_ENTRIES, standingOf } from '../../rules/signing-keys';
import { liveChallenge } from '../challenges';
import { relyingParty } from '../passkeys';
import {
  handedOut,
  type KeyRefusal,
  type KeyStatement,
  NOT_VERIFIED,
  namedKeyOf,
  purposeOf,
  type SentStatement,
  type SigningKeysDeps,
  statedOf,
  verified,
} from './statement';

export async function getEnrolment(
  deps: SigningKeysDeps,
  owner: Operator,
  id: string,
): Promise<Result<KeyStatement, KeyRefusal>> {
  const passkey = await toEnrol(deps, owner, id);
  if (!passkey.ok) return passkey;
  const { challenge: nonce, expiresAtMs } = await handedOut(deps, purposeOf('enrol', passkey.value, owner));
  return ok({ statement: enrolmentStatement(deps, passkey.value, nonce, expiresAtMs), passkeys: [passkey.value] });
}

export async function signEnrolment(
  deps: SigningKeysDeps,
  owner: Operator,
  id: string,
  { statement, signature }: SentStatement,
): Promise<Result<Passkey, KeyRefusal>> {
  const found = await toEnrol(deps, owner, id);
  if (!found.ok) return found;
  const passkey = found.value;
  const nonce = parseEnrolment(statement)?.nonce ?? '';
  const live = await liveChallenge(deps, purposeOf('enrol', passkey, owner), nonce);
  if (live === null || enrolmentStatement(deps, passkey, nonce, live.expiresAtMs) !== statement) return NOT_VERIFIED;
  const signed = signature.passkey === id ? verified(deps, passkey, statement, signature.assertion) : null;
  if (signed === null || !(await live.use())) return NOT_VERIFIED;
  const at = deps.clock.nowMs();
  const hash = statementHash(statement);
  const { fingerprint } = namedKeyOf(deps, passkey);
  const data = { operator: owner.id, fingerprint, statement: hash };
  const entry = entryIn(SIGNING_KEY_ENTRIES)(at, 'signing_key.enrolled', id, person(owner.id), data);
  const enrolled = edited<Passkey>(passkey, { counter: signed.counter, enrolment: { atMs: at, statement: hash } }, [
    entry,
  ]);
  const saved = await deps.passkeys.keepEnrolment(enrolled, { statement, signature: signed.armoured });
  return saved === 'saved' ? ok(enrolled) : err({ reason: 'edited_meanwhile' });
}

/** The caller's own key, if it has not signed its enrolment. */
async function toEnrol(deps: SigningKeysDeps, owner: Operator, id: string): Promise<Result<Passkey, KeyRefusal>> {
  if (relyingParty(deps.origin) === null) return err({ reason: 'no_host_name' });
  const passkey = await deps.passkeys.passkey(owner.org, id);
  const isTheirs = passkey?.operator === owner.id && passkey.accessEpoch === owner.accessEpoch;
  if (passkey === null || !isTheirs || passkey.deletedAtMs !== null) return err({ reason: 'not_found' });
  if (!isSigningKey(passkey, owner)) return err({ reason: 'not_waiting', standing: 'cannot_sign' });
  const standing = standingOf(passkey);
  return standing === 'unproven' ? ok(passkey) : err({ reason: 'not_waiting', standing });
}

function enrolmentStatement(deps: SigningKeysDeps, passkey: Passkey, nonce: string, expiresAtMs: number): string {
  return enrolmentText({ ...statedOf(deps, passkey, nonce, expiresAtMs), decision: 'enrol' });
}
