/** One delivery for each receiver of each event, and the integration's own call (docs/contract.md#delivery-and-retries). */
import type { Endpoint } from '../../../src/core/configuration/items';
import { owedDeliveries, possibleDeliveryIds } from '../../../src/core/delivery/owed-deliveries';
import type { Request } from '../../../src/core/request/request';
import { deliveryId, eventId } from '../../../src/protocol/identifiers';
import { aRequest, at, handedOver, hours, ORG, REQUEST_ID, refusedBy, turnedBy } from '../../support/builders';

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
