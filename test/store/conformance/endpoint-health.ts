/** What attempts found about an endpoint, and the turns that judge it. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { healthKey } from '../../../src/adapters/dynamodb/keys';
import { DUE_SHARDS } from '../../../src/adapters/dynamodb/table';
import { EVENT_TYPES } from '../../../src/protocol/event-types';
import type { EndpointId, OrgId, RequestId } from '../../../src/protocol/identifiers';
import { newDelivery } from '../../../src/service/delivery/rules/owed-deliveries';
import { createDeliveryStore } from '../../../src/service/delivery/store/delivery-store';
import type { HealthStore } from '../../../src/service/receiver/ports';
import { CHAT } from '../../../src/service/receiver/rules';
import { createHealthStore } from '../../../src/service/receiver/store';
import { createDueStore } from '../../../src/service/transport/store/due-store';
import { at } from '../../support/builders';
import type { Place } from './stores';

const ENDPOINT = 'whe_1' as EndpointId;
/** Earlier than every other due time in the database. */
const EARLY = Date.UTC(1990, 0, 3);

export function endpointHealthRules(place: Place): void {
  let store: HealthStore;
  let org: OrgId;
  beforeEach(() => {
    store = createHealthStore(place.tables());
    org = place.org();
  });
  const due = async () => {
    const { due } = createDueStore(place.tables());
    const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => due(shard, EARLY + 1000, 100, null));
    return (await Promise.all(shards)).flatMap(({ items }) => items).filter((item) => item.org === org);
  };
  const take = (dueAtMs: number, nextMs: number) => store.takeTurn(org, ENDPOINT, { dueAtMs, nextMs });

  test('the first report about an endpoint makes a turn due, and one of many callers gets it', async () => {
    await store.report(org, ENDPOINT, 'failed', EARLY);
    await store.report(org, ENDPOINT, 'failed', EARLY + 5);
    expect(await due()).toEqual([{ kind: 'health', org, id: ENDPOINT, dueAtMs: EARLY }]);
    for (const other of [EARLY - 1, EARLY + 1]) expect(await take(other, EARLY + 600)).toBeNull();
    const turns = await Promise.all([1, 2, 3].map(() => take(EARLY, EARLY + 500)));
    const taken = { nextMs: EARLY + 500, reports: 2, succeededAtMs: null, givenUp: null };
    expect(turns.filter((turn) => turn !== null)).toEqual([taken]);
    expect(await due()).toMatchObject([{ dueAtMs: EARLY + 500 }]);
  });

  test('the store of endpoint health tells a turn when an attempt last succeeded', async () => {
    await store.report(org, ENDPOINT, 'failed', EARLY);
    await store.report(org, ENDPOINT, 'succeeded', EARLY + 7);
    expect(await take(EARLY, EARLY + 500)).toMatchObject({ succeededAtMs: EARLY + 7 });
  });

  test('the store of endpoint health tells a turn which post to the chat was given up last, of its organization', async () => {
    await store.report(org, CHAT, { kind: 'refused', status: 400 }, EARLY);
    await store.report(org, CHAT, { kind: 'unknown', status: null }, EARLY + 3);
    await store.report(org, CHAT, 'succeeded', EARLY + 7);
    expect(await due()).toEqual([{ kind: 'health', org, id: CHAT, dueAtMs: EARLY }]);
    expect(await take(EARLY, EARLY + 500)).toBeNull();
    expect(await store.takeTurn(org, CHAT, { dueAtMs: EARLY, nextMs: EARLY + 500 })).toMatchObject({
      ...{ reports: 3, succeededAtMs: EARLY + 7 },
      givenUp: { kind: 'unknown', status: null, atMs: EARLY + 3 },
    });
  });

  test('the store of endpoint health rests after a turn, but not when something was reported since or another turn was taken', async () => {
    await store.report(org, ENDPOINT, 'failed', EARLY);
    const first = (await take(EARLY, EARLY + 100))!;
    await store.report(org, ENDPOINT, 'failed', EARLY + 10);
    await store.rest(org, ENDPOINT, first);
    expect(await due()).toMatchObject([{ dueAtMs: EARLY + 100 }]);
    const second = (await take(EARLY + 100, EARLY + 200))!;
    const third = (await take(EARLY + 200, EARLY + 300))!;
    await store.rest(org, ENDPOINT, second);
    expect(await due()).toMatchObject([{ dueAtMs: EARLY + 300 }]);
    await store.rest(org, ENDPOINT, third);
    expect(await due()).toEqual([]);
    expect(await take(EARLY + 300, EARLY + 400)).toBeNull();
  });

  test('the store of endpoint health keeps what attempts found when a turn rests, and nothing of the turn, so that the next report makes one due', async () => {
    await store.report(org, ENDPOINT, 'failed', EARLY);
    await store.report(org, ENDPOINT, 'succeeded', EARLY + 7);
    const turn = (await take(EARLY, EARLY + 100))!;
    await store.rest(org, ENDPOINT, turn);
    const { client, main } = place.tables();
    const { Item } = await client.send(new GetCommand({ TableName: main, Key: healthKey(org, ENDPOINT) }));
    const { pk: _pk, sk: _sk, ...left } = Item!;
    expect(left).toEqual({ reports: turn.reports, succeeded_at: EARLY + 7 });
    await store.report(org, ENDPOINT, 'failed', EARLY + 200);
    expect(await due()).toMatchObject([{ dueAtMs: EARLY + 200 }]);
    expect(await take(EARLY + 200, EARLY + 300)).toMatchObject({ succeededAtMs: EARLY + 7 });
  });

  test('the store of endpoint health lists those of an endpoint that were created in a span', async () => {
    const deliveries = createDeliveryStore(place.tables());
    const made = [1, 2, 3].map((n) => {
      const request = { org, id: 'req_00000000000000000000000a' as RequestId };
      return newDelivery(request, { type: EVENT_TYPES[n]!, atMs: at(`12:0${n}`) }, ENDPOINT);
    });
    await Promise.all(made.map((delivery) => deliveries.create(delivery)));
    const created = { sinceMs: at('12:02'), untilMs: at('12:03') };
    const { items } = await deliveries.ofEndpoint(org, ENDPOINT, { limit: 10, cursor: null, created });
    expect(items).toEqual([made[2], made[1]]);
  });
}
