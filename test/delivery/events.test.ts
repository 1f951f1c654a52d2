import { EVENT_TYPES } from '../../src/protocol/event-types';
import { deliveryId, eventId } from '../../src/protocol/identifiers';
import type { Endpoint } from '../../src/service/configuration/rules/items';
import {
  channelOf,
  judgeDestination,
  NO_DESTINATIONS,
  readDestinationRules,
} from '../../src/service/delivery/rules/destination';
import { eventsOf, eventTypeOf, newEvents } from '../../src/service/delivery/rules/events';
import { owedDeliveries, possibleDeliveryIds } from '../../src/service/delivery/rules/owed-deliveries';
import { endIntegration } from '../../src/service/execution/rules/integration';
import { ADMIN_ACTION } from '../../src/service/request/rules/administrative';
import type { Request } from '../../src/service/request/rules/request';
import {
  abortedBy,
  aRequest,
  at,
  claimedWith,
  handedOver,
  hours,
  ORG,
  REQUEST_ID,
  refusedBy,
  reissuedFor,
  reportedWith,
  settledBy,
  turnedBy,
  withdrawnBy,
  wrongCodeBy,
} from '../support/builders';

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

/** One delivery for each receiver of each event, and the integration's own call (docs/contract.md#delivery-and-retries). */
const endpoint = (digit: string, patch: Partial<Endpoint> = {}) =>
  ({
    id: `whe_${digit.repeat(24)}`,
    types: null,
    enabled: true,
    enabledSinceMs: at('12:00'),
    deletedAtMs: null,
    ...patch,
  }) as Endpoint;
const AUTHORIZED = { type: 'request.authorized', atMs: at('12:10') } as const;
const EXPIRED = { type: 'request.expired', atMs: at('12:20') } as const;
const request = aRequest({ quorum: 1 }, turnedBy('op_alpha', '12:10'));
const withCallback = { ...request, callback: { url: 'https://a.example' } } as unknown as Request;
const receivers = (...args: Parameters<typeof owedDeliveries>) => owedDeliveries(...args).map((each) => each.receiver);

it('an event goes to the callback and to every endpoint that takes it, each under one delivery id', () => {
  const [a, b] = [endpoint('a'), endpoint('b')];
  expect(receivers(withCallback, [AUTHORIZED, EXPIRED], [a, b])).toEqual([
    'callback',
    a.id,
    b.id,
    'callback',
    a.id,
    b.id,
  ]);
  const owed = owedDeliveries(withCallback, [AUTHORIZED, EXPIRED], [a, b]);
  expect(owed.map(({ id }) => id)).toEqual(owed.map(({ eventId: event, receiver }) => deliveryId(event, receiver)));
  expect(new Set(owed.map(({ id }) => id)).size).toBe(6);
  expect(receivers(request, [AUTHORIZED], [])).toEqual([]);
  expect(owedDeliveries(request, [AUTHORIZED], [a])).toEqual([
    {
      org: ORG,
      id: deliveryId(eventId(REQUEST_ID, 'request.authorized'), a.id),
      eventId: eventId(REQUEST_ID, 'request.authorized'),
      eventType: 'request.authorized',
      requestId: REQUEST_ID,
      receiver: a.id,
      state: 'pending',
      reason: null,
      test: false,
      createdAtMs: at('12:10'),
      eventAtMs: at('12:10'),
      untilMs: at('12:10') + hours(72),
      attempts: 0,
      failures: 0,
      generation: 1,
      trigger: 'first',
      heldUntilMs: null,
      nextAttemptAtMs: null,
      revision: 0,
    },
  ]);
});

it('an endpoint takes events of its types that are fired while it is enabled', () => {
  const takes = (patch: Partial<Endpoint>) => receivers(request, [AUTHORIZED], [endpoint('a', patch)]).length === 1;
  expect(takes({ types: ['request.authorized'] })).toBe(true);
  expect(takes({ types: ['request.expired'] })).toBe(false);
  expect(takes({ types: [] })).toBe(false);
  expect(takes({ enabled: false })).toBe(false);
  expect(takes({ deletedAtMs: 1 })).toBe(false);
  expect(takes({ enabledSinceMs: at('12:10') })).toBe(true);
  expect(takes({ enabledSinceMs: at('12:10') + 1 })).toBe(false);
});

describe('the integration', () => {
  const authorized = aRequest({ quorum: 1, integration: 'bank' }, turnedBy('op_alpha', '12:10'));
  const executing = handedOver('12:11')(authorized);

  it('the integration is called after the hand-over, with the verdict and until its own window ends', () => {
    expect(owedDeliveries(executing, [], [])).toMatchObject([
      { receiver: 'integration', eventType: 'request.authorized', eventAtMs: at('12:10'), untilMs: at('13:10') },
    ]);
    expect(receivers(authorized, [], [])).toEqual([]);
    expect(receivers(request, [], [])).toEqual([]);
  });

  it('the integration is not called by a post for a change of the configuration', () => {
    expect(receivers({ ...executing, action: 'service.admin' } as Request, [], [])).toEqual([]);
  });
});

