import { eventsOf, eventTypeOf, newEvents } from '../../../src/core/delivery/events';
import { endIntegration } from '../../../src/core/execution/integration';
import { ADMIN_ACTION } from '../../../src/core/request/administrative';
import type { Request } from '../../../src/core/request/request';
import { EVENT_TYPES } from '../../../src/protocol/event-types';
import { eventId } from '../../../src/protocol/identifiers';
import {
  abortedBy,
  aRequest,
  at,
  claimedWith,
  handedOver,
  REQUEST_ID,
  refusedBy,
  reissuedFor,
  reportedWith,
  settledBy,
  turnedBy,
  withdrawnBy,
  wrongCodeBy,
} from '../../support/builders';

const types = (request: Request) => eventsOf(request).map((event) => event.type);
const authorized = aRequest({ quorum: 1, executeWithinSeconds: 3600 }, turnedBy('op_alpha', '12:10'));
const claimed = claimedWith('a', '12:20')(authorized);

describe('a request has fired', () => {
  it('nothing while people are asked, whatever they do', () => {
    expect(eventsOf(aRequest())).toEqual([]);
    expect(eventsOf(aRequest({}, wrongCodeBy('op_alpha'), reissuedFor('op_alpha')))).toEqual([]);
    expect(eventsOf(aRequest({}, turnedBy('op_alpha'), withdrawnBy('op_alpha')))).toEqual([]);
    expect(eventsOf(aRequest({ mode: 'coincident' }, turnedBy('op_alpha'), settledBy('12:05')))).toEqual([]);
  });

  it.each<[string, Request, string]>([
    ['request.denied', aRequest({}, refusedBy('op_bravo', '12:05')), '12:05'],
    ['request.aborted', aRequest({}, abortedBy('op_bravo', '12:05')), '12:05'],
    ['request.expired', aRequest({}, settledBy('15:00')), '13:00'],
    ['request.authorized', aRequest({ quorum: 1 }, turnedBy('op_alpha', '12:05')), '12:05'],
  ])('%s, dated to the verdict', (type, request, time) => {
    expect(eventsOf(request)).toEqual([{ type, atMs: at(time) }]);
  });

  it('request.authorized at once, while the integration is still making its call', () => {
    const running = aRequest({ quorum: 1, integration: 'bank' }, turnedBy('op_alpha', '12:10'));
    expect(types(running)).toEqual(['request.authorized']);
    expect(types(handedOver('12:11')(running))).toEqual(['request.authorized']);
  });

  it('request.failed after it, dated to the end of the call; nothing more where the call succeeded', () => {
    const executing = aRequest({ quorum: 1, integration: 'bank' }, turnedBy('op_alpha', '12:10'), handedOver('12:11'));
    expect(eventsOf(settledBy('14:00')(executing))).toEqual([
      { type: 'request.authorized', atMs: at('12:10') },
      { type: 'request.failed', atMs: at('13:10') },
    ]);
    const done = endIntegration(executing, { succeeded: true, reason: null }, at('12:12')).request;
    expect(types(done)).toEqual(['request.authorized']);
  });

  it.each([
    ['succeeded', 'request.executed'],
    ['failed', 'request.execution_failed'],
  ] as const)('for a report of %s: %s, dated to the report', (status, type) => {
    expect(types(claimed)).toEqual(['request.authorized']);
    expect(eventsOf(reportedWith('a', '12:25', status)(claimed)).at(-1)).toEqual({ type, atMs: at('12:25') });
  });
});

describe('a transition fires', () => {
  it('what the image before had not fired', () => {
    const reported = reportedWith('a', '12:25')(claimed);
    expect(newEvents(claimed, reported).map((event) => event.type)).toEqual(['request.executed']);
    expect(newEvents(authorized, claimed)).toEqual([]);
    expect(newEvents(reported, reported)).toEqual([]);
  });

  it('nothing that a consumer sees, if it is a change of the configuration', () => {
    const change = { ...aRequest({ quorum: 1 }, turnedBy('op_alpha')), action: ADMIN_ACTION };
    expect(newEvents(null, change)).toEqual([]);
  });

  it('everything, where the image before is not known', () => {
    expect(newEvents(null, reportedWith('a', '12:25')(claimed))).toHaveLength(2);
  });
});

it('names an event by request and type alone, and each type differently', () => {
  const ids = EVENT_TYPES.map((type) => eventId(REQUEST_ID, type));
  expect(new Set(ids).size).toBe(7);
  expect(eventId(REQUEST_ID, 'request.denied')).toBe(ids[1]);
  expect(eventId(`${REQUEST_ID.slice(0, -1)}2` as typeof REQUEST_ID, 'request.denied')).not.toBe(ids[1]);
});

it('is recorded in the audit chain by one entry: its own kind, or the report with its status', () => {
  for (const type of EVENT_TYPES.filter((each) => !each.includes('execut'))) {
    expect(eventTypeOf({ kind: type, data: {} })).toBe(type);
  }
  expect(eventTypeOf({ kind: 'intent.reported', data: { status: 'succeeded' } })).toBe('request.executed');
  expect(eventTypeOf({ kind: 'intent.reported', data: { status: 'failed' } })).toBe('request.execution_failed');
  expect(eventTypeOf({ kind: 'key.turned', data: { status: 'succeeded' } })).toBeNull();
});
