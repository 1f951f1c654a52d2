/** What an operator is told when a command is refused: a reason that they can act on. */

import type { OperatorId } from '../../protocol/identifiers';
import { assertNever } from '../../protocol/result';
import { MAX_REISSUES } from '../request/limits';
import type { Request } from '../request/request';
import type { CeremonyRefusal } from './refusals';
import { reissueCode } from './reissue';
import { abortRequest, refuseRequest, restartRound } from './stop';
import { turnKey } from './turn';
import { withdrawTurn } from './withdraw';

export type CommandName = 'turn' | 'refuse' | 'abort' | 'withdraw' | 'restart' | 'reissue';

const DOING: Record<Exclude<CommandName, 'reissue'>, string> = {
  turn: 'turn a key',
  refuse: 'refuse',
  abort: 'abort',
  withdraw: 'withdraw',
  restart: 'restart the round',
};

export function explainRefusal(command: CommandName, refusal: CeremonyRefusal): string {
  switch (refusal.reason) {
    case 'decided':
      return `the request was already ${decision(refusal)}`;
    case 'not_asked':
      return command === 'reissue'
        ? `this code cannot be re-issued: ${NO_SEAT_TO_REISSUE[refusal.why]}`
        : `you cannot ${DOING[command]}: ${NOT_ASKED[refusal.why]}`;
    case 'already_turned':
      return command === 'reissue'
        ? `the key of this seat was turned at ${iso(refusal.atMs)}: it needs no new code`
        : `the key of this seat was turned at ${iso(refusal.atMs)}; withdraw it first to change your mind`;
    case 'not_turned':
      return 'you have not turned a key in this round, so there is nothing to withdraw';
    case 'seat_locked':
      return 'this seat is locked after 5 wrong codes: ask an admin to re-issue the code, or wait for the next round';
    case 'stale_round':
      return `stale round: you were shown round ${refusal.named}, the request is in round ${refusal.current}; use the new code`;
    case 'not_coincident':
      return 'only a coincident request has a round to restart; abort this one instead';
    default:
      return assertNever(refusal);
  }
}

const NOT_ASKED = {
  proposed_it: 'you proposed this request, and its action denies self approval',
  no_seat: 'you are not among the operators who were asked',
  disabled: 'your seat was taken out when your account was disabled',
} as const;

/** For a re-issue: the caller is an admin, and the seat belongs to another operator. */
const NO_SEAT_TO_REISSUE = {
  proposed_it: 'that operator proposed the request, and its action denies self approval',
  no_seat: 'that operator was not asked',
  disabled: 'that seat was taken out when its operator was disabled',
} as const;

function decision(refusal: Extract<CeremonyRefusal, { reason: 'decided' }>): string {
  const by =
    refusal.by.length > 0 ? ` by ${refusal.by.join(', ')}` : refusal.outcome === 'expired' ? '' : ' by the system';
  const because = refusal.because === null ? '' : ` (${refusal.because})`;
  return `${refusal.outcome}${by} at ${iso(refusal.atMs)}${because}`;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export interface CommandOption {
  readonly command: CommandName;
  readonly allowed: boolean;
  /** The reason why not, or a warning. Null if there is nothing to say. */
  readonly reason: string | null;
}

/**
 * What this operator may do now, found by running each command without writing. So the answer always matches the
 * command.
 */
export function optionsOf(request: Request, operator: OperatorId, isAdmin: boolean, nowMs: number): CommandOption[] {
  const dry = { operator, note: null };
  const outcomes = {
    turn: turnKey(request, { operator, round: null, isRightCode: () => true }, nowMs),
    refuse: refuseRequest(request, dry, nowMs),
    abort: abortRequest(request, dry, nowMs),
    withdraw: withdrawTurn(request, operator, nowMs),
    restart: restartRound(request, operator, nowMs),
  };
  const own = Object.entries(outcomes).map(([name, outcome]): CommandOption => {
    const command = name as CommandName;
    return { command, allowed: outcome.ok, reason: outcome.ok ? null : explainRefusal(command, outcome.error) };
  });
  return [...own, reissueOption(request, isAdmin, nowMs)];
}

function reissueOption(request: Request, isAdmin: boolean, nowMs: number): CommandOption {
  if (!isAdmin) return { command: 'reissue', allowed: false, reason: 'only an admin can re-issue a code' };
  const tried = request.seats.map((seat) => reissueCode(request, { seat: seat.operator, admin: seat.operator }, nowMs));
  const refused = tried.find((outcome) => !outcome.ok);
  if (tried.some((outcome) => outcome.ok)) {
    const last = request.seats.some((seat, index) => tried[index]?.ok === true && seat.issue >= MAX_REISSUES);
    return {
      command: 'reissue',
      allowed: true,
      reason: last ? `a seat has had ${MAX_REISSUES} re-issues: one more aborts the request` : null,
    };
  }
  const reason = refused !== undefined && !refused.ok ? explainRefusal('reissue', refused.error) : 'nobody was asked';
  return { command: 'reissue', allowed: false, reason };
}
