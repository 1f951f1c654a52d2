/** Readable preconditions for the tests of the core: a request, and what has happened to it since. */

import { person, program } from '../../src/protocol/actor';
import type { ActionId, ApiKeyId, ClaimId, OperatorId, OrgId, RequestId } from '../../src/protocol/identifiers';
import type { OutcomeReason } from '../../src/protocol/outcome-reasons';
import type { Result } from '../../src/protocol/result';
import { abortRequest, refuseRequest } from '../../src/service/ceremony/rules/refuse';
import { withNewCode } from '../../src/service/ceremony/rules/reissue';
import { settle } from '../../src/service/ceremony/rules/settle';
import { stopRequest } from '../../src/service/ceremony/rules/stop';
import { turnKey } from '../../src/service/ceremony/rules/turn';
import { withdrawTurn } from '../../src/service/ceremony/rules/withdraw';
import { claimIntent, judgeReport } from '../../src/service/execution/rules/claim';
import { handOver } from '../../src/service/execution/rules/integration';
import type { Policy, RosterMember } from '../../src/service/policy/rules/policy';
import { INITIAL } from '../../src/service/request/rules/fields';
import { type Change, sealChange } from '../../src/service/request/rules/journal';
import type { Lease, Notified, Params, PolicySnapshot, Request, Seat } from '../../src/service/request/rules/request';

/** The day on which all tests happen. */
const DAY = '2026-11-20';

/** `12:00`, `12:00:01`, `12:00:01.500`, all UTC. */
export function at(time: string): number {
  const full = time.length === 5 ? `${time}:00` : time;
  const ms = Date.parse(`${DAY}T${full}Z`);
  if (Number.isNaN(ms)) throw new Error(`no time of day: ${time}`);
  return ms;
}

export const seconds = (count: number): number => count * 1000;
export const hours = (count: number): number => count * 3_600_000;
export const days = (count: number): number => count * 86_400_000;

export const op = (id: string): OperatorId => id as OperatorId;
export const claimId = (digit: string): ClaimId => `clm_${digit.repeat(24)}` as ClaimId;

export const ORG = 'org_test' as OrgId;
export const REQUEST_ID = 'req_000000000000000000000001' as RequestId;
export const ALPHA = op('op_alpha');
export const BRAVO = op('op_bravo');
export const CHARLIE = op('op_charlie');
export const DELTA = op('op_delta');

export interface RequestOptions {
  readonly quorum?: number;
  readonly mode?: 'independent' | 'coincident';
  readonly coincidenceSeconds?: number;
  readonly seats?: readonly string[];
  readonly requester?: string;
  readonly denySelfApproval?: boolean;
  readonly turn?: 'code' | 'code_and_passkey';
  readonly ttlSeconds?: number;
  readonly integration?: string | null;
  /** Whether it has a sealed intent, and how long the intent may be claimed. */
  readonly executeWithinSeconds?: number | null;
  readonly createdAt?: string;
  readonly round?: number;
  readonly params?: Params;
  readonly summary?: string | null;
  readonly reminded?: boolean;
  readonly warned?: boolean;
}

/**
 * What has happened since. Steps are applied in order, and the request is settled before each one, as before every
 * command.
 */
export type Step = (request: Request) => Request;

/** Created at 12:00 with a TTL of one hour, three seats and quorum 2. Then `steps` are applied. */
export function aRequest(options?: RequestOptions): Notified;
export function aRequest(options: RequestOptions, ...steps: readonly Step[]): Request;
export function aRequest(options: RequestOptions = {}, ...steps: readonly Step[]): Request {
  return steps.reduce<Request>((request, step) => step(request), aNotified(options));
}

function aNotified(options: RequestOptions): Notified {
  const createdAtMs = at(options.createdAt ?? '12:00');
  const policy = aSnapshot(options);
  return {
    ...INITIAL,
    org: ORG,
    id: REQUEST_ID,
    action: 'deploy' as ActionId,
    requester: op(options.requester ?? 'op_alpha'),
    summary: options.summary ?? null,
    params: options.params ?? { service: 'billing' },
    operationHash: `sha256:${'ab'.repeat(32)}`,
    state: 'notified',
    policy,
    seats: (options.seats ?? ['op_alpha', 'op_bravo', 'op_charlie']).map((id) => aSeat(id)),
    executeWithinMs: options.executeWithinSeconds == null ? null : seconds(options.executeWithinSeconds),
    createdAtMs,
    expiresAtMs: createdAtMs + policy.ttlMs,
    codeKeyId: 'code_1',
    round: options.round ?? 1,
    reminded: options.reminded ?? false,
    warned: options.warned ?? false,
    updatedAtMs: createdAtMs,
    revision: 1,
    writeId: 'write_1',
  };
}

function aSnapshot(options: RequestOptions): PolicySnapshot {
  return {
    version: 1,
    title: 'Deploy',
    mode: options.mode ?? 'independent',
    coincidenceMs: seconds(options.coincidenceSeconds ?? 60),
    quorum: options.quorum ?? 2,
    rule: null,
    denySelfApproval: options.denySelfApproval ?? false,
    turn: options.turn ?? 'code',
    ttlMs: seconds(options.ttlSeconds ?? 3600),
    integration: options.integration ?? null,
  };
}

