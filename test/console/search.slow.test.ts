/** The search of requests, the inbox with its counts, and the call that waits for a change. */

import { writeClones } from '../../bench/support/clones';
import type { OrgId, RequestId } from '../../src/protocol/identifiers';
import { createRequestStore } from '../../src/service/request/store/request-store';
import { heldToContract } from '../support/contract';
import { type House, openHouse } from '../support/house';
import { openedOnce } from '../support/opened';

interface Entry {
  readonly request: { readonly id: string; readonly params: Record<string, string> };
  readonly remarks: readonly { readonly level: string; readonly short: string | null }[];
  readonly same: number;
}

/** The same request under other ids, written past the functions. */
async function clones({ running: { tables } }: House, id: string, count: number): Promise<void> {
  const { request } = (await createRequestStore(tables).load('org_demo' as OrgId, id as RequestId))!;
  await writeClones(tables, { request, intent: null }, count);
}

describe('a search', () => {
  const house = openedOnce(async () => heldToContract(await openHouse({ memory: true })));

  const refund = (amount: string, fields: object = {}) =>
    house.proposed({ action: 'demo.refund', params: { amount, order: '8812' }, ...fields });
  const inbox = async (query: string, operator = 'op_bravo') =>
    (await house.api(operator, 'GET', `/api/inbox?${query}`)).body;
  const idsOf = (body: { requests: Entry[] }) => body.requests.map(({ request }) => request.id);
  const found = async (query: string) => idsOf(await inbox(`view=open&limit=100&${query}`));
  const listed = async (query: string) => (await house.api('op_bravo', 'GET', `/api/requests?${query}`)).body;

  it('a search finds open requests by words in the summary, the params, names and ids, and all words must match', async () => {
    const one = await house.proposed({ summary: 'Parcel lost in Malmö', params: { customer: 'Hansen ApS' } });
    const two = await house.proposed({ requester: 'op_charlie', params: { customer: 'Kvist' } });
    const only = async (text: string) => found(`text=${encodeURIComponent(text)}`);
    expect(await only('MALMÖ')).toEqual([one]);
    expect(await only('lost hansen')).toEqual([one]);
    expect(await only('lost kvist')).toEqual([]);
    expect(await only('customer')).toEqual(expect.arrayContaining([one, two]));
    expect(await only('Charlie kvist')).toEqual([two]);
    expect(await only(two)).toEqual([two]);
    expect(await only('nobody has this')).toEqual([]);
  });

  it('the inbox offers the actions with most requests first, and those with equally many by name', async () => {
    // Neither in the order of their names nor in the other one.
    for (const action of ['demo.launch', 'demo.deploy', 'demo.transfer', 'demo.solo', 'demo.solo'])
      await house.proposed({ action, summary: 'choices' });
    const { actions } = await inbox('view=open&text=choices');
    const names = actions.map(({ name }: { name: string }) => name);
    expect(actions.map(({ count }: { count: number }) => count)).toEqual([2, 1, 1, 1]);
    expect(actions[0].id).toBe('demo.solo');
    expect(names.slice(1)).toEqual(names.slice(1).sort());
  });

  it('a search counts every open request, also beyond the page, and the matches of each filter', async () => {
    const before = (await inbox('view=open')).counts;
    for (let n = 0; n < 7; n++) await refund('64.10', { requester: 'op_delta' });
    await refund('48000.00', { requester: 'op_delta' });
    const { counts, requests, actions, requesters } = await inbox('view=open&action=demo.refund&limit=3');
    expect(counts).toMatchObject({ open: before.open + 8, matching: 8, soon: 0 });
    expect(counts.unusual).toBeGreaterThanOrEqual(1);
    expect(requests).toHaveLength(3);
    expect(requests[0].same + requests[1].same + requests[2].same).toBeGreaterThanOrEqual(12);
    expect(actions).toContainEqual({ id: 'demo.refund', name: 'Refund a customer', count: 8 });
    expect(requesters).toContainEqual({ id: 'op_delta', name: 'Delta', count: 8 });
    const unusual = await inbox('view=open&action=demo.refund&unusual=true&limit=100');
    expect(unusual.counts.matching).toBe(counts.unusual);
    expect(unusual.requests.every(({ remarks }: Entry) => remarks[0]?.level === 'warn')).toBe(true);
    expect(counts.unusual).toBeLessThan(8);
  });

  it('the other requests of the same operation are counted whatever the filter leaves out', async () => {
    for (const summary of ['Twin one', 'Twin two']) await refund('31.07', { requester: 'op_delta', summary });
    const { counts, requests, requesters } = await inbox('view=open&text=twin%20one&requester=op_delta');
    expect([counts.matching, counts.unusual <= 1, requests[0].same]).toEqual([1, true, 1]);
    expect(requesters).toEqual([{ id: 'op_delta', name: 'Delta', count: 1 }]);
    await refund('31.08', { requester: 'op_charlie', summary: 'Twin one' });
    const other = await inbox('view=open&text=twin%20one&requester=op_delta');
    expect(other.requesters).toContainEqual({ id: 'op_charlie', name: 'Charlie', count: 1 });
    expect(other.counts.asked).toBeLessThanOrEqual(other.counts.open);
    await inbox('view=open').then(async (all) => {
      const found = await inbox('view=open&text=twin%20two');
      expect(found.counts.unusual).toBeLessThan(all.counts.unusual);
    });
    for (const { request } of (await inbox('view=open&text=twin&limit=100')).requests as Entry[])
      await house.abort('op_delta', request.id);
  });

  it('the pages of a search have no gaps, sorted by end, by age or by amount', async () => {
    const page = async (sort: string, offset: number) =>
      (await inbox(`view=open&action=demo.refund&sort=${sort}&limit=3&offset=${offset}`)).requests as Entry[];
    for (const sort of ['end', 'age', 'amount']) {
      const pages = [await page(sort, 0), await page(sort, 3), await page(sort, 6)];
      expect(new Set(pages.flat().map(({ request }) => request.id)).size).toBe(8);
      expect(await page(sort, 9)).toEqual([]);
    }
    expect((await page('amount', 0))[0]!.request.params.amount).toBe('48000.00');
    // Requests without an amount come last.
    const all = (await inbox('view=open&sort=amount&limit=100')).requests as Entry[];
    const amounts = all.map(({ request }) => request.params.amount);
    expect(amounts.indexOf(undefined)).toBe(amounts.filter((amount) => amount !== undefined).length);
  });

  it('a search separates requests that wait for the caller from other open ones, and follows each turned key', async () => {
    const id = await house.proposed({ action: 'demo.deploy' });
    const counts = async (operator: string) => (await inbox('', operator)).counts as { mine: number; open: number };
    const [mine, theirs] = [await counts('op_bravo'), await counts('op_alpha')];
    // Self approval is denied: the requester has no seat.
    expect(idsOf(await inbox('limit=100', 'op_alpha'))).not.toContain(id);
    expect(idsOf(await inbox(`view=open&limit=100&text=${id}`, 'op_alpha'))).toEqual([id]);
    await house.turn('op_bravo', id);
    expect(await counts('op_bravo')).toMatchObject({ mine: mine.mine - 1, open: mine.open });
    expect(await counts('op_alpha')).toEqual(theirs);
    await house.abort('op_delta', id);
    expect(await counts('op_bravo')).toMatchObject({ open: mine.open - 1 });
  });

  it('a search finds requests that end within 15 minutes, and none that have ended', async () => {
    await house.advance(46 * 60_000);
    const soon = await inbox('view=open&soon=true&limit=100');
    expect(soon.counts.matching).toBe(soon.counts.open);
    expect(soon.counts.open).toBeGreaterThan(5);
    await house.advance(15 * 60_000);
    expect((await inbox('view=open')).counts).toMatchObject({ open: 0, matching: 0 });
  });

  it('a search finds ended requests by words, verdict, result and who decided, and says when all were searched', async () => {
    const id = await house.proposed({ summary: 'Refused for the search' });
    await house.refuse('op_charlie', id, { note: 'no' });
    const executed = await house.authorizedIntent({ summary: 'Sealed for the search' });
    expect(idsOf(await listed('text=search%20refused'))).toEqual([id]);
    expect(idsOf(await listed('text=charlie&state=denied'))).toEqual([id]);
    expect(idsOf(await listed('decider=op_charlie'))).toEqual([id]);
    expect(idsOf(await listed('run=open'))).toEqual([executed]);
    expect(idsOf(await listed('run=none&text=search'))).toEqual([id]);
    const nothing = await listed('text=nothing%20at%20all');
    expect(nothing).toMatchObject({ requests: [], cursor: null, searched: { back_to: null } });
    expect(nothing.searched.count).toBeGreaterThan(10);
  });

  it('a search finds open and ended requests by the words of their display, and by the params as they were sent', async () => {
    const id = await refund('73456.7', { requester: 'op_charlie' });
    const other = await refund('73.45', { requester: 'op_charlie' });
    const forms = ['73,456.70', 'EUR 73,456.70', 'Amount 73456.7', 'order eur 73,456'].map(encodeURIComponent);
    for (const text of forms) expect([text, await found(`text=${text}`)]).toEqual([text, [id]]);
    for (const each of [id, other]) await house.abort('op_charlie', each);
    for (const text of forms) expect([text, idsOf(await listed(`text=${text}`))]).toEqual([text, [id]]);
  });

  it('a page of a search is shorter if its requests are large, and the next page begins after it', async () => {
    const params = Object.fromEntries(Array.from({ length: 24 }, (_, n) => [`large_${n}`, '語'.repeat(512)]));
    await clones(house, await house.proposed({ params }), 89);
    const page = async (offset: number) => inbox(`view=open&text=large_0&limit=100&offset=${offset}`);
    const first = await page(0);
    expect(first.counts.matching).toBe(90);
    expect(first.requests.length).toBeGreaterThan(40);
    expect(first.requests.length).toBeLessThan(90);
    expect(JSON.stringify(first).length).toBeLessThan(5_000_000);
    const all = [...idsOf(first), ...idsOf(await page(first.requests.length))];
    expect(new Set(all).size).toBe(90);
  });

  it('a search finds nothing of another organization', async () => {
    const other = await house.v1('other_org', 'POST', '/v1/requests', {
      action: 'demo.solo',
      requester: 'op_alpha',
      summary: 'Elsewhere',
    });
    expect(other.status).toBe(202);
    expect(await found('text=elsewhere')).toEqual([]);
    expect(idsOf(await listed('text=elsewhere'))).toEqual([]);
  });
});

