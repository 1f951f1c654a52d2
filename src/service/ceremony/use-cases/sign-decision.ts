/**
 * The signature of an operator's decision: the statement that getStatement returns, and the check of the signed answer
 * (docs/decisions/signed-turns.md).
 */

import { displayText } from '../../../protocol/display/display';
import type { OrgId, RequestId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import { signedByPasskey } from '../../../protocol/statements/assertion';
import type { Decision } from '../../../protocol/statements/texts';
import { TURN_NAMESPACE } from '../../../protocol/statements/turn';
import type { PasskeyStore } from '../../access/ports';
import { opensSession, type Passkey, signingPoint, withUse } from '../../access/rules/passkey';
import { isSigningKey, isTrusted } from '../../access/rules/signing-keys';
import { relyingParty } from '../../access/use-cases/passkeys';
import type { SentSignature } from '../../access/use-cases/signing-keys/statement';
import type { CodeKeys, ConfigStore } from '../../configuration/ports';
import type { Operator } from '../../configuration/rules/items';
import { displayOf } from '../../policy/use-cases/read-display';
import { everyAction } from '../../request/rules/caller';
import { isOpen, type Request } from '../../request/rules/request';
import type { Random } from '../../system/ports';
import { type CeremonyRefusal, openSeat } from '../rules/refusals';
import {
  policyDocumentOf,
  type SignatureCheck,
  type SignatureFault,
  statementOf,
  wantsSignature,
} from '../rules/signed-decision';
import { getRequest } from './read-requests';
import type { CommandDeps } from './run-command';

export interface SignDeps {
  readonly passkeys: Pick<PasskeyStore, 'passkey' | 'ofOperator' | 'bootstrap'>;
  readonly codeKeys: CodeKeys;
  /** The console's own origin. */
  readonly origin: string;
}

export interface Statement {
  readonly statement: string;
  readonly policy: string;
  /** The text whose digest the statement names. Null if the request has no display. */
  readonly display: string | null;
  /** The operator's passkeys that can sign now. */
  readonly passkeys: readonly Passkey[];
}

export type StatementRefusal =
  | CeremonyRefusal
  | { readonly reason: 'not_found' }
  | { readonly reason: 'not_wanted' }
  | { readonly reason: 'no_host_name' };

/** Stores nothing, because the command computes the statement again. */
export async function getStatement(
  deps: SignDeps &
    CommandDeps & { readonly random: Random; readonly config: Pick<ConfigStore, 'operator' | 'actionVersion'> },
  { org, id: operator }: Operator,
  id: RequestId,
  decision: Decision,
): Promise<Result<Statement, StatementRefusal>> {
  const [found, owner, all, bootstrap] = await Promise.all([
    getRequest(deps, everyAction(org), id),
    deps.config.operator(org, operator),
    deps.passkeys.ofOperator(org, operator),
    deps.passkeys.bootstrap(org),
  ]);
  if (found === null || owner === null) return err({ reason: 'not_found' });
  const open = openSeat(found.request, operator);
  if (!open.ok) return open;
  const { request, seat } = open.value;
  if (!wantsSignature(request)) return err({ reason: 'not_wanted' });
  if (relyingParty(deps.origin) === null) return err({ reason: 'no_host_name' });
  const [secret, display] = await Promise.all([
    deps.codeKeys.secret(request.codeKeyId),
    displayOf(deps.config, request),
  ]);
  return ok({
    statement: statementOf(request, seat, decision, secret),
    policy: policyDocumentOf(request),
    display: display === null ? null : displayText(display),
    passkeys: all.filter((passkey) => isSigningKey(passkey, owner) && isTrusted(passkey, bootstrap)),
  });
}

/** Why the operator cannot sign, or null. If the request needs no signature, nothing is read. */
export async function signingObstacle(
  { passkeys, origin }: Omit<SignDeps, 'codeKeys'>,
  request: Request,
  operator: Operator,
): Promise<'no_passkey' | 'not_countersigned' | null> {
  if (!isOpen(request) || !wantsSignature(request)) return null;
  if (!request.seats.some((seat) => seat.operator === operator.id)) return null;
  if (relyingParty(origin) === null) return 'no_passkey';
  const [all, bootstrap] = await Promise.all([
    passkeys.ofOperator(operator.org, operator.id),
    passkeys.bootstrap(operator.org),
  ]);
  const keys = all.filter((passkey) => isSigningKey(passkey, operator));
  if (keys.length === 0) return 'no_passkey';
  return keys.some((passkey) => isTrusted(passkey, bootstrap)) ? null : 'not_countersigned';
}

export interface SignerInput {
  readonly owner: Operator;
  readonly decision: Decision;
  readonly sent: SentSignature | null;
  readonly named: NamedPasskey | null;
  readonly secret: Uint8Array;
  readonly origin: string;
}

/** Checks the signature for the request as it is whenever the command is decided. */
export function signerOf({ owner, decision, sent, named, secret, origin }: SignerInput): SignatureCheck {
  const passkey = named?.passkey ?? null;
  const rpId = relyingParty(origin);
  const point = passkey === null || passkey.operator !== owner.id ? null : signingPoint(passkey);
  return (request, seat, nowMs) => {
    if (sent === null) return err('missing');
    if (passkey === null || point === null || rpId === null || !opensSession(passkey, owner)) {
      return err('unknown_passkey');
    }
    if (!named?.isTrusted) return err('not_countersigned');
    const statement = statementOf(request, seat, decision, secret);
    const expected = { namespace: TURN_NAMESPACE, statement, point, rpId, origin, counter: passkey.counter };
    const signed = signedByPasskey(sent.assertion, expected);
    if (!signed.ok) return err<SignatureFault>(signed.error);
    const { armoured: signature, counter } = signed.value;
    const { org, id, round } = request;
    const { operator, takenBack = 0 } = seat;
    const kept = { org, request: id, operator, decision, round, takenBack, atMs: nowMs, statement, signature };
    return ok({ decision: { ...kept, passkey: passkey.id }, ...withUse(passkey, counter, nowMs) });
  };
}

export interface NamedPasskey {
  readonly passkey: Passkey;
  /** Whether the passkey's signatures count. */
  readonly isTrusted: boolean;
}

/**
 * The passkey that a command names. Without a signature nothing is read. The bootstrap is read only if nobody
 * countersigned the key.
 */
export async function namedPasskey(
  { passkeys }: Pick<SignDeps, 'passkeys'>,
  org: OrgId,
  sent: SentSignature | null,
): Promise<NamedPasskey | null> {
  const passkey = sent === null ? null : await passkeys.passkey(org, sent.passkey);
  if (passkey === null) return null;
  const bootstrap = passkey.countersigned === undefined ? await passkeys.bootstrap(org) : NOT_ASKED;
  return { passkey, isTrusted: isTrusted(passkey, bootstrap) };
}

/** A countersigned key counts during the bootstrap and after it. */
const NOT_ASKED = { endedAtMs: null };
