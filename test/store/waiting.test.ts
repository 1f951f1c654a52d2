/** What an hour of waiting costs, as docs/decisions/events-feed.md says (test/client/shared-feed.test.ts counts the calls). */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFeedHandler } from '../../src/lambda/v1/feed';
import { DEMO_ORG } from '../../src/local/demo';
import { person } from '../../src/protocol/actor';
import { recordAudit } from '../../src/service/audit/use-cases/record-audit';
import { createHabits } from '../../src/service/remark/use-cases/memory';
import { eventOf, said } from '../support/gateway';
import { openLedger } from '../support/ledger';
import { createMeter, type Meter } from '../support/meter';
import { openedOnce } from '../support/opened';

const docs = (name: string) => readFileSync(join(__dirname, '../../docs', name), 'utf8');
/** Calls: to take a place in the feed, to wait there, and to read the request. */
const HELD = { place: 1, wait: 180, read: 120 };
const NOT_HELD = { place: 9, wait: 9, read: 371 };
const ONE_MORE = { place: 0, wait: 0, read: 120 };

describe('an hour of waiting for one request', () => {
  let meter: Meter;
  const ledger = openedOnce(openLedger);
  beforeAll(async () => {
    meter = createMeter(ledger.tables);
    // The first use of a key in a day is noted, once.
    await ledger.v1('proposer', 'GET', '/v1/requests/none');
    // Nothing is added to the chain, so an answer is held for its complete time.
    const fact = { kind: 'request.created', at: 1, ...person('op_alpha'), data: {}, subject: 'req_x' } as const;
    await recordAudit(ledger.ports, DEMO_ORG, [{ subject: 'req_x', revision: 1, facts: [fact] }]);
  });

  it('an hour of waiting for one request costs as many calls and units as docs/decisions/events-feed.md says', async () => {
    let elapsedMs = 0;
    const pass = (ms: number) => {
      elapsedMs += ms;
    };
    const realTime = { elapsedMs: () => elapsedMs, sleep: async (ms: number) => pass(ms) };
    const feed = createFeedHandler({ ...ledger.ports, realTime });
    const authorization = `Bearer ${ledger.demo.keys.proposer}`;
    const read = async (query: string) =>
      said(await feed(eventOf('GET', `/v1/events?limit=100&${query}`, { authorization })));
    const proposed = await ledger.propose();

    const path = `/v1/requests/${proposed.body.request.id}`;
    const place = await meter.measure(() => read('after=latest'));
    const at = `after=${place.answer.body.next}`;
    const held = await meter.measure(() => read(`${at}&wait=20`));
    const early = await meter.measure(() => read(at));
    const poll = await meter.measure(() => ledger.v1('proposer', 'GET', path));
    const answers = [place, held, early, poll].map(({ answer }) => answer.status);
    expect([...answers, elapsedMs]).toEqual([200, 200, 200, 200, 20_000]);

    const row = (what: string, calls: typeof HELD, wait: typeof held) => {
      const sum = (of: 'readUnits' | 'writeUnits') =>
        calls.place * place.cost[of] + calls.wait * wait.cost[of] + calls.read * poll.cost[of];
      const units = [sum('readUnits'), sum('writeUnits')].map(Math.ceil);
      return `| ${[what, calls.place + calls.wait, calls.read, ...units].join(' | ')} |`;
    };
    const rows = [
      row('one wait, answers are held', HELD, held),
      row('each further wait of the same client', ONE_MORE, held),
      row('one wait, nothing is held', NOT_HELD, early),
    ];
    const written = docs('decisions/events-feed.md');
    expect(rows.filter((each) => !written.includes(each))).toEqual([]);
  });

  it('the first message about an action in ten minutes reads as many units as docs/performance.md says', async () => {
    const body = { action: 'demo.refund', requester: 'op_alpha', params: { amount: '12.00', order: '8812' } };
    for (let n = 0; n < 55; n++) await ledger.propose(body);
    const { ids } = await ledger.ports.requests.recent(DEMO_ORG, { limit: 1, cursor: null });
    const { request } = (await ledger.ports.requests.load(DEMO_ORG, ids[0]!))!;
    const habits = createHabits(ledger.ports);
    const first = await meter.measure(() => habits.remarks(request));
    const second = await meter.measure(() => habits.remarks(request));
    const units = [first, second].map(({ cost }) => cost.readUnits);
    expect([first.answer.map(({ kind }) => kind), units[1]]).toEqual([['compared'], 0]);
    expect(docs('performance.md')).toContain(`reads ${units[0]} read units`);
  });
});
