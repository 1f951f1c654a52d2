/** The keys of an organization as OpenSSH's `allowed_signers` names them (docs/decisions/signed-turns.md). */
import { type AllowedSigner, PRINCIPAL } from '../../../protocol/ssh/allowed-signers';
import { PASSKEY_KEY, parsePublicKeyText } from '../../../protocol/ssh/public-key';
import { ENROLMENT_NAMESPACE } from '../../../protocol/statements/enrolment';
import { WORKER_NAMESPACE } from '../../../protocol/statements/execution';
import { TURN_NAMESPACE } from '../../../protocol/statements/turn';
import type { ApiKey, Operator } from '../../configuration/rules/items';
import { type Passkey, signingPoint } from './passkey';
import type { Bootstrap } from './signing-keys';

export interface SignersInput {
  readonly passkey: Passkey;
  readonly owner: Operator | undefined;
  readonly rpId: string;
  readonly bootstrap: Bootstrap;
  /** Events after this time are ignored. */
  readonly atMs: number;
}

/**
 * When a key was valid: from its enrolment if the organization was in its bootstrap then, otherwise from its
 * countersignature. A key that was countersigned only after the bootstrap has two periods. A key that signs nothing has
 * none: its algorithm is another one, OpenSSH cannot read its operator's id, or its access epoch ended so long ago that
 * the operator's record no longer has the end.
 */
export function signersOf({ passkey, owner, rpId, bootstrap, atMs }: SignersInput): AllowedSigner[] {
  const point = signingPoint(passkey);
  const end = owner === undefined ? 'unknown' : endOf(passkey, owner);
  if (point === null || owner === undefined || end === 'unknown' || !PRINCIPAL.test(owner.id)) return [];
  const known = (ms: number | null | undefined): number | null => (ms != null && ms <= atMs ? ms : null);
  const times = validTimes({
    createdAtMs: passkey.createdAtMs,
    countersignedAtMs: known(passkey.countersigned?.atMs),
    bootstrapEndedAtMs: known(bootstrap.endedAtMs),
    endedAtMs: known(end),
  });
  const namespaces = [TURN_NAMESPACE, ENROLMENT_NAMESPACE];
  const key = { type: PASSKEY_KEY, point, application: rpId } as const;
  return times
    .filter(({ validAfterMs }) => validAfterMs <= atMs)
    .map(({ note, ...time }) => ({
      principal: owner.id,
      namespaces,
      ...time,
      key,
      ...(note === null ? {} : { note }),
    }));
}

/** Null if the key has not ended. */
function endOf(passkey: Passkey, owner: Operator): number | null | 'unknown' {
  const isRevoked = passkey.accessEpoch !== owner.accessEpoch;
  const revokedAtMs = owner.accessEnds?.find(({ epoch }) => epoch === passkey.accessEpoch)?.atMs;
  if (passkey.deletedAtMs !== null) return Math.min(passkey.deletedAtMs, revokedAtMs ?? passkey.deletedAtMs);
  return isRevoked ? (revokedAtMs ?? 'unknown') : null;
}

interface Moments {
  readonly createdAtMs: number;
  readonly countersignedAtMs: number | null;
  readonly bootstrapEndedAtMs: number | null;
  readonly endedAtMs: number | null;
}

interface ValidTime {
  readonly validAfterMs: number;
  readonly validBeforeMs: number | null;
  readonly note: string | null;
}

const NOT_COUNTERSIGNED = 'bootstrap: nobody had countersigned this key';

function validTimes({ createdAtMs, countersignedAtMs, bootstrapEndedAtMs, endedAtMs }: Moments): ValidTime[] {
  const inBootstrap = bootstrapEndedAtMs === null || createdAtMs < bootstrapEndedAtMs;
  const countersignedInIt =
    countersignedAtMs !== null && (bootstrapEndedAtMs === null || countersignedAtMs <= bootstrapEndedAtMs);
  if (countersignedInIt) return [{ validAfterMs: createdAtMs, validBeforeMs: endedAtMs, note: null }];
  const ends = [bootstrapEndedAtMs, endedAtMs].filter((ms) => ms !== null);
  const first: ValidTime = {
    validAfterMs: createdAtMs,
    validBeforeMs: ends.length === 0 ? null : Math.min(...ends),
    note: NOT_COUNTERSIGNED,
  };
  const later: ValidTime[] =
    countersignedAtMs === null ? [] : [{ validAfterMs: countersignedAtMs, validBeforeMs: endedAtMs, note: null }];
  return [...(inBootstrap ? [first] : []), ...later];
}

/** The signing key of a worker, named by its API key and valid as long as that key. Null if there is none. */
export function workerSigner(apiKey: ApiKey, atMs: number): AllowedSigner | null {
  const { id, signingKey, createdAtMs, revokedAtMs } = apiKey;
  const key = signingKey === undefined ? null : parsePublicKeyText(signingKey);
  if (key === null || createdAtMs > atMs) return null;
  return {
    principal: id,
    namespaces: [WORKER_NAMESPACE],
    validAfterMs: createdAtMs,
    validBeforeMs: revokedAtMs !== null && revokedAtMs <= atMs ? revokedAtMs : null,
    key,
  };
}
