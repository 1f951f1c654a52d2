/** Messages that wait for a combined mail: each waits once, and none is left behind. */

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { createCounter } from '../../../src/adapters/dynamodb/counters';
import { combinedMailKey } from '../../../src/adapters/dynamodb/keys';
import { DUE_SHARDS } from '../../../src/adapters/dynamodb/table';
import { person } from '../../../src/protocol/actor';
import type { OperatorId, OrgId, RequestId } from '../../../src/protocol/identifiers';
import type { CombinedMailStore } from '../../../src/service/notice/ports';
import { MAIL_WINDOW_MS, type Notice, noticeName } from '../../../src/service/notice/rules/notices';
import { createCombinedMailStore } from '../../../src/service/notice/store/combined-mail-store';
import { createNoticeStore } from '../../../src/service/notice/store/notice-store';
import { createDueStore } from '../../../src/service/transport/store/due-store';
import { at } from '../../support/builders';
import { tablesThrough } from '../../support/tables';
import type { Place } from './stores';

const TO = 'op_alpha' as OperatorId;
const NOON = at('12:00');
/** Earlier than every other due time in the database. */
const EARLY = Date.UTC(1990, 0, 2);
const requestId = (n: number) => `req_${String(n).padStart(24, '0')}` as RequestId;
const asked = (round = 1): Notice => ({ kind: 'asked', operator: TO, round, issue: 0, withCode: true });

