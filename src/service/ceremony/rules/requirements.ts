/**
 * Whose key can count, whose key counts, and whose key is missing: whether the keys of a request meet its policy, and
 * whether they still can (docs/decisions/groups.md).
 */

import type { OperatorId } from '../../../protocol/identifiers';
import {
  type Member,
  meetsRequirements,
  type RequirementProgress,
  requirementProgress,
} from '../../../protocol/requirements';
import { MAX_ROUNDS } from '../../../protocol/rounds';
import { MAX_REISSUES, MAX_WRONG_CODES } from '../../request/rules/limits';
import { isAuthorized, isOpen, type Open, type Request, type Seat, turnsOf } from '../../request/rules/request';

/** Operators whose seat was not removed. */
export function eligible(request: Request): OperatorId[] {
  return request.seats.filter((seat) => !seat.disabled).map((seat) => seat.operator);
}

/** Operators whose keys count: those who turned in this round, or after authorization the approvers. */
export function countedKeys(request: Request): readonly OperatorId[] {
  if (isOpen(request)) return turnsOf(request).map((turn) => turn.operator);
  return isAuthorized(request) ? request.approvers : [];
}

/** Operators who can still turn a key that counts. Empty once there is a verdict. */
export function waitingFor(request: Request): OperatorId[] {
  if (!isOpen(request)) return [];
  const turned = new Set(countedKeys(request));
  return eligible(request).filter((operator) => !turned.has(operator));
}

/** `turned` has the result of `countedKeys`. */
export function seatState(
  request: Request,
  { operator, disabled, wrongCodes }: Seat,
  turned: readonly OperatorId[],
): 'asked' | 'turned' | 'locked' | 'out' {
  // A key that was part of the verdict stays turned, even if its operator was disabled later.
  if (turned.includes(operator)) return 'turned';
  if (disabled) return 'out';
  return isOpen(request) && wrongCodes >= MAX_WRONG_CODES ? 'locked' : 'asked';
}

/** The quorum, and every requirement by distinct operators. */
export function meetsPolicy({ policy, seats }: Request, operators: readonly OperatorId[]): boolean {
  if (operators.length < policy.quorum) return false;
  const { requires = [] } = policy;
  return requires.length === 0 || meetsRequirements(requires, withGroups(seats, operators));
}

/**
 * Whether those who turned a key and those who still can are enough. A locked seat counts while an admin can re-issue
 * its code or a new round can begin.
 */
export function canStillBeMet(request: Open): boolean {
  const turned = new Set(turnsOf(request).map((turn) => turn.operator));
  const present = request.seats.filter((seat) => !seat.disabled);
  const free = present.filter((seat) => turned.has(seat.operator) || !isOutOfTries(seat));
  const isNewRoundLeft = request.policy.mode === 'coincident' && request.round < MAX_ROUNDS && free.length > 0;
  const left = isNewRoundLeft ? present : free;
  return meetsPolicy(
    request,
    left.map(({ operator }) => operator),
  );
}

function isOutOfTries({ wrongCodes, issue }: Seat): boolean {
  return wrongCodes >= MAX_WRONG_CODES && issue >= MAX_REISSUES;
}

export interface NamedProgress extends RequirementProgress {
  readonly name: string;
}

/** How many keys of each requirement are turned, with each operator counted for one of them. */
export const progressOf = (request: Request): NamedProgress[] => progressWith(request, countedKeys(request));

function progressWith({ policy, seats }: Request, operators: readonly OperatorId[]): NamedProgress[] {
  const { requires = [], groups = [] } = policy;
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  return requirementProgress(requires, withGroups(seats, operators)).map((progress) => ({
    ...progress,
    name: names.get(progress.group) ?? progress.group,
  }));
}

/** "Finance 1 of 2, Security 0 of 1". Empty if nothing is required. */
export function progressText(request: Request): string {
  return progressOf(request)
    .map(({ name, turned, keys }) => `${name} ${turned} of ${keys}`)
    .join(', ');
}

/** The fewest further keys with which the policy can be met. */
export function keysMissing(request: Open): number {
  return missingWith(
    request,
    turnsOf(request).map(({ operator }) => operator),
  );
}

/** As `keysMissing`, once this operator has turned a key too. 0: theirs is the last key. Null: they have none to turn. */
export function keysMissingAfter(request: Request, operator: OperatorId): number | null {
  const turned = turnedAfter(request, operator);
  return turned === null ? null : missingWith(request, turned);
}

/** As `progressOf`, once this operator has turned a key too. Null if they have none to turn. */
export function progressAfter(request: Request, operator: OperatorId): NamedProgress[] | null {
  const turned = turnedAfter(request, operator);
  return turned === null ? null : progressWith(request, turned);
}

function turnedAfter(request: Request, operator: OperatorId): readonly OperatorId[] | null {
  return waitingFor(request).includes(operator) ? [...countedKeys(request), operator] : null;
}

function missingWith({ policy, seats }: Request, operators: readonly OperatorId[]): number {
  const { quorum, requires = [] } = policy;
  const progress = requirementProgress(requires, withGroups(seats, operators));
  const unmet = progress.reduce((sum, { keys, turned }) => sum + keys - turned, 0);
  return Math.max(quorum - operators.length, unmet);
}

/** In the order of the turns. */
function withGroups(seats: readonly Seat[], operators: readonly OperatorId[]): Member[] {
  const known = new Map(seats.map((seat) => [seat.operator, seat.groups ?? []]));
  return operators.map((operator) => ({ operator, groups: known.get(operator) ?? [] }));
}
