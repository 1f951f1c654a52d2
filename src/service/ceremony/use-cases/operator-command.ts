/**
 * POST /api/requests/{id}/turn, refuse, abort, withdraw, restart, stop: turnKey, refuseRequest, abortRequest,
 * withdrawTurn, restartRound, stopRequest.
 */

import { constantTimeEqual } from '../../../protocol/hash';
import type { OperatorId, OrgId, RequestId } from '../../../protocol/identifiers';
import { operatorCode } from '../../../protocol/operator-code';
import type { OutcomeReason } from '../../../protocol/outcome-reasons';
import { err, ok, type Result } from '../../../protocol/result';
import type { Decision as Decided } from '../../../protocol/statements/texts';
import type { SentSignature } from '../../access/use-cases/signing-keys/statement';
import type { CodeKeys, ConfigStore } from '../../configuration/ports';
import type { Operator } from '../../configuration/rules/items';
import type { Loaded, Turner } from '../../request/ports';
import type { Evidence } from '../../request/rules/evidence';
import { type Change, followedBy } from '../../request/rules/journal';
import type { Request, Seat } from '../../request/rules/request';
import { type EvidenceDeps, evidenceOf } from '../../request/use-cases/evidence';
import type { ClockGuard } from '../../system/ports';
import { takeLostSeats } from '../rules/disable-seat';
import type { CeremonyRefusal } from '../rules/refusals';
import { abortRequest, refuseRequest, restartRound } from '../rules/refuse';
import type { SignatureCheck } from '../rules/signed-decision';
import { stopByOperator } from '../rules/stop';
import { turnKey } from '../rules/turn';
import { withdrawTurn } from '../rules/withdraw';
import { type CommandDeps, type Decision, runCommand, type TurnRefused } from './run-command';
import { namedPasskey, type SignDeps, signerOf } from './sign-decision';

export interface OperatorCommandDeps extends CommandDeps, SignDeps, EvidenceDeps {
  readonly clockGuard: ClockGuard;
  readonly config: ConfigStore;
  readonly codeKeys: CodeKeys;
}

/** `signature` is absent if nothing was signed. */
export type OperatorCommand =
  | { readonly name: 'turn'; readonly code: string; readonly round: number | null; readonly signature?: SentSignature }
  | {
      readonly name: 'refuse';
      readonly note: string | null;
      readonly outcomeReason: OutcomeReason | null;
      readonly signature?: SentSignature;
    }
  | {
      readonly name: 'abort';
      readonly note: string | null;
      readonly isMisuse: boolean;
      readonly signature?: SentSignature;
    }
  | { readonly name: 'stop'; readonly note: string | null }
  | { readonly name: 'withdraw' | 'restart' };

export type OperatorRefusal =
  | CeremonyRefusal
  | { readonly reason: 'not_found' }
  /** The access ended after the sign-in: the operator was disabled or the access was revoked. */
  | { readonly reason: 'access_ended' }
  /** Counted over all requests together. The command is refused before the code is compared. */
  | { readonly reason: 'too_many_wrong_codes'; readonly retryAfterMs: number }
  | { readonly reason: 'wrong_code'; readonly triesLeft: number };

export interface Commanded extends Loaded {
  readonly operators: readonly Operator[];
  readonly nowMs: number;
  /** The documents as the turn found them. Absent if they were not looked up. */
  readonly evidence?: readonly Evidence[];
}

/** The answer after the write. A wrong code or a lost seat is both a change and a refusal. */
type WrittenRefusal = OperatorRefusal | null;