export function combinedMailRules(place: Place): void {
  let store: CombinedMailStore;
  let org: OrgId;
  beforeEach(() => {
    store = createCombinedMailStore(place.tables());
    org = place.org();
  });
  const wait = (n: number, takenBy: string, notice = asked()) =>
    store.wait(org, requestId(n), notice, takenBy, NOON + n);
  const read = () => store.read(org, TO, 100);
  const waiting = async () =>
    (await read()).waiting.map((message) => ('entry' in message ? message.entry.kind : message.requestId));
  const isDue = async () => {
    const due = createDueStore(place.tables());
    const pages = await Promise.all(Array.from({ length: DUE_SHARDS }, (_, shard) => due.due(shard, EARLY, 100, null)));
    return pages.flatMap(({ items }) => items).filter((item) => item.org === org);
  };

  test('the store of combined mails lets a notice wait for one of many callers, and takes it in the same write', async () => {
    const waits = await Promise.all(['a', 'b', 'c'].map((by) => wait(1, by)));
    expect(waits.sort()).toEqual(['taken', 'waits', 'waits']);
    expect(await waiting()).toEqual([requestId(1)]);
    const notices = createNoticeStore(place.tables());
    expect(await notices.taken(org, requestId(1))).toEqual(new Set([noticeName(asked())]));
    expect(await notices.take(org, requestId(1), noticeName(asked()), 'd', NOON)).toBe('waits');
  });

  test('a notice that was taken to be sent at once does not wait for a combined mail', async () => {
    await createNoticeStore(place.tables()).take(org, requestId(1), noticeName(asked()), 'a', NOON);
    expect(await wait(1, 'b')).toBe('lost');
    expect(await waiting()).toEqual([]);
  });

  test('the store of combined mails gives what waits for one operator, oldest first, and no more than was asked for', async () => {
    for (const n of [3, 1, 2]) await wait(n, 'a');
    await store.wait(org, requestId(4), { ...asked(), operator: 'op_bravo' as OperatorId }, 'a', NOON);
    expect(await waiting()).toEqual([1, 2, 3].map(requestId));
    const { waiting: first } = await store.read(org, TO, 1);
    expect(first).toEqual([expect.objectContaining({ requestId: requestId(1), notice: asked() })]);
  });

  test('the store of combined mails lets an edit of the configuration wait beside the notices, once', async () => {
    const entry = { at: NOON, kind: 'action.updated', subject: 'deploy', ...person('op_bravo'), data: { version: 2 } };
    const told = { operator: TO, about: 'action:deploy', cause: `${TO}#told#2.0`, entry };
    await wait(1, 'a');
    expect(await store.waitTold(org, told, 'a', NOON + 2)).toBe('taken');
    expect(await store.waitTold(org, told, 'b', NOON + 3)).toBe('waits');
    expect(await waiting()).toEqual([requestId(1), 'action.updated']);
    expect((await read()).waiting[1]).toMatchObject({ entry });
  });

  test('a combined mail is due from its first message until it rests, and does not rest if another message came since', async () => {
    await store.makeDue(org, TO, EARLY);
    await store.makeDue(org, TO, EARLY + 5);
    expect(await isDue()).toEqual([{ kind: 'combined_mail', org, id: TO, dueAtMs: EARLY }]);
    const { queued } = await read();
    await store.makeDue(org, TO, EARLY);
    await store.rest(org, TO, queued);
    expect(await isDue()).toHaveLength(1);
    await store.rest(org, TO, (await read()).queued);
    expect(await isDue()).toEqual([]);
  });

  test('the store of combined mails keeps when the last combined mail was sent when it rests, and nothing of that combined mail', async () => {
    await wait(1, 'a');
    await store.makeDue(org, TO, EARLY);
    const { queued, waiting: messages } = await read();
    const places = messages.map(({ place: each }) => each);
    expect(await store.take(org, TO, { places, takenBy: 'x', lastAtMs: null, nowMs: EARLY + 1 })).toBe(true);
    await store.finish(org, TO, places);
    await store.rest(org, TO, queued);
    expect(await read()).toEqual({ queued, lastAtMs: EARLY + 1, sending: [], waiting: [] });
    const { client, main } = place.tables();
    const { Item } = await client.send(new GetCommand({ TableName: main, Key: combinedMailKey(org, TO) }));
    expect(Object.keys(Item!).filter((name) => /^(due_|sending)/.test(name))).toEqual([]);
    await store.makeDue(org, TO, EARLY);
    expect(await isDue()).toEqual([{ kind: 'combined_mail', org, id: TO, dueAtMs: EARLY }]);
  });

  test('the store of combined mails counts no message that it does not list, also if one begins to wait while they are read', async () => {
    const tables = tablesThrough(place.tables(), async (command, pass) => {
      if (command instanceof GetCommand) {
        // The reads beside the count happen before the message is written.
        await new Promise((resolve) => setImmediate(resolve));
        await wait(1, 'a');
        await store.makeDue(org, TO, EARLY);
      }
      return pass();
    });
    const slow = createCombinedMailStore(tables);
    const { queued, waiting } = await slow.read(org, TO, 100);
    // Otherwise nothing would be due any more, and the message would wait for the next one.
    expect([queued, waiting.length]).toEqual([1, 1]);
  });

  test('the store of combined mails gives a combined mail to one caller, and says what it stands for until that is removed', async () => {
    for (const n of [1, 2]) await wait(n, 'a');
    const places = (await read()).waiting.map(({ place }) => place);
    const take = (takenBy: string) => store.take(org, TO, { places, takenBy, lastAtMs: null, nowMs: NOON });
    const taken = await Promise.all(['a', 'b'].map(take));
    expect(taken.filter((won) => won)).toHaveLength(1);
    expect(await take(taken[0] ? 'a' : 'b')).toBe(true);
    expect(await read()).toMatchObject({ lastAtMs: NOON, sending: places });
    await store.finish(org, TO, places);
    expect(await waiting()).toEqual([]);
    const next = { places: [], takenBy: 'c', lastAtMs: NOON, nowMs: NOON + 60_000 };
    expect(await store.take(org, TO, next)).toBe(true);
    expect(await read()).toMatchObject({ lastAtMs: NOON + 60_000, sending: [] });
  });

  test('the store of combined mails gives a combined mail back for the caller that took it alone', async () => {
    await wait(1, 'a');
    const places = (await read()).waiting.map(({ place }) => place);
    await store.take(org, TO, { places, takenBy: 'a', lastAtMs: null, nowMs: NOON });
    await store.release(org, TO, 'b');
    expect((await read()).sending).toEqual(places);
    await store.release(org, TO, 'a');
    expect((await read()).sending).toEqual([]);
  });

  test('the store of combined mails counts the mails of a window, by operator, and starts from zero after it', async () => {
    const counter = createCounter(place.tables());
    const count = async (mails: number, nowMs: number, operator = TO) =>
      (await counter.count({ what: 'mails', of: `${org}#${operator}`, windowMs: MAIL_WINDOW_MS }, nowMs, mails)).count;
    expect(await count(3, NOON)).toBe(3);
    expect(await count(1, NOON + MAIL_WINDOW_MS - 1)).toBe(4);
    expect(await count(1, NOON, 'op_bravo' as OperatorId)).toBe(1);
    expect(await count(1, NOON + MAIL_WINDOW_MS)).toBe(1);
    const atOnce = [1, 2, 3].map(() => count(1, NOON, 'op_charlie' as OperatorId));
    expect((await Promise.all(atOnce)).sort()).toEqual([1, 2, 3]);
  });
}