export function aSeat(operator: string, seat: Partial<Seat> = {}): Seat {
  return { operator: op(operator), issue: 0, wrongCodes: 0, disabled: false, ...seat };
}

export const turnedBy =
  (operator: string, time = '12:01'): Step =>
  (request) => {
    const turned = accepted(turnKey(settledAt(request, time), aTurn(operator), at(time)));
    if (!turned.right) throw new Error('the given turn was made with a wrong code');
    return turned.change.request;
  };

export const wrongCodeBy =
  (operator: string, time = '12:01'): Step =>
  (request) =>
    accepted(turnKey(settledAt(request, time), { ...aTurn(operator), isRightCode: () => false }, at(time))).change
      .request;

export const withdrawnBy = (operator: string, time = '12:02'): Step =>
  changed(time, (request, nowMs) => withdrawTurn(request, op(operator), nowMs));

export const refusedBy = (
  operator: string,
  time = '12:02',
  note: string | null = null,
  outcomeReason: OutcomeReason | null = null,
): Step =>
  changed(time, (request, nowMs) => refuseRequest(request, { operator: op(operator), note, outcomeReason }, nowMs));

export const abortedBy = (operator: string, time = '12:02', note: string | null = null): Step =>
  changed(time, (request, nowMs) => abortRequest(request, { operator: op(operator), note }, nowMs));

export const reissuedFor = (operator: string, time = '12:02'): Step =>
  changed(time, (request, nowMs) => withNewCode(request, { seat: op(operator), admin: DELTA }, nowMs));

export const settledBy =
  (time: string): Step =>
  (request) =>
    settledAt(request, time);

export const handedOver =
  (time = '12:03'): Step =>
  (request) =>
    handOver(settledAt(request, time), at(time)).request;

export const claimedWith = (digit: string, time: string, leaseSeconds = 600): Step =>
  changed(time, (request) => claimIntent(request, aLease(digit, time, leaseSeconds)));

export const reportedWith = (digit: string, time: string, status: 'succeeded' | 'failed' = 'succeeded'): Step =>
  changed(time, (request, nowMs) =>
    judgeReport(request, { claimId: claimId(digit), status, reference: null, error: null }, nowMs),
  );

export const stoppedBy = (by: string, time: string, note: string | null = null): Step =>
  changed(time, (request, nowMs) =>
    stopRequest(request, { by: by.startsWith('key_') ? program(by) : person(by), note }, nowMs),
  );

export function aTurn(operator: string, round: number | null = null) {
  return { operator: op(operator), round, isRightCode: () => true };
}

export function aLease(digit: string, time: string, leaseSeconds = 600): Lease {
  return { claimId: claimId(digit), claimedAtMs: at(time), leaseExpiresAtMs: at(time) + seconds(leaseSeconds) };
}

function changed(time: string, command: (request: Request, nowMs: number) => Result<Change, unknown>): Step {
  return (request) => accepted(command(settledAt(request, time), at(time))).request;
}

function settledAt(request: Request, time: string): Request {
  return settle(request, at(time)).request;
}

export function accepted<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
  return result.value;
}

export function refused<E>(result: Result<unknown, E>): E {
  if (result.ok) throw new Error('it was not refused');
  return result.error;
}

/** To store a request that has come further, in one write. */
export function createdAs(request: Request, entries: Change['entries'] = []): Change<Notified> {
  return { request: request as Notified, entries };
}

/** When the written change is checked. */
export const checkOf = (change: Change): number | null => sealChange(change, 'w').checkAtMs;

export const kindsOf = (change: Change): string[] => change.entries.map((entry) => entry.kind);

/** Quorum 2 of four, selectable 1–3, independent, an hour. */
export function aPolicy(policy: Partial<Policy> = {}): Policy {
  return {
    id: 'deploy' as ActionId,
    version: 7,
    title: 'Deploy',
    roster: [ALPHA, BRAVO, CHARLIE, DELTA],
    quorum: { default: 2, min: 1, max: 3, selectable: true },
    mode: 'independent',
    coincidenceSeconds: 60,
    denySelfApproval: false,
    requiredParams: [],
    paramRules: [],
    ttlSeconds: 3600,
    maxOpen: null,
    display: null,
    turn: 'code',
    integration: null,
    ...policy,
  };
}

/** The same, as an admin sends it: the service gives it its version. */
export function aNewPolicy(policy: Partial<Policy> = {}): Omit<Policy, 'version'> {
  const { version: _, ...sent } = aPolicy(policy);
  return sent;
}

export function operators(...ids: readonly string[]): RosterMember[] {
  return ids.map((id) => ({ id: op(id), enabled: true }));
}

export const FOUR_OPERATORS = operators('op_alpha', 'op_bravo', 'op_charlie', 'op_delta');

export const A_PROPOSAL = {
  ...INITIAL,
  org: ORG,
  id: REQUEST_ID,
  action: 'deploy' as ActionId,
  requester: ALPHA,
  params: { service: 'billing' },
  codeKeyId: 'code_1',
  proposedBy: program('key_1'),
  sent: { keyId: 'key_1' as ApiKeyId, quorum: null, executeWithinSeconds: null },
} as const;