describe('an inbox while 700 requests are open', () => {
  const OPEN = 700;
  const house = openedOnce(async () => heldToContract(await openHouse({ memory: true })));
  beforeAll(async () => {
    const refund = await house.propose({ action: 'demo.refund', params: { amount: '5', order: '8812' } });
    await clones(house, refund.body.request.id, OPEN - 2);
    await house.propose({ requester: 'op_charlie' });
  });
  const inbox = async (query = '') => (await house.api('op_delta', 'GET', `/api/inbox?limit=100&${query}`)).body;

  it('an inbox of 700 requests has a page, the number of open requests, and no unknown count', async () => {
    const { counts, requests, actions, requesters, next } = await inbox('view=open');
    const unknown = { mine: null, matching: null, unusual: null, soon: null };
    expect(counts).toEqual({ ...unknown, open: OPEN, asked: OPEN, unread: OPEN - 100 });
    expect([requests.length, next, requests[0].same]).toEqual([100, 100, null]);
    expect(actions.map(({ id, count }: { id: string; count: null }) => [id, count])).toEqual([
      ['demo.refund', null],
      ['demo.solo', null],
    ]);
    expect(requesters).toContainEqual({ id: 'op_charlie', name: 'Charlie', count: null });
  });

  it('an inbox of 700 requests shows every request once, page by page', async () => {
    const ids: string[] = [];
    for (let next: number | null = 0; next !== null; ) {
      const page: { requests: Entry[]; next: number | null } = await inbox(`offset=${next}`);
      ids.push(...page.requests.map(({ request }) => request.id));
      next = page.next;
    }
    expect([ids.length, new Set(ids).size]).toEqual([OPEN, OPEN]);
  });

  it('an inbox of 700 requests has all counts if the operator filters or sorts it', async () => {
    for (const [query, matching] of [
      ['text=8812', OPEN - 1],
      ['action=demo.refund', OPEN - 1],
      ['requester=op_charlie', 1],
      ['state=notified', OPEN],
      ['state=staging', 0],
      ['sort=age', OPEN],
    ] as const) {
      const { counts } = await inbox(query);
      expect([query, counts]).toEqual([
        query,
        expect.objectContaining({ mine: OPEN, open: OPEN, matching, unread: 0 }),
      ]);
    }
  });
});

