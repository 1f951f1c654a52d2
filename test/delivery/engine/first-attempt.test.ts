/** The first attempt stores its delivery. If its actor dies, the check of the request or the delivery's due time finds it. */
import { DUE_SHARDS } from '../../../src/adapters/dynamodb/table';
import { DEMO_ORG } from '../../../src/local/demo';
import type { DeliveryId, RequestId } from '../../../src/protocol/identifiers';
import type { AuditMessage } from '../../../src/service/audit/ports';
import { causesOf, recordAudit } from '../../../src/service/audit/use-cases/record-audit';
import { possibleDeliveryIds } from '../../../src/service/delivery/rules/owed-deliveries';
import { type FirstAttemptDeps, firstAttempt } from '../../../src/service/delivery/use-cases/attempt-delivery';
import type { DeliveryMessage } from '../../../src/service/delivery/use-cases/hand-over';
import type { CombinedMailMessage, NoticeMessage } from '../../../src/service/notice/ports';
import { sendNotices } from '../../../src/service/notice/use-cases/send-notice';
import type { QueueMessage } from '../../../src/service/system/ports';
import { dispatchRequest } from '../../../src/service/transport/use-cases/dispatch';
import { type FireDueDeps, fireDue } from '../../../src/service/transport/use-cases/fire-due';
import type { Queues } from '../../../src/service/transport/use-cases/gather';
import { openLedger } from '../../support/ledger';
import { openedOnce } from '../../support/opened';
import { openReceiver } from '../../support/receiver';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

class Died extends Error {}
const die = (): Promise<never> => Promise.reject(new Died('the process died'));

