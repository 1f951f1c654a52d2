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

describe('the events of a request', () => {
  it('a request has fired no event while it is open, whatever its operators do', () => {
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
  ])('a request has fired %s, dated to the verdict', (type, request, time) => {
    expect(eventsOf(request)).toEqual([{ type, atMs: at(time) }]);
  });

  it('request.authorized is fired at once, while the integration is still making its call', () => {
    const running = aRequest({ quorum: 1, integration: 'bank' }, turnedBy('op_alpha', '12:10'));
    expect(types(running)).toEqual(['request.authorized']);
    expect(types(handedOver('12:11')(running))).toEqual(['request.authorized']);
  });

  it('request.failed follows when the integration fails, dated to the end of the call; a call that succeeds fires nothing', () => {
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
  ] as const)('a report of %s has fired %s, dated to the report', (status, type) => {
    expect(types(claimed)).toEqual(['request.authorized']);
    expect(eventsOf(reportedWith('a', '12:25', status)(claimed)).at(-1)).toEqual({ type, atMs: at('12:25') });
  });
});

describe('the events of a transition', () => {
  it('a transition fires the events that were not fired before it', () => {
    const reported = reportedWith('a', '12:25')(claimed);
    expect(newEvents(claimed, reported).map((event) => event.type)).toEqual(['request.executed']);
    expect(newEvents(authorized, claimed)).toEqual([]);
    expect(newEvents(reported, reported)).toEqual([]);
  });

  it('a change of the configuration fires no event that a consumer sees', () => {
    const change = { ...aRequest({ quorum: 1 }, turnedBy('op_alpha')), action: ADMIN_ACTION };
    expect(newEvents(null, change)).toEqual([]);
  });

  it('a transition fires all events if the item before it is not known', () => {
    expect(newEvents(null, reportedWith('a', '12:25')(claimed))).toHaveLength(2);
  });
});

it('the id of an event depends only on its request and type', () => {
  const ids = EVENT_TYPES.map((type) => eventId(REQUEST_ID, type));
  expect(new Set(ids).size).toBe(7);
  expect(eventId(REQUEST_ID, 'request.denied')).toBe(ids[1]);
  expect(eventId(`${REQUEST_ID.slice(0, -1)}2` as typeof REQUEST_ID, 'request.denied')).not.toBe(ids[1]);
});

it('each event is recorded in the audit chain by one entry: its own kind, or the report with its status', () => {
  for (const type of EVENT_TYPES.filter((each) => !each.includes('execut'))) {
    expect(eventTypeOf({ kind: type, data: {} })).toBe(type);
  }
  expect(eventTypeOf({ kind: 'intent.reported', data: { status: 'succeeded' } })).toBe('request.executed');
  expect(eventTypeOf({ kind: 'intent.reported', data: { status: 'failed' } })).toBe('request.execution_failed');
  expect(eventTypeOf({ kind: 'key.turned', data: { status: 'succeeded' } })).toBeNull();
});