it('the ids of deliveries cover every receiver and the integration', () => {
  const [a, b] = [endpoint('a'), endpoint('b', { enabled: false })];
  const event = eventId(REQUEST_ID, 'request.authorized');
  const named = ['callback', a.id, b.id].map((receiver) => deliveryId(event, receiver as 'callback'));
  const possible = (of: Request) => possibleDeliveryIds(of, [a, b]);
  expect(possible(request)).toEqual(named);
  const integrated = aRequest({ quorum: 1, integration: 'bank' }, turnedBy('op_alpha', '12:10'));
  expect(possible(integrated)).toEqual([...named, deliveryId(event, 'integration')]);
  expect(possible(aRequest({ quorum: 2, integration: 'bank' }))).toEqual([]);
  const denied = aRequest({ integration: 'bank' }, refusedBy('op_bravo'));
  expect(possible(denied)).toHaveLength(3);
});

/** Which destinations on AWS an organization may name (docs/decisions/aws-destinations.md). */
const rules = readDestinationRules('111122223333:eu-central-1,111122223333:us-east-1,444455556666:eu-west-1');
const reasonOf = (arn: string, of = rules) => {
  const judged = judgeDestination(arn, of);
  return judged.ok ? null : judged.reason;
};

test.each([
  ['arn:aws:events:eu-central-1:111122223333:event-bus/approvals', 'event_bus', 'approvals'],
  ['arn:aws:events:us-east-1:111122223333:event-bus/default', 'event_bus', 'default'],
  ['arn:aws:sqs:eu-west-1:444455556666:approvals', 'queue', 'approvals'],
  ['arn:aws:sqs:eu-west-1:444455556666:approvals.fifo', 'queue', 'approvals.fifo'],
])('an event bus or a queue is accepted as a destination: %s', (arn, kind, name) => {
  expect(judgeDestination(arn, rules)).toMatchObject({ ok: true, destination: { arn, kind, name } });
});

test.each([
  'arn:aws:events:eu-central-1:111122223333:rule/approvals',
  'arn:aws:events:eu-central-1:111122223333:event-bus/',
  'arn:aws:events:eu-central-1:111122223333:event-bus/a/b',
  'arn:aws:events:eu-central-1:111122223333:event-bus/*',
  'arn:aws:sqs:eu-central-1:111122223333:a.b',
  `arn:aws:sqs:eu-central-1:111122223333:${'q'.repeat(76)}.fifo`,
  'arn:aws:sqs:eu-central-1:111122223333:a?Action=Delete',
  'arn:aws:sqs:eu-central-1.evil.example:111122223333:a',
  'arn:aws:sqs:eu-central-1:11112222333:a',
  'arn:aws-cn:sqs:cn-north-1:111122223333:a',
  'arn:aws:sns:eu-central-1:111122223333:a',
  'arn:aws:lambda:eu-central-1:111122223333:function:a',
  ' arn:aws:sqs:eu-central-1:111122223333:a',
  'arn:aws:sqs:eu-central-1:111122223333:a\n',
  'ARN:aws:sqs:eu-central-1:111122223333:a',
  'arn:',
])('an ARN that is neither an event bus nor a queue is refused: %j', (arn) => {
  expect(channelOf(arn).kind).toBe('aws');
  expect(reasonOf(arn)).toMatch(/^The ARN must be that of an event bus .* or of a queue/);
});

test('an address on AWS needs a token and is shown without its name, and a URL needs none and is shown without its path', () => {
  const shown = (address: string) => {
    const { needsToken, place } = channelOf(address);
    return [needsToken, place(address)];
  };
  expect(shown('arn:aws:sqs:eu-west-1:444455556666:secret')).toEqual([true, 'arn:aws:sqs:eu-west-1:444455556666']);
  expect(shown('https://a.example:8443/secret?key=1')).toEqual([false, 'https://a.example:8443']);
});

test('without allowed accounts every destination is refused, and the answer says who can change that', () => {
  for (const arn of [
    'arn:aws:sqs:eu-central-1:111122223333:a',
    'arn:aws:events:us-east-1:444455556666:event-bus/default',
  ]) {
    expect(reasonOf(arn, NO_DESTINATIONS)).toBe(
      'This deployment sends to no AWS account. Its operator can allow accounts (setting "destinations").',
    );
  }
});

test('a destination in an account or a region that is not allowed is refused, with the regions that are allowed for the account', () => {
  expect(reasonOf('arn:aws:sqs:eu-central-1:999999999999:a')).toBe(
    'The deployment does not send to the AWS account 999999999999.',
  );
  // Allowed for another account.
  expect(reasonOf('arn:aws:sqs:eu-west-1:111122223333:a')).toBe(
    'The deployment sends to the AWS account 111122223333 only in eu-central-1, us-east-1, not in eu-west-1.',
  );
});

test('a URL is no ARN', () => {
  expect(['https://arn:x@example.com', 'http://arn.example.com', ''].map((url) => channelOf(url).kind)).toEqual([
    'https',
    'https',
    'https',
  ]);
});
