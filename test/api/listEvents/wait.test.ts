/** operation listEvents with `wait`: real time, while everything else goes on (docs/decisions/events-feed.md). */
import { setTimeout as sleep } from 'node:timers/promises';
import { type KeyName, openHouse } from '../../support/house';
import { openedOnce } from '../../support/opened';

describe('waiting for an event', () => {
  const house = openedOnce(() => openHouse({ memory: true }));

  const latest = async (key: KeyName = 'reader'): Promise<string> => {
    await house.messages('op_alpha');
    return (await house.v1(key, 'GET', '/v1/events?after=latest')).body.next;
  };
  /** The answer, and how long it took. */
  const wait = async (seconds: number, { after, key = 'reader' }: { after: string; key?: KeyName }) => {
    const askedAtMs = performance.now();
    const { status, body } = await house.v1(key, 'GET', `/v1/events?after=${after}&wait=${seconds}`);
    return { status, body, ms: performance.now() - askedAtMs };
  };
  it('a call that waits is answered soon after the event, and the next call is held again', async () => {
    const held = wait(20, { after: await latest() });
    const id = await house.denied();
    const { body, ms } = await held;
    expect(body.events.map(({ data }: { data: { request: { id: string } } }) => data.request.id)).toEqual([id]);
    expect(ms).toBeLessThan(10_000);
    const next = await wait(1, { after: body.next });
    expect(next).toMatchObject({ status: 200, body: { events: [] } });
    expect(next.ms).toBeGreaterThanOrEqual(990);
  });

  /** A call that is held for twenty seconds, until the caller hangs up. */
  const hold = (after: string, gone: AbortSignal) => {
    const headers = { authorization: `Bearer ${house.running.demo.keys.reader}` };
    const url = `${house.url}/v1/events?after=${after}&wait=20`;
    return fetch(url, { headers, signal: gone }).then(
      async (response) => ({ status: response.status, body: await response.json() }),
      () => 'gone' as const,
    );
  };

  it('a call that waits does not stop the clock, and its own time is real', async () => {
    const after = await latest();
    const gone = new AbortController();
    const held = [wait(2, { after }), hold(after, gone.signal)] as const;
    await sleep(100);
    await house.advance(3_600_000);
    await house.messages('op_alpha');
    // The hour has passed, and twenty seconds have not.
    expect(await Promise.race([held[1], sleep(0, 'held')])).toBe('held');
    const { body, ms } = await held[0];
    expect(body.events).toEqual([]);
    expect(ms).toBeGreaterThanOrEqual(1990);
    gone.abort();
    expect(await held[1]).toBe('gone');
  });

  it('the feed holds five calls of one organization, answers a sixth at once, and holds those of others', async () => {
    const after = await latest();
    const theirs = await latest('other_org');
    const gone = new AbortController();
    const six = Array.from({ length: 6 }, () => hold(after, gone.signal));
    // One of the six finds no place. Any that is held would be answered twenty seconds later.
    const first = await Promise.race([...six, sleep(15_000, 'all are held', { ref: false })]);
    expect(first).toMatchObject({ status: 200, body: { events: [], next: after } });
    expect((await wait(1, { after: theirs, key: 'other_org' })).ms).toBeGreaterThanOrEqual(990);
    gone.abort();
    const answers = await Promise.all(six);
    expect(answers.filter((answer) => answer === 'gone')).toHaveLength(5);
    // Their places are free again, long before their 20 seconds are over.
    let later = await wait(1, { after });
    for (let n = 0; later.ms < 900 && n < 20; n++, await sleep(50)) later = await wait(1, { after });
    expect(later.ms).toBeGreaterThanOrEqual(990);
  });

  it('a call that waits is answered when the service stops, which does not take longer for it', async () => {
    const after = await latest();
    const held = wait(20, { after });
    await sleep(200);
    const startedAtMs = performance.now();
    await house.stop();
    // Half of what the call would be held for.
    expect(performance.now() - startedAtMs).toBeLessThan(10_000);
    expect(await held).toMatchObject({ status: 200, body: { events: [], next: after } });
  });
});
