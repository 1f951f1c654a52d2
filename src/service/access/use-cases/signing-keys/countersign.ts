/**
 * An admin confirms whose key a key is: listSigningKeys, getCountersignature, countersignKey
 * (docs/decisions/signed-turns.md).
 */

import { person } from '../../../../protocol/actor';
import type { OrgId } from '../../../../protocol/identifiers';
import { err, ok, type Result } from '../../../../protocol/result';
import { enrolmentText, type NamedKey, parseCountersign } from '../../../../protocol/statements/enrolment';
import { statementHash } from '../../../../protocol/statements/turn';
import { entryIn } from '../../../audit/rules/chain';
import { edited, type Operator } from '../../../configuration/rules/items';
import { type Passkey, withUse } from '../../rules/passkey';
import {
  type Bootstrap,
  endsBootstrap,
  isSigningKey,
  type KeyStanding,
  mayCountersign,
  SIGNING_KEY_ENTRIES,
  standingOf,
} from '../../rules/signing-keys';
import { liveChallenge } from '../challenges';
import { relyingParty } from '../passkeys';
import { changesTurn } from '../signed-changes';
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

export interface SigningKey extends NamedKey {
  readonly passkey: Passkey;
  readonly owner: Operator;
  readonly standing: KeyStanding;
}

export interface SigningKeys extends Bootstrap {
  readonly keys: readonly SigningKey[];
}

/** Lists the keys that can sign in and sign. Null without a host name, because passkeys need one. */
export async function listSigningKeys(deps: SigningKeysDeps, org: OrgId): Promise<SigningKeys | null> {
  if (relyingParty(deps.origin) === null) return null;
  const { operators, passkeys, bootstrap } = await everything(deps, org);
  const keys = passkeys.flatMap((passkey): SigningKey[] => {
    const owner = operators.find(({ id }) => id === passkey.operator);
    if (owner === undefined || !isSigningKey(passkey, owner)) return [];
    return [{ passkey, owner, standing: standingOf(passkey), ...namedKeyOf(deps, passkey) }];
  });
  return { ...bootstrap, keys };
}

export async function getCountersignature(
  deps: SigningKeysDeps,
  admin: Operator,
  id: string,
): Promise<Result<KeyStatement, KeyRefusal>> {
  const found = await toCountersign(deps, admin, id);
  if (!found.ok) return found;
  const { passkey, mine } = found.value;
  const { challenge: nonce, expiresAtMs } = await handedOut(deps, purposeOf('countersign', passkey, admin));
  return ok({ statement: countersignatureOf(deps, passkey, admin, nonce, expiresAtMs), passkeys: mine });
}

export async function countersignKey(
  deps: SigningKeysDeps,
  admin: Operator,
  id: string,
  { statement, signature }: SentStatement,
): Promise<Result<Passkey, KeyRefusal>> {
  const found = await toCountersign(deps, admin, id);
  if (!found.ok) return found;
  const { passkey, mine } = found.value;
  const nonce = parseCountersign(statement)?.nonce ?? '';
  const live = await liveChallenge(deps, purposeOf('countersign', passkey, admin), nonce);
  if (live === null || countersignatureOf(deps, passkey, admin, nonce, live.expiresAtMs) !== statement)
    return NOT_VERIFIED;
  const used = mine.find((each) => each.id === signature.passkey);
  const signed = used === undefined ? null : verified(deps, used, statement, signature.assertion);
  if (used === undefined || signed === null || !(await live.use())) return NOT_VERIFIED;
  const countersigned = countersign(deps, found.value, { admin, used, statement });
  const kept = await deps.passkeys.keepCountersignature({
    ...countersigned,
    signed: { statement, signature: signed.armoured },
    signer: withUse(used, signed.counter, deps.clock.nowMs()),
  });
  if (kept !== 'saved') return err({ reason: 'edited_meanwhile' });
  // If this process dies first, the next change of the configuration begins it.
  await changesTurn(deps, admin.org);
  return ok(countersigned.passkey);
}

interface Found extends Everything {
  readonly passkey: Passkey;
  /** The admin's passkeys that may countersign. */
  readonly mine: readonly Passkey[];
}

function countersign(
  deps: SigningKeysDeps,
  { passkey, operators, passkeys, bootstrap }: Found,
  { admin, used, statement }: { readonly admin: Operator; readonly used: Passkey; readonly statement: string },
) {
  const at = deps.clock.nowMs();
  const hash = statementHash(statement);
  const countersigned = { atMs: at, by: admin.id, passkey: used.id, statement: hash };
  const after = passkeys.map((each) => (each.id === passkey.id ? { ...each, countersigned } : each));
  const ends = bootstrap.endedAtMs === null && endsBootstrap(operators, after);
  const data = {
    operator: passkey.operator,
    fingerprint: namedKeyOf(deps, passkey).fingerprint,
    statement: hash,
    by_fingerprint: namedKeyOf(deps, used).fingerprint,
    // The first admins countersign with keys that are not countersigned themselves.
    bootstrap: standingOf(used) !== 'countersigned',
    ends_bootstrap: ends,
  };
  const entry = entryIn(SIGNING_KEY_ENTRIES)(at, 'signing_key.countersigned', passkey.id, person(admin.id), data);
  return { passkey: edited<Passkey>(passkey, { countersigned }, [entry]), endsBootstrapAtMs: ends ? at : null };
}

/** Another operator's waiting key, for an admin who has a key that may countersign it. */
async function toCountersign(deps: SigningKeysDeps, admin: Operator, id: string): Promise<Result<Found, KeyRefusal>> {
  if (relyingParty(deps.origin) === null) return err({ reason: 'no_host_name' });
  const all = await everything(deps, admin.org);
  const passkey = all.passkeys.find((each) => each.id === id);
  const owner = all.operators.find((each) => each.id === passkey?.operator);
  if (passkey === undefined || owner === undefined || !owner.enabled || !isSigningKey(passkey, owner)) {
    return err({ reason: 'not_found' });
  }
  if (owner.id === admin.id) return err({ reason: 'own_key' });
  const standing = standingOf(passkey);
  if (standing !== 'waiting') return err({ reason: 'not_waiting', standing });
  const record = all.operators.find((each) => each.id === admin.id);
  const mine = record === undefined ? [] : all.passkeys.filter((each) => mayCountersign(each, record, all.bootstrap));
  return mine.length === 0 ? err({ reason: 'no_key_of_yours' }) : ok({ ...all, passkey, mine });
}

interface Everything {
  readonly operators: readonly Operator[];
  readonly passkeys: readonly Passkey[];
  readonly bootstrap: Bootstrap;
}

async function everything({ config, passkeys }: SigningKeysDeps, org: OrgId): Promise<Everything> {
  const [operators, all, bootstrap] = await Promise.all([
    config.operators(org),
    passkeys.ofOrganization(org),
    passkeys.bootstrap(org),
  ]);
  return { operators, passkeys: all, bootstrap };
}

function countersignatureOf(
  deps: SigningKeysDeps,
  passkey: Passkey,
  { id: by }: Operator,
  nonce: string,
  expiresAtMs: number,
): string {
  const enrolment = passkey.enrolment!.statement;
  return enrolmentText({
    ...statedOf(deps, passkey, nonce, expiresAtMs),
    decision: 'countersign',
    by,
    enrolment,
  });
}
