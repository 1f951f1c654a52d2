import type { Endpoint } from '../../../src/core/configuration/items';
import type { Delivery } from '../../../src/core/delivery/delivery';
import { owedEvents, selectRecovery } from '../../../src/core/delivery/recover';
import type { EventType } from '../../../src/protocol/event-types';
import { type DeliveryId, deliveryId, type EndpointId, eventId } from '../../../src/protocol/identifiers';
import { aRequest, at, claimedWith, ORG, REQUEST_ID, refusedBy, reportedWith, turnedBy } from '../../support/builders';

const ENDPOINT = 'whe_000000000000000000000001' as EndpointId;
const WHOLE_DAY = { sinceMs: at('00:00'), untilMs: at('23:59') };

function anEndpoint(types: readonly EventType[] | null = null): Endpoint {
  return {
    org: ORG,
    id: ENDPOINT,
    url: 'https://hooks.acme.dev/',
    types,
    description: '',
    enabled: true,
    // Created after all events, so a recovery finds only what is in its time span.
    enabledSinceMs: at('23:00'),
    sealedSecret: '',
    previous: null,
    createdAtMs: at('09:00'),
    deletedAtMs: null,
    revision: 1,
    journal: [],
  };
}

const denied = aRequest({}, refusedBy('op_bravo', '12:05'));
const executed = aRequest(
  { quorum: 1, executeWithinSeconds: 3600 },
  turnedBy('op_alpha', '12:10'),
  claimedWith('a', '12:20'),
  reportedWith('a', '12:30'),
);

describe('the events an endpoint should have been posted', () => {
  it('recovery finds the events of the time span, both ends included, by when they were fired', () => {
    const typesIn = (since: string, until: string) =>
      owedEvents(anEndpoint(), [executed], { sinceMs: at(since), untilMs: at(until) }).map(({ event }) => event.type);
    expect(typesIn('12:00', '13:00')).toEqual(['request.authorized', 'request.executed']);
    expect(typesIn('12:11', '12:30')).toEqual(['request.executed']);
    expect(typesIn('12:10', '12:10')).toEqual(['request.authorized']);
    expect(typesIn('12:31', '13:00')).toEqual([]);
  });

  it('recovery finds the events of the types that the endpoint takes, whether or not it was enabled then', () => {
    const owed = owedEvents(anEndpoint(['request.denied']), [denied, executed], WHOLE_DAY);
    expect(owed.map(({ event }) => event.type)).toEqual(['request.denied']);
  });

  it('recovered events have the same ids as every earlier post of them', () => {
    const [owed] = owedEvents(anEndpoint(), [denied], WHOLE_DAY);
    const id = eventId(REQUEST_ID, 'request.denied');
    expect(owed).toMatchObject({ eventId: id, deliveryId: deliveryId(id, ENDPOINT) });
  });
});

describe('a recovery', () => {
  const owed = owedEvents(anEndpoint(), [executed], WHOLE_DAY);
  const [authorizedId, executedId] = owed.map((event) => event.deliveryId) as [DeliveryId, DeliveryId];
  const known = (...deliveries: [DeliveryId, Delivery['state']][]) =>
    new Map(deliveries.map(([id, state]) => [id, { id, state } as Delivery]));

  it('a recovery creates what was never sent and restarts what failed for good', () => {
    const { create, restart } = selectRecovery(owed, known([authorizedId, 'failed']));
    expect(create.map((event) => event.deliveryId)).toEqual([executedId]);
    expect(restart.map(({ id }) => id)).toEqual([authorizedId]);
  });

  it('a recovery does not change what has arrived and what is still being retried', () => {
    const { create, restart } = selectRecovery(owed, known([authorizedId, 'delivered'], [executedId, 'pending']));
    expect([create, restart]).toEqual([[], []]);
  });
});