describe('the first attempt of a delivery', () => {
  let sent: DeliveryMessage[] = [];
  let now = 0;
  let deps: FireDueDeps & FirstAttemptDeps;
  const ledger = openedOnce(() => openLedger({ memory: true }));
  const receiver = openedOnce(openReceiver);
  beforeAll(() => {
    const { ports } = ledger;
    const queues = {
      events: { send: async (messages) => void sent.push(...messages.map(({ body }) => body)) },
      retries: { send: async () => undefined },
      timers: { send: async () => undefined },
      audit: { send: (messages: readonly QueueMessage<AuditMessage>[]) => eachOf(messages, recorded) },
      notices: {
        send: (messages: readonly QueueMessage<NoticeMessage | CombinedMailMessage>[]) => eachOf(messages, told),
      },
    } satisfies Queues & FirstAttemptDeps['queues'];
    const recorded = (message: AuditMessage) => recordAudit(ports, message.org, causesOf(message));
    const told = (message: NoticeMessage | CombinedMailMessage) => sendNotices(ports, message as NoticeMessage);
    const loop = { start: async () => 'started' as const };
    deps = { ...ports, queues, loop, clock: { nowMs: () => now } } as FireDueDeps & FirstAttemptDeps;
  });
  beforeEach(() => {
    sent = [];
    now = Date.now();
  });

  /** A decided request whose stream record is not handed over yet. */
  async function decided() {
    const id = (await ledger.proposed({ callback_url: receiver.url })) as RequestId;
    const before = await stored(id);
    expect((await ledger.refuse('op_bravo', id)).status).toBe(200);
    return { id, before, after: await stored(id) };
  }
  const stored = async (id: RequestId) => (await ledger.requests.load(DEMO_ORG, id))!.request;
  const deliveryOf = async (id: RequestId) =>
    (await deps.deliveries.loadMany(DEMO_ORG, possibleDeliveryIds(await stored(id), [])))[0];
  const posts = (id: RequestId) => receiver.posts.filter(({ json }) => json.data.request.id === id);
  const attempt = async (using: FirstAttemptDeps): Promise<void> => {
    for (const message of sent.splice(0)) await firstAttempt(using, message);
  };
  /** A minute passes, and every due item of every shard fires. */
  async function aMinute(): Promise<void> {
    now += MINUTE;
    for (let shard = 0; shard < DUE_SHARDS; shard++) {
      const { items } = await deps.due.due(shard, now, 100, null);
      for (const { dueAtMs, ...item } of items) await fireDue(deps, { ...item, due_at: dueAtMs });
    }
    await attempt(deps);
  }

  it('a first attempt that succeeds stores its delivery, and the check has nothing to do', async () => {
    const { id, before, after } = await decided();
    await dispatchRequest(deps, before, after);
    expect(await deliveryOf(id)).toBeUndefined();
    await attempt(deps);
    expect(await deliveryOf(id)).toMatchObject({ state: 'delivered', attempts: 1, watched: false });
    for (let minutes = 0; minutes < 6; minutes++) await aMinute();
    expect(posts(id)).toHaveLength(1);
    expect((await stored(id)).checkAtMs).toBeNull();
  });

  const toDispatch = async (run: Awaited<ReturnType<typeof decided>>) => dispatchRequest(deps, run.before, run.after);
  it.each<[string, number, number, (run: Awaited<ReturnType<typeof decided>>) => Promise<unknown>]>([
    ['the record of the stream is lost', 3, 1, async () => undefined],
    [
      'the message is lost',
      3,
      1,
      async (run) => {
        await toDispatch(run);
        sent = [];
      },
    ],
    [
      'its actor dies before the post',
      3,
      1,
      async (run) => {
        await toDispatch(run);
        await attempt({ ...deps, sender: { ...deps.sender, post: die } }).catch(died);
      },
    ],
    [
      'its actor dies after the post',
      3,
      2,
      async (run) => {
        await toDispatch(run);
        await attempt({ ...deps, deliveries: { ...deps.deliveries, finishAttempt: die } }).catch(died);
      },
    ],
    [
      'its actor begins just before the check, and dies',
      5,
      1,
      async (run) => {
        await toDispatch(run);
        now += 2 * MINUTE - 10 * SECOND;
        await attempt({ ...deps, sender: { ...deps.sender, post: die } }).catch(died);
      },
    ],
    [
      'it fails, and its actor dies before the retry loop starts',
      7,
      1,
      async (run) => {
        await toDispatch(run);
        const post = async () => ({ kind: 'answered', status: 503, retryAfterSeconds: null }) as const;
        await attempt({ ...deps, sender: { ...deps.sender, post }, loop: { start: die } }).catch(died);
        expect(await deliveryOf(run.id)).toMatchObject({ state: 'pending', failures: 1, watched: true });
      },
    ],
  ])('a first attempt is repeated, and the event arrives, if %s', async (_, withinMinutes, times, until) => {
    const run = await decided();
    await until(run);
    expect(sent).toEqual([]);
    for (let minutes = 0; minutes < withinMinutes; minutes++) await aMinute();
    expect(posts(run.id)).toHaveLength(times);
    expect(new Set(posts(run.id).map(({ json }) => json.id)).size).toBe(1);
    expect(await deliveryOf(run.id)).toMatchObject({ state: 'delivered' });
    for (let minutes = 0; minutes < 6; minutes++) await aMinute();
    expect(posts(run.id)).toHaveLength(times);
    expect((await stored(run.id)).checkAtMs).toBeNull();
  });

  it('a first attempt is made once if its message comes twice, and at once if the message names a stored delivery', async () => {
    const first = await decided();
    await dispatchRequest(deps, first.before, first.after);
    const [message] = sent;
    sent = [message!, message!];
    await attempt(deps);
    expect(posts(first.id)).toHaveLength(1);
    // An attempt that an admin repeats: its delivery is stored, and the message names it alone.
    const second = await decided();
    await dispatchRequest(deps, second.before, second.after);
    const { owed, ...named } = sent.pop()!;
    const { createdAtMs } = await stored(second.id);
    const made = {
      ...(await deliveryOf(first.id))!,
      requestId: second.id,
      id: named.delivery_id as DeliveryId,
      createdAtMs,
    };
    const { watched, ...pending } = { ...made, state: 'pending' as const, attempts: 0, heldUntilMs: null };
    await deps.deliveries.create(pending);
    sent = [named];
    await attempt(deps);
    expect(posts(second.id)).toHaveLength(1);
    expect(owed).toMatchObject({ request_id: second.id, receiver: 'callback' });
    expect(watched).toBe(false);
  });
});

const died = (error: unknown): void => {
  expect(error).toBeInstanceOf(Died);
};

async function eachOf<T>(messages: readonly QueueMessage<T>[], consume: (body: T) => Promise<unknown>): Promise<void> {
  for (const { body } of messages) await consume(body);
}
