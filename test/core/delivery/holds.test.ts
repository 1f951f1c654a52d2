/** How many answers of the feed may be held at once: a limit for each organization and one for each shard. */
import { HOLD_SHARDS, HOLDS_PER_ORGANIZATION, HOLDS_PER_SHARD } from '../../../src/core/delivery/hold-limits';
import { type Hold, holdShardOf, withHold, withoutHold } from '../../../src/core/delivery/holds';
import type { OrgId } from '../../../src/protocol/identifiers';
import { at, ORG } from '../../support/builders';

const NOW = at('12:00');
const hold = (id: string, org: string = ORG, untilMs = NOW + 1): Hold => ({ id, org: org as OrgId, untilMs });
const many = (count: number, org: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => hold(`hold_${index}`, org(index)));

it('a hold gets a place only while its organization and its shard have a free one', () => {
  const own = (count: number) => many(count, () => ORG);
  expect(withHold([], hold('new'), NOW)).toEqual([hold('new')]);
  expect(withHold(own(HOLDS_PER_ORGANIZATION - 1), hold('new'), NOW)).toHaveLength(HOLDS_PER_ORGANIZATION);
  expect(withHold(own(HOLDS_PER_ORGANIZATION), hold('new'), NOW)).toBeNull();
  const others = (count: number) => many(count, (index) => `org_${index}`);
  expect(withHold(others(HOLDS_PER_SHARD - 1), hold('new'), NOW)).toHaveLength(HOLDS_PER_SHARD);
  expect(withHold(others(HOLDS_PER_SHARD), hold('new'), NOW)).toBeNull();
});

it('holds that have ended take no place and are removed', () => {
  const ended = many(HOLDS_PER_ORGANIZATION, () => ORG).map((each) => ({ ...each, untilMs: NOW }));
  expect(withHold(ended, hold('new'), NOW)).toEqual([hold('new')]);
});

it('a hold releases its place when its end is recorded, and releases no other place', () => {
  expect(withoutHold([hold('a'), hold('b')], 'a')).toEqual([hold('b')]);
});

it('an organization is always counted in the same shard, and organizations spread over all shards', () => {
  const shards = Array.from({ length: 400 }, (_, index) => holdShardOf(`org_${index}` as OrgId));
  expect(holdShardOf(ORG)).toBe(holdShardOf(ORG));
  expect(new Set(shards)).toEqual(new Set(Array.from({ length: HOLD_SHARDS }, (_, index) => index)));
});