export async function operatorCommand(
  deps: OperatorCommandDeps,
  who: Turner & { readonly org: OrgId },
  id: RequestId,
  command: OperatorCommand,
): Promise<Result<Commanded, OperatorRefusal>> {
  // With a wrong clock, a key could be counted in a window that has closed.
  deps.clockGuard.assertTrusted();
  const sent = 'signature' in command ? (command.signature ?? null) : null;
  const [loaded, operators, named] = await Promise.all([
    deps.requests.load(who.org, id),
    deps.config.operators(who.org),
    namedPasskey(deps, who.org, sent),
  ]);
  const record = operators.find((operator) => operator.id === who.operator);
  if (record === undefined || record.accessEpoch !== who.accessEpoch) return err({ reason: 'access_ended' });
  if (loaded === null) return err({ reason: 'not_found' });
  const [isRightCode, evidence] =
    command.name === 'turn'
      ? await Promise.all([
          codeMatcher(deps, loaded.request, who.operator, command.code),
          evidenceOf(deps, loaded.request),
        ])
      : [() => false, undefined];
  const secret = sent === null ? new Uint8Array() : await deps.codeKeys.secret(loaded.request.codeKeyId);
  const decision = DECISION_OF[command.name];
  const sign = decision && signerOf({ owner: record, decision, sent, named, secret, origin: deps.origin });

  const ran = await runCommand<WrittenRefusal, OperatorRefusal>(deps, loaded.request, {
    decide: (settled, nowMs) => {
      const present = takeLostSeats(settled, operators, nowMs);
      const checks = { isRightCode, evidence, sign, isAdmin: record.role === 'admin' };
      const judged = judge(present.request, who, command, checks, nowMs);
      if (judged.ok) return ok({ ...judged.value, change: followedBy(present, judged.value.change) });
      return present.entries.length > 0 ? ok({ change: present, value: judged.error }) : judged;
    },
    whenTurnRefused: writeRefusal,
  });
  if (!ran.ok) {
    const passkeyChanged = ran.error.reason === 'not_signed' && ran.error.why === 'passkey_changed';
    // Refusing never waits for a signature.
    if (passkeyChanged && command.name !== 'turn') return operatorCommand(deps, who, id, { ...command, ...UNSIGNED });
    return ran;
  }
  const { request, value: refusal, nowMs } = ran.value;
  // A wrong code is answered here, only after the write that counts it has committed.
  return refusal === null ? ok({ request, intent: loaded.intent, operators, nowMs, evidence }) : err(refusal);
}

const UNSIGNED = { signature: undefined };

const DECISION_OF: Readonly<Partial<Record<OperatorCommand['name'], Decided>>> = {
  turn: 'authorize',
  refuse: 'refuse',
  abort: 'abort',
};

function writeRefusal(why: TurnRefused, nowMs: number): OperatorRefusal {
  switch (why.kind) {
    case 'access_ended':
      return { reason: 'access_ended' };
    case 'too_many_wrong_codes':
      return { reason: 'too_many_wrong_codes', retryAfterMs: why.untilMs - nowMs };
    case 'passkey_changed':
      return { reason: 'not_signed', why: 'passkey_changed' };
  }
}

type CodeMatcher = (round: number, seat: Seat) => boolean;

async function codeMatcher(
  deps: OperatorCommandDeps,
  request: Request,
  operator: OperatorId,
  typed: string,
): Promise<CodeMatcher> {
  const secret = await deps.codeKeys.secret(request.codeKeyId);
  // People copy codes with separators: 1234 5678, 1234-5678.
  const code = typed.replace(/[\s-]/g, '');
  return (round, seat) =>
    constantTimeEqual(
      code,
      operatorCode({ secret, org: request.org, requestId: request.id, round, issue: seat.issue, operator }),
    );
}

interface Checks {
  readonly isRightCode: CodeMatcher;
  readonly evidence: readonly Evidence[] | undefined;
  readonly sign: SignatureCheck | undefined;
  readonly isAdmin: boolean;
}

function judge(
  request: Request,
  { operator, accessEpoch }: Turner,
  command: OperatorCommand,
  checks: Checks,
  nowMs: number,
): Result<Decision<WrittenRefusal>, CeremonyRefusal> {
  if (command.name === 'turn') {
    const turned = turnKey(request, { operator, round: command.round, ...checks }, nowMs);
    if (!turned.ok) return turned;
    const { value } = turned;
    return ok({
      change: value.change,
      turn: { operator, accessEpoch, isWrongCode: !value.right },
      value: value.right ? null : { reason: 'wrong_code', triesLeft: value.guessesLeft },
    });
  }
  const changed = judgePlain(request, operator, command, checks, nowMs);
  return changed.ok ? ok({ change: changed.value, value: null }) : changed;
}

function judgePlain(
  request: Request,
  operator: OperatorId,
  command: Exclude<OperatorCommand, { name: 'turn' }>,
  { sign, isAdmin }: Checks,
  nowMs: number,
): Result<Change, CeremonyRefusal> {
  switch (command.name) {
    case 'refuse':
      return refuseRequest(
        request,
        { operator, note: command.note, outcomeReason: command.outcomeReason, sign },
        nowMs,
      );
    case 'abort':
      return abortRequest(request, { operator, note: command.note, isMisuse: command.isMisuse, sign }, nowMs);
    case 'withdraw':
      return withdrawTurn(request, operator, nowMs);
    case 'restart':
      return restartRound(request, operator, nowMs);
    case 'stop':
      return stopByOperator(request, { operator, isAdmin, note: command.note }, nowMs);
  }
}
