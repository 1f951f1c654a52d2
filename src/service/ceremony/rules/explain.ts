/** Explains to an operator why a command is refused, with a reason that they can act on. */

import type { OperatorId } from '../../../protocol/identifiers';
import { assertNever, err, ok } from '../../../protocol/result';
import type { Evidence, NoEvidence } from '../../request/rules/evidence';
import { MAX_REISSUES } from '../../request/rules/limits';
import { isAuthorized, type Request } from '../../request/rules/request';
import type { CeremonyRefusal } from './refusals';
import { abortRequest, refuseRequest, restartRound } from './refuse';
import { withNewCode } from './reissue';
import type { SignatureFault } from './signed-decision';
import { type NothingToStop, stopByOperator } from './stop';
import { turnKey } from './turn';
import { withdrawTurn } from './withdraw';

export type CommandName = 'turn' | 'refuse' | 'abort' | 'withdraw' | 'restart' | 'stop' | 'reissue';

const DOING: Record<Exclude<CommandName, 'reissue'>, string> = {
  turn: 'turn a key',
  refuse: 'refuse',
  abort: 'abort',
  withdraw: 'take back a key',
  restart: 'restart the round',
  stop: 'stop this request',
};

export function explainRefusal(command: CommandName, refusal: CeremonyRefusal): string {
  switch (refusal.reason) {
    case 'decided':
      return `The request was already ${decision(refusal)}.`;
    case 'not_asked':
      return command === 'reissue'
        ? `This code cannot be re-issued. ${NO_SEAT_TO_REISSUE[refusal.why]}`
        : `You cannot ${DOING[command]}. ${NOT_ASKED[refusal.why]}`;
    case 'already_turned':
      return command === 'reissue'
        ? `This operator approved at ${iso(refusal.atMs)}. The seat needs no new code.`
        : `You approved at ${iso(refusal.atMs)}. Take back your key to change your decision.`;
    case 'not_turned':
      return 'You have not turned a key in this round. There is no key to take back.';
    case 'seat_locked':
      return 'This seat is locked after 5 wrong codes. Ask an admin to re-issue the code, or wait for the next round.';
    case 'stale_round':
      return `Your code is for round ${refusal.named}. The request is now in round ${refusal.current}. Use the new code.`;
    case 'not_signed':
      return NOT_SIGNED[refusal.why];
    case 'no_evidence':
      return `The document ${JSON.stringify(refusal.document)} ${NO_EVIDENCE[refusal.state]}`;
    case 'nothing_to_stop':
      return NOTHING_TO_STOP[refusal.why];
    case 'not_coincident':
      return 'Only a coincident request has a round to restart. Abort this request instead.';
    default:
      return assertNever(refusal);
  }
}

const NOT_ASKED = {
  proposed_it: 'You made this request, and its policy does not let the requester decide.',
  no_seat: 'You are not among the operators who were asked.',
  disabled: 'Your seat was removed when your account was disabled.',
  struck:
    'Your e-mail address, passkeys or sign-in link were changed after this request was made, so you have no seat in it.',
  not_requester: 'Only the operator in whose name it was made can report it as misuse.',
  may_not_stop: 'Only its requester, the operators who were asked and admins can.',
} as const;

const NOTHING_TO_STOP: Readonly<Record<NothingToStop, string>> = {
  no_verdict: 'There is nothing to stop, because the request has no verdict yet. Refuse or abort it instead.',
  not_approved: 'There is nothing to stop, because the request was not approved.',
  change: 'A change of the configuration cannot be stopped. Make another change instead.',
  left_to_program:
    'The service cannot stop this request, because it has neither a sealed intent nor an integration. The service does ' +
    'not know whether the program that requested it has acted.',
  call_ended: "There is nothing to stop, because the integration's call has ended.",
  reported: 'There is nothing to stop, because the worker has reported its run.',
  window_over: 'There is nothing to stop, because the time to run it is over.',
};

const NOT_SIGNED: Readonly<Record<SignatureFault, string>> = {
  missing: 'This action needs your passkey as well as your code. Sign with your passkey.',
  no_passkey:
    'This action needs your passkey as well as your code, and you have no passkey that can sign. ' +
    'Add one on the page "Account". Then you can turn your key.',
  unknown_passkey: 'You have no such passkey, or it cannot sign. Use another one.',
  not_countersigned:
    'This action needs your passkey as well as your code, and no admin has countersigned your passkey yet. ' +
    'Ask an admin to countersign it on the page "Operators". Then you can turn your key.',
  passkey_changed: 'Your passkey was used or removed at the same moment. Sign again.',
  malformed: 'The signature could not be read. Sign again.',
  other_origin: 'The signature was made on another page. Open the console and sign again.',
  user_not_verified: 'Your passkey did not verify you. Use its PIN or your fingerprint, and sign again.',
  not_this_statement: 'The signature is not of this request as it is now. Sign again.',
  counter:
    'This passkey was used elsewhere in the meantime, so it may have been copied. Sign again, and tell an admin.',
};