describe('the call that waits', () => {
  const house = openedOnce(async () => heldToContract(await openHouse({ memory: true })));
  const seq = async () => (await house.api('op_bravo', 'GET', '/api/inbox')).body.seq as number;

  it('the waiting call is answered soon after a change, and at once if there was one already', async () => {
    await house.advance(0);
    const from = await seq();
    const waiting = house.api('op_bravo', 'GET', `/api/watch?after=${from}`);
    await house.propose();
    expect((await waiting).body.changed).toBe(true);
    expect((await house.api('op_bravo', 'GET', `/api/watch?after=${from}`)).body.changed).toBe(true);
    expect(await seq()).toBeGreaterThan(from);
  }, 30_000);

  it('the waiting call says after its time limit that nothing changed, and needs a session', async () => {
    await house.advance(0);
    const from = await seq();
    expect((await house.api('op_bravo', 'GET', `/api/watch?after=${from}&wait=1`)).body.changed).toBe(false);
    expect((await house.send('GET', '/api/watch?after=0')).status).toBe(401);
    expect((await house.api('op_bravo', 'GET', '/api/watch?after=0&wait=21')).status).toBe(400);
  });

  it('three waiting calls of an operator are held, the others are answered at once, and another operator still waits', async () => {
    await house.advance(0);
    const from = await seq();
    const watch = (operator: string) => house.api(operator, 'GET', `/api/watch?after=${from}&wait=2`);
    const calls = Array.from({ length: 9 }, () => watch('op_bravo'));
    const first = await Promise.race(calls);
    expect(first.body).toMatchObject({ changed: false, may_wait: false });
    expect((await watch('op_alpha')).body).toMatchObject({ changed: false, may_wait: true });
    const held = (await Promise.all(calls)).filter(({ body }) => body.may_wait);
    expect(held.length).toBeGreaterThan(0);
    expect(held.length).toBeLessThanOrEqual(3);
    // What is over no longer counts, whether it ended by its time or by a change.
    for (let n = 0; n < 4; n++) {
      const now = await seq();
      const waiting = [house.api('op_bravo', 'GET', `/api/watch?after=${now}`)];
      await house.propose();
      expect((await Promise.all(waiting)).map(({ body }) => [body.changed, body.may_wait])).toEqual([[true, true]]);
    }
  }, 60_000);
});
