/**
 * The integration's call, as transitions of the request (docs/contract.md#states-and-transitions;
 * docs/contract.md#event-types).
 */
import { SERVICE } from '../../../protocol/actor';
import { STOPPED } from '../../ceremony/rules/stop';
import { type Change, unchanged } from '../../request/rules/journal';
import type { Request } from '../../request/rules/request';

/** Starts the integration's call. Changes nothing if it has already started. */
export function handOver(request: Request, nowMs: number): Change {
  if (request.state !== 'authorized') return unchanged(request);
  return {
    request: { ...request, state: 'executing', updatedAtMs: nowMs },
    entries: [
      { kind: 'request.executing', atMs: nowMs, ...SERVICE, data: { integration: request.policy.integration } },
    ],
  };
}

export interface IntegrationResult {
  readonly succeeded: boolean;
  /** Why the call failed, for the history. */
  readonly reason: string | null;
}

/** Ends the call. Changes nothing unless the request is executing, so the end is written once. */
export function endIntegration(request: Request, result: IntegrationResult, nowMs: number): Change {
  if (request.state !== 'executing') return unchanged(request);
  const { integrationUntilMs: _until, ...rest } = request;
  const state = result.succeeded ? 'succeeded' : 'failed';
  const reason = request.stopped === null ? result.reason : STOPPED;
  return {
    request: {
      ...rest,
      state,
      endedAtMs: nowMs,
      reason,
      updatedAtMs: nowMs,
    },
    entries: [
      {
        kind: `request.${state}`,
        atMs: nowMs,
        ...SERVICE,
        ...(reason === null ? {} : { data: { reason } }),
      },
    ],
  };
}