/** What to do, too. In each case the same code can be used again. */
const NO_EVIDENCE: Readonly<Record<NoEvidence['state'], string>> = {
  missing: 'is not stored yet. Ask for it to be stored, then turn your key with the same code.',
  expired: 'is not kept any more. Ask for it to be stored again, then turn your key with the same code.',
  changed:
    'is not the one that was proposed: what is stored has another digest. Ask for it to be stored again, and tell an admin.',
  unknown: 'could not be checked. Your code was not used. Try again in a minute.',
};

/** For a re-issue, where the caller is an admin and the seat belongs to another operator. */
const NO_SEAT_TO_REISSUE = {
  proposed_it: 'That operator made the request, and its policy does not let the requester decide.',
  no_seat: 'That operator was not asked.',
  disabled: 'That seat was removed when its operator was disabled.',
  struck: 'That seat was removed when the identity of its operator was changed.',
  not_requester: 'That operator did not make the request.',
  may_not_stop: 'That operator has no seat.',
} as const;

function decision(refusal: Extract<CeremonyRefusal, { reason: 'decided' }>): string {
  const { outcome, atMs, because } = refusal;
  if (refusal.endedBy === 'program') return `aborted by the program that requested it, at ${iso(atMs)}`;
  const by = refusal.by.length > 0 ? ` by ${refusal.by.join(', ')}` : outcome === 'expired' ? '' : ' by the system';
  return `${outcome}${by} at ${iso(atMs)}${because === null ? '' : ` (${because})`}`;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export interface CommandOption {
  readonly command: CommandName;
  readonly allowed: boolean;
  /** Why the command is refused, or a warning. Null if there is nothing to say. */
  readonly reason: string | null;
}

export interface Asking {
  readonly operator: OperatorId;
  readonly isAdmin: boolean;
  /** Why the operator cannot sign. Null if they can. */
  readonly cannotSign: 'no_passkey' | 'not_countersigned' | null;
  /** The state of the documents. Absent if they were not looked up. */
  readonly evidence?: readonly Evidence[];
}

/** What this operator may do now. Each command is run without writing, so the answer always matches the command. */
export function optionsOf(request: Request, asking: Asking, nowMs: number): CommandOption[] {
  const { operator, isAdmin, cannotSign } = asking;
  const dry = { operator, note: null };
  const sign = () => (cannotSign === null ? ok(null) : err(cannotSign));
  // A list does not look up documents, or the store did not answer. The turn itself looks them up again.
  const evidence = (asking.evidence ?? []).filter(({ state }) => state !== 'unknown');
  const outcomes = {
    turn: turnKey(request, { operator, round: null, isRightCode: () => true, evidence, sign }, nowMs),
    refuse: refuseRequest(request, { ...dry, outcomeReason: null }, nowMs),
    abort: abortRequest(request, dry, nowMs),
    withdraw: withdrawTurn(request, operator, nowMs),
    restart: restartRound(request, operator, nowMs),
  };
  const own = Object.entries(outcomes).map(([name, outcome]): CommandOption => {
    const command = name as CommandName;
    return { command, allowed: outcome.ok, reason: outcome.ok ? null : explainRefusal(command, outcome.error) };
  });
  return [...own, stopOption(request, operator, isAdmin, nowMs), reissueOption(request, isAdmin, nowMs)];
}

function stopOption(request: Request, operator: OperatorId, isAdmin: boolean, nowMs: number): CommandOption {
  const stopped = isAuthorized(request) ? request.stopped : null;
  // Stopping it again would succeed and change nothing, so it is not offered.
  if (stopped !== null)
    return { command: 'stop', allowed: false, reason: `It was already stopped at ${iso(stopped.atMs)}.` };
  const outcome = stopByOperator(request, { operator, isAdmin, note: null }, nowMs);
  return { command: 'stop', allowed: outcome.ok, reason: outcome.ok ? null : explainRefusal('stop', outcome.error) };
}

function reissueOption(request: Request, isAdmin: boolean, nowMs: number): CommandOption {
  if (!isAdmin) return { command: 'reissue', allowed: false, reason: 'Only an admin can re-issue a code.' };
  const tried = request.seats.map((seat) => withNewCode(request, { seat: seat.operator, admin: seat.operator }, nowMs));
  const refused = tried.find((outcome) => !outcome.ok);
  if (tried.some((outcome) => outcome.ok)) {
    const last = request.seats.some((seat, index) => tried[index]?.ok === true && seat.issue >= MAX_REISSUES);
    return {
      command: 'reissue',
      allowed: true,
      reason: last ? `A seat has had ${MAX_REISSUES} re-issues. One more aborts the request.` : null,
    };
  }
  const reason =
    refused !== undefined && !refused.ok ? explainRefusal('reissue', refused.error) : 'No operator was asked.';
  return { command: 'reissue', allowed: false, reason };
}
