/**
 * What a stop and an abort do in every state of a request: answered, changed and told. The table in docs/decisions/stop.md is
 * compared with what the functions do, and test/api/execution.test.ts with what the service answers.
 */

import { readFileSync } from 'node:fs';
import { person } from '../../src/protocol/actor';
import type { ApiKeyId } from '../../src/protocol/identifiers';
import type { Result } from '../../src/protocol/result';
import { abortByProgram, isAbortedByProgram } from '../../src/service/ceremony/rules/refuse';
import { settle } from '../../src/service/ceremony/rules/settle';
import { stopByOperator, stopRequest } from '../../src/service/ceremony/rules/stop';
import { newEvents } from '../../src/service/delivery/rules/events';
import { abortOwn } from '../../src/service/execution/rules/abort-own';
import { claimIntent, isExecutable } from '../../src/service/execution/rules/claim';
import { newNotices } from '../../src/service/notice/rules/notices';
import { dueAtMs } from '../../src/service/request/rules/deadlines';
import type { Change } from '../../src/service/request/rules/journal';
import { type Authorized, isAuthorized, type Request } from '../../src/service/request/rules/request';
import { grouped } from '../../src/service/support/grouped';
import {
  ALPHA,
  aLease,
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
} from '../support/builders';

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

const effects = (request: Request): string => {
  const settled = settle(
    { ...request, sent: { keyId: KEY, quorum: null, executeWithinSeconds: null } } as Request,
    NOW,
  ).request;
  const byPerson = stopByOperator(settled, { operator: ALPHA, isAdmin: false, note: null }, NOW);
  const itsProgram = abortOwn(settled, { key: KEY, note: null }, NOW);
  const toPerson = byPerson.ok ? '200' : `409: ${byPerson.error.why.replaceAll('_', ' ')}`;
  const toProgram = itsProgram.ok ? '200' : `409 \`${itsProgram.error.reason}\``;
  return `${toPerson} | ${effectOf(settled, byPerson)} | ${toProgram} | ${effectOf(settled, itsProgram)}`;
};

function effectOf(before: Request, outcome: Result<Change, unknown>): string {
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
          return isPossible ? [{ state, execution, effect: effects(made(within, ...steps)) }] : [];
        })
      : [{ state, execution: 'none', effect: effects(made) }],
  );
  // One line for what has the same effect: first in all executions of a state, then in all states.
  const ofStates = joined(rows, ({ state, effect }) => `${state} ${effect}`, 'execution');
  const lines = joined(ofStates, ({ execution, effect }) => `${execution} ${effect}`, 'state');
  return [
    '| state | execution | a person stops | and then | its program aborts | and then |',
    '|---|---|---|---|---|---|',
    ...lines.map(({ state, execution, effect }) => `| ${state} | ${execution} | ${effect} |`),
  ];
}

type Row = Record<'state' | 'execution' | 'effect', string>;

/** The rows, where those with the same key are one, with the names of all of them in this column. */
function joined(rows: readonly Row[], keyOf: (row: Row) => string, column: 'state' | 'execution'): Row[] {
  const byKey = grouped(rows, keyOf);
  return [...byKey.values()].map((same) => ({ ...same[0]!, [column]: same.map((row) => row[column]).join(' · ') }));
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

const stopAt = (request: Request, atMs: number) => {
  const stopped = stopRequest(settle(request, atMs).request, { by: person(ALPHA), note: null }, atMs);
  return stopped.ok ? 'stopped' : stopped.error.why;
};

it.each<[string, Request, number, string]>([
  ['at the last instant at which a worker may claim', approved({ executeWithinSeconds: 600 }), 0, 'stopped'],
  ['a millisecond after it', approved({ executeWithinSeconds: 600 }), 1, 'window_over'],
])('an approved request can be stopped, or not, %s', (_, request, afterMs, answer) => {
  if (!isAuthorized(request) || request.execution.state !== 'pending') throw new Error('it has no intent');
  expect(stopAt(request, request.execution.executeByMs + afterMs)).toBe(answer);
});

it('after its window, an approved request can be stopped until the lease ends, and not at that instant', () => {
  const claimed = approved({ executeWithinSeconds: 600 }, claimedWith('a', '12:05', 3600));
  expect(stopAt(claimed, at('13:05') - 1)).toBe('stopped');
  expect(stopAt(claimed, at('13:05'))).toBe('window_over');
});

it('what nobody can claim any more, for example after a restore, cannot be stopped', () => {
  for (const steps of [[], [claimedWith('a', '12:05', 60)]]) {
    const request = approved({ executeWithinSeconds: 7200 }, ...steps) as Authorized;
    const closed = { ...request, execution: { ...request.execution, closed: true } } as Request;
    expect([stopAt(request, NOW), stopAt(closed, NOW)]).toEqual(['stopped', 'window_over']);
  }
});

it('the entry of a stop has the time of the last claim, if there was one', () => {
  const dataOf = (...steps: readonly Step[]) => {
    const stopped = stopRequest(
      approved({ executeWithinSeconds: 7200 }, ...steps),
      { by: person(ALPHA), note: 'no' },
      NOW,
    );
    return stopped.ok && stopped.value.entries[0]!.data;
  };
  expect(dataOf()).toEqual({ note: 'no' });
  expect(dataOf(claimedWith('a', '12:05', 60))).toEqual({ claimed_at: at('12:05'), note: 'no' });
});

it('what was stopped is not executable, leaves no deadline, and is refused to a worker as stopped', () => {
  for (const steps of [[], [claimedWith('a', '12:05', 60)]]) {
    const request = approved({ executeWithinSeconds: 7200 }, ...steps, stoppedBy('op_alpha', '12:20'));
    expect([isExecutable(request, NOW), dueAtMs({ ...request, checkAtMs: null })]).toEqual([false, null]);
    expect(claimIntent(request, aLease('b', '12:30'))).toMatchObject({ ok: false, error: { reason: 'stopped' } });
  }
  const call = approved({ ...bank, executeWithinSeconds: 7200 }, stoppedBy('op_alpha', '12:05'));
  expect(call.state).toBe('failed');
  expect(claimIntent(call, aLease('b', '12:30'))).toMatchObject({ ok: false, error: { reason: 'stopped' } });
});

it('a change of the configuration can never be stopped', () => {
  const change = { ...approved({ ...bank }, handedOver()), action: 'service.admin' } as Request;
  expect(stopRequest(change, { by: person(ALPHA), note: null }, NOW)).toMatchObject({
    ok: false,
    error: { why: 'change' },
  });
  expect(abortOwn(change, { key: KEY, note: null }, NOW)).toEqual({ ok: false, error: { reason: 'not_found' } });
});

it('only an abort by a program counts as one, whatever a person wrote', () => {
  const words = aRequest({}, refusedBy('op_bravo', '12:02', 'aborted_by_program'));
  expect(isAbortedByProgram(STATES.aborted as Request)).toBe(true);
  expect(isAbortedByProgram({ ...words, state: 'aborted' } as Request)).toBe(false);
});
