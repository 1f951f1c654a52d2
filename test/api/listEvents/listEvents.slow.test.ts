/** operation listEvents; docs/decisions/events-feed.md */
import { writeCursor } from '../../../src/protocol/cursor';
import { openContract } from '../../support/contract';
import { type KeyName, openHouse, SEALED } from '../../support/house';
import { openedOnce } from '../../support/opened';
import { openReceiver } from '../../support/receiver';
import { expectProblem } from '../support';

interface Event {
  readonly id: string;
  readonly type: string;
  readonly org: string;
  readonly created_at: string;
  readonly data: { readonly request: { readonly id: string } };
}
interface Page {
  readonly events: readonly Event[];
  readonly next: string;
}

const contract = openContract('service');

describe('the events of an organization', () => {
  const house = openedOnce(() => openHouse({ memory: true }));
  const receiver = openedOnce(openReceiver);

  const ask = async (query: string, key: KeyName = 'reader') => {
    const answered = await house.v1(key, 'GET', `/v1/events${query}`);
    contract.held('GET', '/v1/events', answered);
    return answered;
  };
  const page = async (query = '', key: KeyName = 'reader'): Promise<Page> => {
    const answered = await ask(query, key);
    expect(answered.status).toBe(200);
    return answered.body;
  };
  /** Follows the feed until there is nothing new. */
  const all = async (after: string | null = null, limit = 25, key: KeyName = 'reader'): Promise<Event[]> => {
    const events: Event[] = [];
    for (let at = after; ; ) {
      const { events: some, next } = await page(`?limit=${limit}${at === null ? '' : `&after=${at}`}`, key);
      expect(some.length).toBeLessThanOrEqual(limit);
      events.push(...some);
      if (next === at) return events;
      at = next;
    }
  };
  /** Until everything that the last calls caused is done: the entry is in the chain, and the posts are sent. */
  const quiet = () => house.messages('op_alpha');
  const latest = async (): Promise<string> => {
    await quiet();
    return (await page('?after=latest')).next;
  };
  const typesOf = (events: readonly Event[], id: string) =>
    events.filter(({ data }) => data.request.id === id).map(({ type }) => type);

  it('the feed has every event once, in the order in which it happened: as it was posted, with the request as it is now', async () => {
    const start = await latest();
    expect(await page()).toMatchObject({ events: [], next: start });
    const before = receiver.posts.length;
    const callback_url = receiver.url;
    const denied = await house.proposed({ callback_url });
    const { id: executed, claim_id } = await house.claimed({ callback_url });
    await house.refuse('op_bravo', denied);
    await quiet();
    await house.report(executed, { claim_id, status: 'succeeded' });
    await quiet();
    const failed = await house.reported('failed', { callback_url });
    const aborted = await house.proposed({ callback_url });
    await house.abort('op_alpha', aborted);
    await quiet();
    const expired = await house.proposed({ callback_url });
    await house.advance(3_700_000);
    await quiet();
    const events = await all(start);
    expect(events.map(({ type, data }) => [type, data.request.id])).toEqual([
      ['request.authorized', executed],
      ['request.denied', denied],
      ['request.executed', executed],
      ['request.authorized', failed],
      ['request.execution_failed', failed],
      ['request.aborted', aborted],
      ['request.expired', expired],
    ]);
    const posted = new Map(receiver.posts.slice(before).map(({ json }) => [json.id, json]));
    expect(posted.size).toBe(events.length);
    for (const event of events) {
      const { data: _then, ...envelope } = posted.get(event.id);
      expect(event).toMatchObject(envelope);
      expect(event.data).toEqual({ request: await house.read(event.data.request.id) });
    }
  });

  it('the feed is the same in pages of one and in large pages, without a gap, and the same when it is read again', async () => {
    const complete = await all(null, 100);
    expect(complete.length).toBeGreaterThan(5);
    expect(new Set(complete.map(({ id }) => id)).size).toBe(complete.length);
    expect(await all(null, 1)).toEqual(complete);
    expect(await all(null, 3)).toEqual(complete);
    const { next } = await page('?limit=4');
    expect(await all(next)).toEqual(complete.slice(4));
  });

  it('the feed after `latest` begins with what happens from now on', async () => {
    const { events, next } = await page('?after=latest');
    expect(events).toEqual([]);
    expect(await page(`?after=${next}`)).toMatchObject({ events: [], next });
    const id = await house.denied();
    await quiet();
    expect((await all(next)).map(({ type, data }) => [type, data.request.id])).toEqual([['request.denied', id]]);
  });

  it('the feed never shows a change of the configuration, neither open nor decided', async () => {
    const before = await all(null, 100, 'four_eyes');
    const edit = {
      title: 'Hidden',
      roster: ['op_echo', 'op_foxtrot', 'op_golf'],
      quorum: { default: 1, min: 1, max: 3, selectable: false },
      deny_self_approval: true,
      ttl_seconds: 3600,
    };
    for (const how of ['refuse', 'turn'] as const) {
      const { change } = (await house.api('op_echo', 'PUT', '/api/actions/demo.release', edit)).body;
      if (how === 'turn') expect((await house.turn('op_foxtrot', change.id)).status).toBe(200);
      else await house.refuse('op_foxtrot', change.id);
      await house.messages('op_echo');
      // The chain has its verdict.
      const { entries } = (await house.api('op_echo', 'GET', '/api/audit?limit=100')).body;
      const kinds = entries.filter(({ subject }: { subject: string }) => subject === change.id);
      expect(kinds.map(({ kind }: { kind: string }) => kind)).toContain(
        how === 'turn' ? 'request.authorized' : 'request.denied',
      );
    }
    expect(await all(null, 100, 'four_eyes')).toEqual(before);
    const { id } = (
      await house.v1('four_eyes', 'POST', '/v1/requests', { action: 'demo.release', requester: 'op_echo' })
    ).body.request;
    await house.refuse('op_foxtrot', id);
    await house.messages('op_echo');
    expect(typesOf(await all(null, 1, 'four_eyes'), id)).toEqual(['request.denied']);
  });

  it('the feed never shows an event of another organization, and refuses its cursors', async () => {
    expect(new Set((await all()).map(({ org }) => org))).toEqual(new Set(['org_demo']));
    expect(await all(null, 25, 'other_org')).toEqual([]);
    const { next } = await page('?limit=1');
    expectProblem(await ask(`?after=${next}`, 'other_org'), 400, 'invalid');
    const theirs = (await page('?after=latest', 'other_org')).next;
    expectProblem(await ask(`?after=${theirs}`), 400, 'invalid');
  });

  it('the feed refuses a cursor from the future, from another past, and one that it never gave, and says what to do', async () => {
    const [seq, hash] = JSON.parse(Buffer.from(await latest(), 'base64url').toString()) as [number, string];
    const other = 'ab'.repeat(32);
    const places = [
      [seq + 1, other],
      [seq + 1, hash],
      [seq, other],
      [seq - 1, hash],
      [0, other],
      [0, hash],
      [-1, hash],
      [seq],
      [hash, seq],
    ];
    for (const after of ['x', 'Latest', 'oldest', ...places.map((place) => writeCursor(place))]) {
      const refused = await ask(`?after=${after}`);
      expectProblem(refused, 400, 'invalid');
      expect(refused.body.error).toMatch(/leave `after` out/);
    }
  });

  it('the feed ends a page before the answer is too large for the gateway, and continues with the rest', async () => {
    const start = await latest();
    const params = Object.fromEntries(Array.from({ length: 23 }, (_, n) => [`p${n}`, '€'.repeat(512)]));
    const ids: string[] = [];
    const intent = { ...SEALED.intent, ciphertext: 'A'.repeat(65_000) };
    for (let n = 0; n < 44; n++) ids.push(await house.denied({ params: { ...params, ...SEALED.params }, intent }));
    await quiet();
    const first = await ask(`?after=${start}&limit=100`);
    expect(Buffer.byteLength(JSON.stringify(first.body))).toBeLessThan(4 * 1024 * 1024);
    expect(first.body.events.length).toBeLessThan(44);
    const rest = await page(`?after=${first.body.next}&limit=100`);
    expect([...first.body.events, ...rest.events].map(({ data }) => data.request.id).sort()).toEqual([...ids].sort());
  });
});
