import type { ServerResponse } from 'node:http';
import { person } from '../../../src/protocol/actor';
import { openHouse } from '../../support/house';
import { openedForEach, openedOnce } from '../../support/opened';
import { openReceiver, type Receiver } from '../../support/receiver';
import { storeAborted } from '../../support/stored';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** One call of recover looks at 100 requests, so with these between the newest and the oldest there are two calls. */
const BETWEEN = 96;

describe('what a receiver missed', () => {
  let endpoints: string[] = [];
  const house = openedOnce(() => openHouse({ memory: true }));
  const receiver = openedForEach(openReceiver);
  afterEach(async () => {
    await Promise.all(endpoints.map((id) => admin('DELETE', `/api/webhooks/${id}`)));
    endpoints = [];
  });

  const admin = (method: string, path: string, body?: unknown) => house.api('op_alpha', method, path, body);
  const settled = () => house.messages('op_bravo');
  const add = async (fields: object = {}) => {
    const { id } = (await admin('POST', '/api/webhooks', { url: receiver.url, ...fields })).body.endpoint;
    endpoints.push(id);
    return id as string;
  };
  const now = () => house.advance(0);
  const recover = (id: string, since: number, until: number, cursor?: string) =>
    admin('POST', `/api/webhooks/${id}/recover`, { since, until, ...(cursor === undefined ? {} : { cursor }) });
  const recoverAll = async (id: string, since: number, until: number) => {
    const total = { calls: 0, resent: 0, created: 0 };
    let cursor: string | undefined;
    do {
      const { status, body } = await recover(id, since, until, cursor);
      expect(status).toBe(202);
      total.calls++;
      total.resent += body.resent;
      total.created += body.created;
      cursor = body.cursor ?? undefined;
    } while (cursor !== undefined);
    await settled();
    return total;
  };
  const ids = ({ posts }: Receiver, header = 'service-event-id') => posts.map(({ headers }) => String(headers[header]));
  const history = async (path: string) => (await admin('GET', path)).body.deliveries;
  const fired = () => receiver.posts.map(({ json }) => ({ type: json.type, request: json.data.request.id }));

  it('missed events are sent page by page, once, with the event ids of the callback, however often recovery is requested', async () => {
    const callback = await openReceiver();
    try {
      const endpoint = await add({ types: ['request.denied'] });
      await admin('PATCH', `/api/webhooks/${endpoint}`, { enabled: false });
      const since = await now();
      for (const _ of [1, 2, 3, 4, 5]) await house.denied({ callback_url: callback.url });
      await storeAborted(house, BETWEEN, await house.advance(SECOND));
      await house.advance(SECOND);
      for (const _ of [1, 2, 3, 4, 5]) await house.denied({ callback_url: callback.url });
      const until = await now();
      await admin('PATCH', `/api/webhooks/${endpoint}`, { enabled: true });
      expect([callback.posts.length, receiver.posts.length]).toEqual([10, 0]);
      expect(await recoverAll(endpoint, since, until)).toEqual({ calls: 2, resent: 0, created: 10 });
      expect(ids(receiver).sort()).toEqual(ids(callback).sort());
      expect(new Set([...ids(receiver, 'service-delivery-id'), ...ids(callback, 'service-delivery-id')]).size).toBe(20);
      expect(await recoverAll(endpoint, since, until)).toEqual({ calls: 2, resent: 0, created: 0 });
      expect(receiver.posts).toHaveLength(10);
      // Written down once for each recovery, not for each of its calls.
      const chain = String((await admin('GET', '/api/audit/export')).body)
        .trim()
        .split('\n');
      const written = chain.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'endpoint.recovered');
      expect(written).toMatchObject(
        Array(2).fill({ subject: endpoint, ...person('op_alpha'), data: { since, until } }),
      );
    } finally {
      await callback.close();
    }
  });

  it('a recovery sends the events of the time span and of the types that the endpoint takes, also from before it existed', async () => {
    const early = await house.denied();
    // Made before the span, and decided in it.
    const waited = await house.proposed();
    await house.advance(SECOND);
    const since = await now();
    await house.refuse('op_bravo', waited);
    const ran = await house.reported();
    const denied = await house.denied();
    const until = await now();
    await house.advance(SECOND);
    const late = await house.denied();
    const all = await add();
    expect(await recoverAll(all, since, until)).toMatchObject({ created: 4 });
    const sorted = (events: { type: string; request: string }[]) => events.map((event) => JSON.stringify(event)).sort();
    expect(sorted(fired())).toEqual(
      sorted([
        { type: 'request.authorized', request: ran },
        { type: 'request.executed', request: ran },
        { type: 'request.denied', request: denied },
        { type: 'request.denied', request: waited },
      ]),
    );
    expect(JSON.stringify(fired())).not.toMatch(new RegExp(`${early}|${late}`));
    receiver.posts.splice(0);
    const some = await add({ types: ['request.executed'] });
    expect(await recoverAll(some, since, until)).toMatchObject({ created: 1 });
    expect(fired()).toEqual([{ type: 'request.executed', request: ran }]);
    const { reported_at } = (await house.read(ran)).execution;
    expect(receiver.posts[0]!.json.created_at).toBe(new Date(reported_at).toISOString());
  });

  it('events that failed for good are sent again with both their ids, and are retried from the start', async () => {
    const endpoint = await add();
    receiver.answer(503);
    const since = await now();
    const request = await house.denied();
    await settled();
    await house.advance(73 * HOUR);
    const path = `/api/webhooks/${endpoint}/deliveries`;
    expect(await history(path)).toMatchObject([{ request_id: request, state: 'failed', reason: 'gave_up' }]);
    const tries = receiver.posts.length;
    expect(await recoverAll(endpoint, since, await now())).toMatchObject({ resent: 1, created: 0 });
    expect(receiver.posts).toHaveLength(tries + 1);
    await house.advance(5 * SECOND);
    receiver.answer(200);
    await house.advance(10 * SECOND);
    expect(receiver.posts).toHaveLength(tries + 3);
    expect([new Set(ids(receiver)).size, new Set(ids(receiver, 'service-delivery-id')).size]).toEqual([1, 1]);
    const [delivery] = await history(path);
    expect(delivery).toMatchObject({ state: 'delivered', reason: null });
    expect(delivery.tries).toHaveLength(tries + 3);
    expect(delivery.tries.map(({ n }: { n: number }) => n)).toEqual(Array.from({ length: tries + 3 }, (_, n) => n + 1));
    expect(delivery.tries.at(-3)).toMatchObject({ trigger: 'recover', status: 503 });
  });

  it('only an admin can recover events, for an existing and enabled endpoint, over a valid time span', async () => {
    const endpoint = await add();
    const span = { since: 1, until: 2 };
    const path = `/api/webhooks/${endpoint}/recover`;
    expect((await house.api('op_bravo', 'POST', path, span)).status).toBe(403);
    expect(await admin('POST', path, { since: 2, until: 1 })).toMatchObject({ status: 400, body: { kind: 'invalid' } });
    expect((await recover(`whe_${'0'.repeat(24)}`, 1, 2)).status).toBe(404);
    await admin('PATCH', `/api/webhooks/${endpoint}`, { enabled: false });
    expect(await admin('POST', path, span)).toMatchObject({ status: 422, body: { kind: 'refused' } });
    await admin('DELETE', `/api/webhooks/${endpoint}`);
    expect((await admin('POST', path, span)).status).toBe(404);
  });

  it('single events, failed or delivered, can be sent again with the same ids, also at a callback', async () => {
    await add();
    const callback = await openReceiver();
    try {
      const request = await house.denied({ callback_url: callback.url });
      await settled();
      const deliveries = await history(`/api/requests/${request}/deliveries`);
      const one = deliveries.find(({ receiver }: { receiver: string }) => receiver === 'callback');
      expect((await admin('POST', `/api/deliveries/${one.id}/redeliver`)).status).toBe(202);
      await settled();
      expect([callback.posts.length, receiver.posts.length]).toEqual([2, 1]);
      expect([new Set(ids(callback)).size, new Set(ids(callback, 'service-delivery-id'))]).toEqual([
        1,
        new Set([one.id]),
      ]);
      const after = await history(`/api/requests/${request}/deliveries`);
      expect(after.find(({ id }: { id: string }) => id === one.id)).toMatchObject({
        state: 'delivered',
        tries: [{ trigger: 'first' }, { trigger: 'manual' }],
      });
    } finally {
      await callback.close();
    }
  });

  it('an event is not sent again during an attempt, a finished integration call is not repeated, and both need an admin', async () => {
    const endpoint = await add();
    const hanging: ServerResponse[] = [];
    receiver.answer((_, response) => void hanging.push(response));
    const denying = house.denied();
    while (hanging.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const [inFlight] = await history(`/api/webhooks/${endpoint}/deliveries`);
    const again = async (id: string, operator = 'op_alpha') =>
      (await house.api(operator, 'POST', `/api/deliveries/${id}/redeliver`)).status;
    expect([await again(inFlight.id), await again(inFlight.id, 'op_bravo')]).toEqual([409, 403]);
    for (const response of hanging) response.writeHead(200).end();
    await denying;
    const id = await house.proposed({ action: 'demo.transfer' });
    receiver.answer(200);
    await house.turn('op_bravo', id);
    await settled();
    const deliveries = await history(`/api/requests/${id}/deliveries`);
    const call = deliveries.find((each: { receiver: string }) => each.receiver === 'integration');
    const none = [`dlv_${'0'.repeat(24)}`, 'nonsense'];
    expect(await Promise.all([call.id, ...none].map((each) => again(each)))).toEqual([422, 404, 404]);
  });

  it('the deliveries of a receiver are listed newest first, each exactly once, while more arrive', async () => {
    const endpoint = await add();
    const made: string[] = [];
    for (let n = 0; n < 7; n++) {
      made.unshift(await house.denied());
      await house.advance(SECOND);
    }
    const pages = async (path: string, between = async () => {}) => {
      // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it finds
      const seen: any[][] = [];
      let cursor: string | null = null;
      do {
        const { status, body } = await admin('GET', `${path}?limit=3${cursor === null ? '' : `&cursor=${cursor}`}`);
        expect(status).toBe(200);
        seen.push(body.deliveries);
        cursor = body.cursor;
        await between();
      } while (cursor !== null);
      return seen;
    };
    const ofEndpoint = await pages(`/api/webhooks/${endpoint}/deliveries`, async () => {
      await house.denied();
      await settled();
    });
    expect(ofEndpoint.flat().map(({ request_id }) => request_id)).toEqual(made);
    expect(Math.max(...ofEndpoint.map((page) => page.length))).toBe(3);

    for (let n = 0; n < 4; n++) await add();
    const request = await house.denied({ callback_url: receiver.url });
    await settled();
    const ofRequest = (await pages(`/api/requests/${request}/deliveries`)).flat();
    expect(ofRequest.map(({ receiver }) => receiver).sort()).toEqual(['callback', ...endpoints].sort());
    expect(new Set(ofRequest.map(({ event_id }) => event_id)).size).toBe(1);
    expect(new Set(ofRequest.map(({ id }) => id)).size).toBe(ofRequest.length);
  });
});
