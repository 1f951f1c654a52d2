/** What it costs to walk the executable list past requests of others (docs/consumers/workers.md). */

import { listExecutableRequests } from '../../src/service/execution/use-cases';
import type { ExecutableQuery } from '../../src/service/request/ports';
import type { Caller } from '../../src/service/request/rules/caller';
import type { Request } from '../../src/service/request/rules/request';
import { createRequestStore } from '../../src/service/request/store/request-store';
import { aRequest, at, ORG, turnedBy } from '../support/builders';
import { createMeter, type Meter } from '../support/meter';
import { openedOnce } from '../support/opened';
import { idOf, putRequests } from '../support/stored';
import { openTestTables } from '../support/tables';

const OTHERS = 10_000;
/** As the worker asks. */
const LIMIT = 64;

describe('walking 10,000 requests of others', () => {
  const opened = openedOnce(() => openTestTables(undefined, null));
  let meter: Meter;
  beforeAll(async () => {
    const options = { createdAt: '12:00', quorum: 1, executeWithinSeconds: 3600 };
    const one = aRequest(options, turnedBy('op_bravo', '12:05'));
    const all = Array.from(
      { length: OTHERS },
      (_, n) => ({ ...one, id: idOf(n), createdAtMs: at('12:00') + n }) as Request,
    );
    await putRequests(opened.tables, all);
    meter = createMeter(opened.tables);
  }, 240_000);

  const walk = async (actions: Caller['actions']) => {
    let [pages, found, units, queries] = [0, 0, 0, 0];
    const clock = { nowMs: () => at('12:10') };
    const deps = { clock, requests: createRequestStore(opened.tables) } as Parameters<typeof listExecutableRequests>[0];
    for (let after: ExecutableQuery['after'] | null = 'oldest'; after !== null; pages++) {
      const query: Parameters<typeof listExecutableRequests>[2] = { limit: LIMIT, after };
      const { answer, cost } = await meter.measure(() => listExecutableRequests(deps, { org: ORG, actions }, query));
      after = answer.next;
      found += answer.loaded.length;
      units += cost.readUnits;
      queries += cost.calls.filter(({ command }) => command === 'Query').length;
    }
    return { pages, found, units: Math.round(units), queries };
  };

  it('a key that is limited to other actions reads the index alone, in one call of three queries', async () => {
    const cost = await walk(['none'] as unknown as Caller['actions']);
    expect(cost).toEqual({ pages: 1, found: 0, units: expect.any(Number), queries: 3 });
    expect(cost.units).toBeGreaterThan(150);
    expect(cost.units).toBeLessThan(300);
  });

  it('an unlimited key reads every request, which costs a hundred times as much', async () => {
    const cost = await walk(null);
    expect(cost).toMatchObject({ pages: 157, found: OTHERS });
    expect(cost.units).toBeGreaterThan(15_000);
    expect(cost.units).toBeLessThan(25_000);
  }, 240_000);
});
