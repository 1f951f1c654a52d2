/** The held answers of the feed, which all instances count together. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { holdPk } from '../../../src/adapters/dynamodb/keys';
import { systemRandom } from '../../../src/adapters/system/random';
import type { OperatorId, OrgId } from '../../../src/protocol/identifiers';
import type { HoldStore } from '../../../src/service/delivery/ports';
import {
  HOLDS_PER_ORGANIZATION,
  HOLDS_PER_SHARD,
  WATCHES_PER_ORGANIZATION,
  WATCHING_INSTANCES,
} from '../../../src/service/delivery/rules/hold-limits';
import { holdShardOf } from '../../../src/service/delivery/rules/holds';
import { createHoldStore, createWatchStore } from '../../../src/service/delivery/store/hold-store';
import { at } from '../../support/builders';
import type { Place } from './stores';

export function holdRules(place: Place): void {
  let store: HoldStore;
  let org: OrgId;
  beforeEach(() => {
    store = createHoldStore(place.tables(), systemRandom);
    org = place.org();
  });

  const NOW = at('12:00');
  /** Each test has its own time, because holds of earlier tests are in the same shards. */
  let day = 0;
  const now = () => NOW + day * 86_400_000;
  beforeEach(() => {
    day++;
  });
  const begin = (id: string, of: OrgId = org, nowMs = now()) =>
    store.begin({ id, org: of, untilMs: nowMs + 20_000 }, nowMs);
  const fill = async (of: OrgId = org) => {
    for (let n = 0; n < HOLDS_PER_ORGANIZATION; n++) expect(await begin(`h${n}`, of)).toBe(true);
  };
  /** Other organizations whose holds are counted in the same place. */
  const neighbours = (count: number) => {
    const found: OrgId[] = [];
    for (let n = 0; found.length < count; n++) {
      const other = `${org}_${n}` as OrgId;
      if (holdShardOf(other) === holdShardOf(org)) found.push(other);
    }
    return found;
  };

  test('the store of held answers holds five answers of an organization, and one more when one has ended', async () => {
    await fill();
    expect(await begin('h5')).toBe(false);
    await store.end(org, 'h2');
    expect(await begin('h5')).toBe(true);
    expect(await begin('h6')).toBe(false);
  });

  test('the store of held answers holds answers of others while one organization has all that it may have, up to ten in a shard', async () => {
    const [second, third] = neighbours(2);
    await fill();
    await fill(second);
    expect([HOLDS_PER_ORGANIZATION, HOLDS_PER_SHARD]).toEqual([5, 10]);
    expect(await begin('h0', third)).toBe(false);
    await store.end(org, 'h0');
    expect(await begin('h0', third)).toBe(true);
  });

  test('the store of held answers forgets a hold whose function died, after its time', async () => {
    await fill();
    expect(await begin('h5', org, now() + 19_999)).toBe(false);
    expect(await begin('h5', org, now() + 20_000)).toBe(true);
  });

  test('an item of holds is removed by the table an hour after its last hold, and not before', async () => {
    const ttl = async () => {
      const { client, transient: TableName } = place.tables();
      const Key = { pk: holdPk(holdShardOf(org)) };
      return (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item?.ttl;
    };
    const secondsAfter = (ms: number) => Math.ceil((now() + ms) / 1000) + 3600;
    await begin('late', org, now() + 5_000);
    await begin('early');
    expect(await ttl()).toBe(secondsAfter(25_000));
    await store.end(org, 'late');
    expect(await ttl()).toBe(secondsAfter(20_000));
  });

  test('concurrent calls never hold more answers than the limit', async () => {
    const begun = await Promise.all(Array.from({ length: 12 }, (_, n) => begin(`h${n}`)));
    const count = begun.filter(Boolean).length;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(HOLDS_PER_ORGANIZATION);
    for (let n = count; n < HOLDS_PER_ORGANIZATION; n++) expect(await begin(`later${n}`)).toBe(true);
    expect(await begin('one more')).toBe(false);
  });
}

export function watchRules(place: Place): void {
  let store: HoldStore;
  let org: OrgId;
  beforeEach(() => {
    store = createWatchStore(place.tables(), systemRandom);
    org = place.org();
  });

  const NOW = at('12:00');
  const begin = (id: string, operator: string, of: OrgId = org, nowMs = NOW) =>
    store.begin({ id, org: of, operator: operator as OperatorId, untilMs: nowMs + 20_000 }, nowMs);

  test('the store of open inboxes holds three calls of an operator, and one more when one has ended', async () => {
    for (const id of ['1', '2', '3']) expect(await begin(id, 'op_a')).toBe(true);
    expect(await begin('4', 'op_a')).toBe(false);
    expect(await begin('5', 'op_b')).toBe(true);
    expect(await begin('6', 'op_a', `${org}_other` as OrgId)).toBe(true);
    await store.end(org, '2');
    expect(await begin('4', 'op_a')).toBe(true);
    expect(await begin('7', 'op_a', org, NOW + 19_999)).toBe(false);
    expect(await begin('7', 'op_a', org, NOW + 20_000)).toBe(true);
  });

  test('the store of open inboxes holds a quarter of the instances for an organization', async () => {
    expect([WATCHES_PER_ORGANIZATION, WATCHING_INSTANCES]).toEqual([25, 100]);
    for (let n = 0; n < 25; n++) expect(await begin(`${n}`, `op_${n}`)).toBe(true);
    expect(await begin('25', 'op_25')).toBe(false);
    expect(await begin('25', 'op_25', `${org}_other` as OrgId)).toBe(true);
  });
}
