/**
 * What a stop and an abort do in every state of a request: answered, changed and told. The table in docs/decisions/stop.md is
 * compared with what the functions do.
 */
import { readFileSync } from 'node:fs';
import { abortByProgram, isAbortedByProgram } from '../../../src/core/ceremony/refuse';
import { settle } from '../../../src/core/ceremony/settle';
import { newEvents } from '../../../src/core/delivery/events';
import { stopByOperator, stopRequest } from '../../../src/core/execution/stop';
import { newNotices } from '../../../src/core/notice/notices';
import type { Change } from '../../../src/core/request/journal';
import { isAuthorized, isOpen, type Request } from '../../../src/core/request/request';
import type { ApiKeyId } from '../../../src/protocol/identifiers';
import type { Result } from '../../../src/protocol/result';
import {
  ALPHA,
  aRequest,
  aSeat,
  at,
  BRAVO,
  CHARLIE,
  claimedWith,
  DELTA,
  handedOver,
  refusedBy,
  reportedWith,
  type Step,
  settledBy,
  stoppedBy,
  turnedBy,
} from '../../support/builders';

const NOW = at('12:30');
const KEY = 'key_1' as ApiKeyId;

/** Whether the request has an intent, and what has happened to it since the verdict. */
const EXECUTIONS = {
  none: { within: null, steps: [] },
  pending: { within: 7200, steps: [] },
  claimed: { within: 7200, steps: [claimedWith('a', '12:25', 600)] },
  lapsed: { within: 7200, steps: [claimedWith('a', '12:10', 600)] },
  reported: { within: 7200, steps: [claimedWith('a', '12:10', 600), reportedWith('a', '12:15')] },
  'window over': { within: 600, steps: [] },
  'window over, claimed': { within: 600, steps: [claimedWith('a', '12:05', 3600)] },
  stopped: { within: 7200, steps: [stoppedBy('op_alpha', '12:20')] },
} as const satisfies Readonly<Record<string, { readonly within: number | null; readonly steps: readonly Step[] }>>;

const approved = (options: object, ...steps: readonly Step[]) =>
  aRequest({ quorum: 1, requester: 'op_alpha', seats: ['op_bravo'], ...options }, turnedBy('op_bravo'), ...steps);
const ended =
  (state: 'succeeded' | 'failed'): Step =>
  (request) => {
    const { integrationUntilMs: _, ...rest } = handedOver('12:03')(request) as Extract<
      Request,
      { readonly integrationUntilMs: number }
    >;
    return { ...rest, state, endedAtMs: at('12:04') } as Request;
  };
const bank = { integration: 'bank', ttlSeconds: 7200 };
type Within = number | null;

/** One way to each state. Before the verdict, and without an authorization, there is no execution. */
const STATES: Readonly<Record<Request['state'], ((within: Within, ...steps: readonly Step[]) => Request) | Request>> = {
  notified: aRequest({ executeWithinSeconds: 600 }),
  staging: aRequest({ executeWithinSeconds: 600 }, turnedBy('op_bravo')),
  denied: aRequest({}, refusedBy('op_bravo')),
  expired: settledBy('13:00')(aRequest({})),
  aborted: abortByProgram(aRequest({}), { key: KEY, note: null }, at('12:05')).request,
  authorized: (executeWithinSeconds, ...steps) => approved({ ...bank, executeWithinSeconds }, ...steps),
  executing: (executeWithinSeconds, ...steps) => approved({ ...bank, executeWithinSeconds }, handedOver(), ...steps),
  succeeded: (executeWithinSeconds, ...steps) => approved({ executeWithinSeconds }, ...steps),
  failed: (executeWithinSeconds, ...steps) => approved({ ...bank, executeWithinSeconds }, ...steps, ended('failed')),
};

