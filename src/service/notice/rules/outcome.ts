/**
 * What became of an approved request, in the words of messages: whether a change was made, or how far a request had
 * come.
 */

import type { OperatorId } from '../../../protocol/identifiers';
import { COLLECT_WITHIN_MS, whyNotApplied } from '../../administration/rules/change';
import { begunOf } from '../../ceremony/rules/stop';
import { isAdministrative } from '../../request/rules/administrative';
import { isAuthorized, type Request, type Stopped } from '../../request/rules/request';
import { collectedBy } from '../../request/rules/requested-change';

export interface ChangeOutcome {
  /** `open`: the requester has not collected the token yet, which makes the API key. */
  readonly state: 'made' | 'open' | 'not made';
  readonly text: string;
}

const COLLECT_WITHIN = `${COLLECT_WITHIN_MS / 3600_000} hours`;

const COLLECTING = {
  create_key: 'key makes it by collecting its',
  rotate_key: 'token makes it by collecting the',
} as const;

/** Null if the request is not a change of the configuration or was not approved. */
export function changeOutcomeOf(request: Request): ChangeOutcome | null {
  if (!isAdministrative(request)) return null;
  if (request.state === 'failed')
    return { state: 'not made', text: `The change was not made: ${whyNotApplied(request.reason)}` };
  if (request.state !== 'succeeded') return null;
  const collected = request.change === undefined ? null : collectedBy(request.change);
  if (collected === null) return { state: 'made', text: 'The change is in effect.' };
  return {
    state: 'open',
    text: `The admin who requested the ${COLLECTING[collected]} token, within ${COLLECT_WITHIN}.`,
  };
}

/** Null unless somebody stopped it after the verdict (docs/decisions/stop.md). */
export function stoppedOf(request: Request): Stopped | null {
  return isAuthorized(request) ? request.stopped : null;
}

/** The operator who stopped it. Null if nobody did, or if its program did. */
export function stoppedBy(request: Request): OperatorId | null {
  const by = stoppedOf(request)?.by;
  return by?.actor_kind === 'person' ? (by.actor as OperatorId) : null;
}

/** How far an approved request had come when somebody stopped it. Empty if nobody did. */
export function stoppedText(request: Request, nameOf: (id: OperatorId) => string): string {
  const stopped = stoppedOf(request);
  if (stopped === null) return '';
  const by = stoppedBy(request);
  const who = by === null ? 'The program that requested it' : nameOf(by);
  return `It was stopped${howFar(request, stopped)} ${who} stopped it.`;
}

function howFar(request: Request, { atMs, calling }: Stopped): string {
  const untilMs = begunOf(request)?.untilMs ?? null;
  if (untilMs !== null) return atMs < untilMs ? ' while a worker had it.' : '. It may have run.';
  if (calling) return ' while its integration was called. It may have run.';
  return request.executeWithinMs === null ? ' before its integration was called.' : ' before a worker had it.';
}
