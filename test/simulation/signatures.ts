/** Operators' passkeys in software, and what must hold of everything that was signed with them. */
import { createHash, verify } from 'node:crypto';
import type { Item } from '../../src/local/memory/expressions';
import { keyObjectOf, PASSKEY_KEY } from '../../src/protocol/ssh/public-key';
import { parseArmour, toBeSigned } from '../../src/protocol/ssh/signature';
import { parseTurnStatement, TURN_NAMESPACE } from '../../src/protocol/statements/turn';
import { type AddPasskeyDeps, addPasskey } from '../../src/service/access/use-cases/passkeys';
import type { Operator } from '../../src/service/configuration/rules/items';
import type { Request } from '../../src/service/request/rules/request';
import type { SignedDecision } from '../../src/service/request/rules/signed';
import { aCredential, type Credential } from '../support/authenticator';
import { ORIGIN } from './instances';

const RP_ID = new URL(ORIGIN).hostname;

export interface SigningKey {
  readonly passkey: string;
  readonly credential: Credential;
}

export async function anEnrolledKey(deps: AddPasskeyDeps, operator: Operator): Promise<SigningKey> {
  // One passkey counts its uses. The others do not, like passkeys that are synced between devices.
  const credential = aCredential({ origin: ORIGIN, rpId: RP_ID, counts: operator.id === 'op_bravo' });
  const { id: credentialId, publicKey } = credential;
  const added = await addPasskey(deps, operator, 'laptop', { credentialId, publicKey, counter: 0, transports: [] });
  if (!added.ok) throw new Error(added.error.reason);
  return { passkey: added.value.id, credential };
}

/** The signature of a statement, as the console sends it. `by` may be another key that signs in the name of this one. */
export function signatureOf(key: SigningKey, statement: string, by: SigningKey = key): object {
  const challenge = toBeSigned(TURN_NAMESPACE, statement).toString('base64url');
  return { passkey: key.passkey, response: by.credential.use(challenge) };
}

/** Signed decisions and removed passkeys, in the order of the commits. */
export type SigningEvent =
  | { readonly kind: 'signed'; readonly decision: SignedDecision }
  | { readonly kind: 'removed'; readonly passkey: string };

/** Null for any other item. */
export function signingEventOf(after: Item | undefined): SigningEvent | null {
  const [org, kind, request] = String(after?.pk).split('#');
  if (kind === 'SIGNED')
    return { kind: 'signed', decision: { ...JSON.parse(after!.body as string), org, request } as SignedDecision };
  if (!String(after?.sk).startsWith('PASSKEY#')) return null;
  const { id, deletedAtMs } = JSON.parse(after!.body as string) as { id: string; deletedAtMs: number | null };
  return deletedAtMs === null ? null : { kind: 'removed', passkey: id };
}

/** Checks a request whose action needs signed turns, without the service's own verifier. */
export function unsignedVerdict(
  request: Request,
  approvers: readonly string[],
  events: readonly SigningEvent[],
  keys: ReadonlyMap<string, SigningKey>,
): string[] {
  const isOfIt = ({ decision }: { readonly decision: SignedDecision }) => decision.request === request.id;
  const signed = events.flatMap((event) => (event.kind === 'signed' && isOfIt(event) ? [event.decision] : []));
  const faults = events.flatMap((event, at) => {
    if (event.kind !== 'signed' || !isOfIt(event)) return [];
    const before = events.slice(0, at);
    const isGone = before.some((each) => each.kind === 'removed' && each.passkey === event.decision.passkey);
    return isGone ? [`${event.decision.operator} signed with a passkey that had been removed`] : [];
  });
  const statements = signed.map(({ statement }) => statement);
  if (new Set(statements).size < statements.length) faults.push('one signed statement was counted twice');
  const standing = approvers.filter((operator) => {
    const seat = request.seats.find((each) => each.operator === operator);
    return signed.some(
      (each) =>
        each.operator === operator &&
        each.round === request.round &&
        each.takenBack === (seat?.takenBack ?? 0) &&
        isSignatureOf(each, request, keys.get(operator)),
    );
  });
  if (standing.length < approvers.length || standing.length < request.policy.quorum) {
    faults.push(`authorized without a quorum of signed statements: ${JSON.stringify({ approvers, standing })}`);
  }
  return faults;
}

function isSignatureOf({ statement, signature, operator, round }: SignedDecision, request: Request, key?: SigningKey) {
  const turn = parseTurnStatement(statement);
  const armoured = parseArmour(signature);
  if (turn === null || armoured === null || key === undefined || !('clientData' in armoured.value)) return false;
  const { raw, flags, counter, clientData, origin } = armoured.value;
  const { challenge } = JSON.parse(Buffer.from(clientData).toString('utf8')) as { challenge: string };
  const head = Buffer.alloc(5);
  head.writeUInt8(flags, 0);
  head.writeUInt32BE(counter, 1);
  const bytes = Buffer.concat([sha256(RP_ID), head, sha256(clientData)]);
  const publicKey = keyObjectOf({ type: PASSKEY_KEY, point: key.credential.point, application: RP_ID });
  return (
    turn.request === request.id &&
    turn.operation_hash === request.operationHash &&
    turn.operator === operator &&
    turn.round === round &&
    turn.decision === 'authorize' &&
    origin === ORIGIN &&
    challenge === toBeSigned(TURN_NAMESPACE, statement).toString('base64url') &&
    verify('sha256', bytes, { key: publicKey, dsaEncoding: 'ieee-p1363' }, raw)
  );
}

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();