const row = (state: string, execution: string, request: Request): string => {
  const settled = settle(
    { ...request, sent: { keyId: KEY, quorum: null, executeWithinSeconds: null } } as Request,
    NOW,
  ).request;
  const person = stopByOperator(settled, { operator: ALPHA, isAdmin: false, note: null }, NOW);
  const program = isOpen(settled)
    ? ({ ok: true, value: abortByProgram(settled, { key: KEY, note: null }, NOW) } as const)
    : stopRequest(settled, { by: KEY, note: null }, NOW);
  return `| ${state} | ${execution} | ${answerOf(person)} | ${effectOf(settled, person)} | ${byProgram(settled, program)} | ${effectOf(settled, program)} |`;
};

type Outcome = Result<Change, { readonly reason: string; readonly why: string }>;

const answerOf = (outcome: Outcome): string => (outcome.ok ? '200' : `409: ${words(outcome.error.why)}`);
const words = (name: string): string => name.replaceAll('_', ' ');

/** As src/app/execution/abort-own-request.ts answers; test/api/abortOwnRequest compares that with the service. */
function byProgram(request: Request, outcome: Outcome): string {
  if (outcome.ok || !isAuthorized(request)) return '200';
  const { why } = outcome.error;
  if (why === 'reported') return '409 `already_reported`';
  return why === 'window_over' ? '200' : '409 `no_intent`';
}

function effectOf(before: Request, outcome: Outcome): string {
  if (!outcome.ok || outcome.value.entries.length === 0) return 'nothing';
  const { request, entries } = outcome.value;
  const state = request.state === before.state ? '' : `${request.state}, `;
  const events = newEvents(before, request).map(({ type }) => `\`${type}\``);
  const told = [...new Set(newNotices(before, request).map(({ kind }) => kind))];
  const kinds = entries.map(({ kind }) => kind).join(' + ');
  return `${state}${kinds}; event ${events.join() || 'none'}; told ${told.join() || 'nobody'}`;
}

function table(): string[] {
  const rows = Object.entries(STATES).flatMap(([state, made]) =>
    typeof made === 'function'
      ? Object.entries(EXECUTIONS).flatMap(([execution, { within, steps }]) => {
          const isPossible = !(execution === 'stopped' && state === 'authorized');
          return isPossible ? [row(state, execution, made(within, ...steps))] : [];
        })
      : [row(state, 'none', made)],
  );
  return [
    '| state | execution | a person stops | and then | its program aborts | and then |',
    '|---|---|---|---|---|---|',
    ...rows,
  ];
}

it('the table of the decision says what a stop and an abort do in every state', () => {
  const document = readFileSync('docs/decisions/stop.md', 'utf8');
  const written = document.split('\n').filter((line) => line.startsWith('|'));
  expect(written).toEqual(table());
});

it.each([
  ['its requester', ALPHA, false, true],
  ['an operator with a seat', BRAVO, false, true],
  ['an operator whose seat no longer counts', CHARLIE, false, false],
  ['an admin', DELTA, true, true],
  ['anybody else', DELTA, false, false],
])('an approved request can be stopped, or not, by %s', (_, operator, isAdmin, may) => {
  const request = approved({ executeWithinSeconds: 600 });
  const seats = [...request.seats, aSeat('op_charlie', { disabled: true })];
  const stopped = stopByOperator({ ...request, seats } as Request, { operator, isAdmin, note: null }, at('12:05'));
  expect(stopped.ok || stopped.error).toEqual(may || { reason: 'not_asked', why: 'may_not_stop' });
});

it('a change of the configuration can never be stopped', () => {
  const change = { ...approved({ ...bank }, handedOver()), action: 'service.admin' } as Request;
  expect(stopRequest(change, { by: ALPHA, note: null }, NOW)).toMatchObject({ ok: false, error: { why: 'change' } });
});

it('only an abort by a program counts as one, whatever a person wrote', () => {
  const words = aRequest({}, refusedBy('op_bravo', '12:02', 'aborted_by_program'));
  expect(isAbortedByProgram(STATES.aborted as Request)).toBe(true);
  expect(isAbortedByProgram({ ...words, state: 'aborted' } as Request)).toBe(false);
});
