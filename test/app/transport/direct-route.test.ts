/** Which way messages go: by a direct call while there is little to do, through the queue otherwise. */

import type { AuditMessage, AuditMessages, DirectEvent, QueueMessage } from '../../../src/app/ports';
import { combinedAudit } from '../../../src/app/transport/combine-audit';
import { CROWD, directRoute, QUIET_CALLS } from '../../../src/app/transport/direct-route';
import { auditMessage } from '../../../src/app/transport/hand-over';
import type { OrgId } from '../../../src/protocol/identifiers';

const [OURS, THEIRS] = ['org_ours' as OrgId, 'org_theirs' as OrgId] as const;
const PER_CALL = 10;

function aRoute({
  start = () => undefined,
  countedBy = ({ body }) => body.org,
  withCrowd = false,
}: {
  readonly withCrowd?: boolean;
  readonly start?: (event: DirectEvent<AuditMessage>) => void;
  readonly countedBy?: (message: QueueMessage<AuditMessage>) => string;
} = {}) {
  const [called, sends]: [DirectEvent<AuditMessage>[], (readonly QueueMessage<AuditMessage>[])[]] = [[], []];
  const crowded: QueueMessage<AuditMessage>[] = [];
  const warned: string[] = [];
  const time = { nowMs: 1_000_000 };
  const route = directRoute<AuditMessage>({
    clock: { nowMs: () => time.nowMs },
    log: { info: () => undefined, warn: (what) => void warned.push(what), error: () => undefined },
    what: 'audit entries',
    countedBy,
    perCall: PER_CALL,
    call: {
      start: async (event) => {
        start(event);
        called.push(event);
      },
    },
    queue: { send: async (messages) => void (messages.length > 0 && sends.push(messages)) },
    ...(withCrowd && { crowd: { send: async (messages) => void crowded.push(...messages) } }),
  });
  const pass = (ms: number) => {
    time.nowMs += ms;
  };
  return { route, called, sends, crowded, queued: () => sends.flat(), warned, pass };
}

const entriesOf = (org: OrgId, revision = 1, note = '') =>
  auditMessage(org, 'req_1', revision, [
    { at: 1, kind: 'key.turned', subject: 'req_1', actor: 'op_a', data: { note } },
  ]);

describe('the way of a message', () => {
  test('is one direct call for all that is counted together, in its order', async () => {
    const { route, called, queued } = aRoute();
    await route.send([entriesOf(OURS, 1), entriesOf(OURS, 2), entriesOf(THEIRS)]);
    expect(called.map(({ messages }) => messages.map(({ body }) => `${body.org} ${body.revision}`))).toEqual([
      ['org_ours 1', 'org_ours 2'],
      ['org_theirs 1'],
    ]);
    expect(queued()).toEqual([]);
    await route.send([]);
    expect(called).toHaveLength(2);
  });

  test('is the queue for an organization that is busy, until it is quiet again, and not for another one', async () => {
    const { route, called, queued, pass } = aRoute();
    for (let n = 0; n < QUIET_CALLS + 3; n++) await route.send([entriesOf(OURS)]);
    expect([called.length, queued().length]).toEqual([QUIET_CALLS, 3]);
    await route.send([entriesOf(THEIRS)]);
    expect(called).toHaveLength(QUIET_CALLS + 1);
    pass(999);
    await route.send([entriesOf(OURS)]);
    expect([called.length, queued().length]).toEqual([QUIET_CALLS + 1, 4]);
    pass(1);
    await route.send([entriesOf(OURS)]);
    await route.send([entriesOf(OURS)]);
    expect([called.length, queued().length]).toEqual([QUIET_CALLS + 2, 5]);
  });

  test('is the queue for every organization where they are counted together', async () => {
    const { route, called, queued } = aRoute({ countedBy: () => 'all' });
    for (let n = 0; n < QUIET_CALLS; n++) await route.send([entriesOf(OURS)]);
    await route.send([entriesOf(THEIRS)]);
    expect([called.length, queued().length]).toEqual([QUIET_CALLS, 1]);
  });

  test('is one send for all organizations that are busy', async () => {
    const { route, sends } = aRoute();
    for (let n = 0; n < QUIET_CALLS; n++) await route.send([entriesOf(OURS), entriesOf(THEIRS)]);
    await route.send([entriesOf(OURS), entriesOf(THEIRS)]);
    expect(sends).toEqual([[entriesOf(OURS), entriesOf(THEIRS)]]);
  });

  test('is the queue where the call is refused, with what orders and deduplicates the messages', async () => {
    const { route, called, queued, warned } = aRoute({
      start: () => {
        throw new Error('TooManyRequestsException');
      },
    });
    await route.send([entriesOf(OURS, 1), entriesOf(OURS, 2)]);
    expect(called).toEqual([]);
    expect(queued()).toEqual([entriesOf(OURS, 1), entriesOf(OURS, 2)]);
    expect(warned).toEqual(['audit entries go through the queue, because the direct call failed']);
  });

  test.each([
    ['that is too large for a call', [entriesOf(OURS, 1, 'x'.repeat(130 * 1024))]],
    ['that is too large in bytes, though not in characters', [entriesOf(OURS, 1, '€'.repeat(44 * 1024))]],
    ['that is one of more than a call handles', Array.from({ length: PER_CALL + 1 }, (_, n) => entriesOf(OURS, n))],
    ['that has to wait', [{ ...entriesOf(OURS), delaySeconds: 1 }]],
  ])('is the queue for one %s, and costs the organization no call', async (_, messages) => {
    const { route, called, queued } = aRoute();
    await route.send(messages);
    expect([called.length, queued().length]).toEqual([0, messages.length]);
    for (let n = 0; n < QUIET_CALLS; n++) await route.send([entriesOf(OURS)]);
    expect(called).toHaveLength(QUIET_CALLS);
  });

  test('is a direct call for as many as one handles', async () => {
    const { route, called } = aRoute();
    await route.send(Array.from({ length: PER_CALL }, (_, n) => entriesOf(OURS, n)));
    expect(called.map(({ messages }) => messages.length)).toEqual([PER_CALL]);
  });

  test.each([
    [998, [OURS, THEIRS]],
    [999, [THEIRS]],
  ])('remembers a thousand organizations: beside %s others, %j still wait', async (others, waiting) => {
    const { route, called, queued } = aRoute();
    const callOthers = async (from: number, end: number) => {
      for (let n = from; n < end; n++) await route.send([entriesOf(`org_${n}` as OrgId)]);
    };
    for (const org of [OURS, THEIRS]) for (let n = 0; n < QUIET_CALLS; n++) await route.send([entriesOf(org)]);
    await callOthers(0, 500);
    // So ours is the one without a message for longest.
    await route.send([entriesOf(THEIRS)]);
    await callOthers(500, others);
    expect(called).toHaveLength(2 * QUIET_CALLS + others);
    const before = queued().length;
    await route.send([entriesOf(OURS), entriesOf(THEIRS)]);
    expect(queued().slice(before)).toEqual(waiting.map((org) => entriesOf(org)));
  });
});

describe('the way of a message in a crowd', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => entriesOf(OURS, n));
  /** One that has made its calls, and then sent so many messages to the queue. */
  const crowdOf = async (count: number, withCrowd = true) => {
    const sent = aRoute({ withCrowd });
    for (let n = 0; n < QUIET_CALLS; n++) await sent.route.send([entriesOf(OURS)]);
    for (let n = 0; n < count; n++) await sent.route.send([entriesOf(OURS)]);
    return sent;
  };

  test('is the one for crowds from the twentieth on that waits in a second, and for its organization alone', async () => {
    const { route, called, queued, crowded } = await crowdOf(CROWD);
    expect([queued().length, crowded.length]).toEqual([CROWD - 1, 1]);
    await route.send([entriesOf(THEIRS)]);
    expect([called.length, crowded.length]).toEqual([QUIET_CALLS + 1, 1]);
  });

  test('stays so while there is a crowd, without a direct call', async () => {
    const { route, called, crowded, queued, pass } = await crowdOf(CROWD);
    for (let second = 0; second < 30; second++) {
      pass(1000);
      await route.send(many(1));
      await route.send(many(PER_CALL));
      await route.send(many(PER_CALL));
    }
    expect([called.length, queued().length, crowded.length]).toEqual([QUIET_CALLS, CROWD - 1, 1 + 30 * 21]);
  });

  test('is a direct call again as soon as fewer wait', async () => {
    const { route, called, crowded, pass } = await crowdOf(CROWD - 1);
    pass(1000);
    await route.send(many(1));
    expect([called.length, crowded.length]).toEqual([QUIET_CALLS + 1, 0]);
    const crowd = await crowdOf(CROWD);
    for (const _ of [1, 2]) {
      crowd.pass(1000);
      await crowd.route.send(many(1));
    }
    expect([crowd.called.length, crowd.crowded.length]).toEqual([QUIET_CALLS + 1, 2]);
    const left = await crowdOf(CROWD);
    left.pass(QUIET_CALLS * 1000);
    await left.route.send(many(1));
    expect([left.called.length, left.crowded.length]).toEqual([QUIET_CALLS + 1, 1]);
  });

  test('is the queue and a call each second where there is nothing for crowds', async () => {
    const { route, called, queued, pass } = await crowdOf(CROWD, false);
    pass(1000);
    await route.send(many(1));
    expect([called.length, queued().length]).toEqual([QUIET_CALLS + 1, CROWD]);
  });
});

describe('audit entries that are sent together', () => {
  const ofSubject = (org: OrgId, subject: string, revision: number, note = '') =>
    auditMessage(org, subject, revision, [{ at: 1, kind: 'key.turned', subject, actor: 'op_a', data: { note } }]);
  const sentBy = async (messages: readonly QueueMessage<AuditMessage>[], way: 'send' | 'crowd' = 'send') => {
    const sent: QueueMessage<AuditMessage | AuditMessages>[] = [];
    const queue = combinedAudit({ send: async (some) => void sent.push(...some) });
    await (way === 'send' ? queue : queue.crowd!).send(messages);
    return sent;
  };
  const causesOf = ({ body }: QueueMessage<AuditMessage | AuditMessages>) =>
    ('causes' in body ? body.causes : [body]).map(({ subject, revision }) => `${subject}#${revision}`);

  test('are one message for each organization, with each cause once and those of a subject in order', async () => {
    const one = ofSubject(OURS, 'req_a', 1);
    const sent = await sentBy([
      ofSubject(OURS, 'req_a', 2),
      ofSubject(THEIRS, 'req_a', 1),
      ofSubject(OURS, 'req_b', 1),
      one,
      ofSubject(OURS, 'req_a', 2),
      ofSubject(THEIRS, 'req_b', 1),
    ]);
    expect(sent.map(causesOf)).toEqual([
      ['req_a#1', 'req_a#2', 'req_b#1'],
      ['req_a#1', 'req_b#1'],
    ]);
    expect(sent.map(({ groupId, body }) => [groupId, body.org])).toEqual([
      [OURS, OURS],
      [THEIRS, THEIRS],
    ]);
    const { subject, revision, facts } = one.body;
    expect((sent[0]!.body as AuditMessages).causes[0]).toEqual({ subject, revision, facts });
  });

  test('are the message of every release where there is one cause', async () => {
    const only = ofSubject(OURS, 'req_a', 7);
    expect(await sentBy([only, only])).toEqual([only]);
    expect(await sentBy([])).toEqual([]);
  });

  test('are named by their causes, so that a repeated send is the same message and another one is not', async () => {
    const [a, b, c] = ['req_a', 'req_b', 'req_c'].map((subject) => ofSubject(OURS, subject, 1));
    const names = await Promise.all(
      [[a!, b!], [a!, b!], [b!, a!, c!], [a!]].map(async (some) => (await sentBy(some))[0]!.deduplicationId!),
    );
    expect(names[0]).toBe(names[1]);
    expect(new Set(names).size).toBe(3);
  });

  test.each([
    [400, [400]],
    [401, [400, 1]],
  ])('are messages of at most 400 causes: %i', async (count, sizes) => {
    const sent = await sentBy(Array.from({ length: count }, (_, n) => ofSubject(OURS, `req_${n}`, 1)));
    expect(sent.map((message) => causesOf(message).length)).toEqual(sizes);
  });

  test('are messages far below what SQS takes, and never with a part of what a subject has', async () => {
    const text = '字'.repeat(4000);
    const sent = await sentBy(
      Array.from({ length: 60 }, (_, n) => ofSubject(OURS, `req_${n >> 2}`, 1 + (n & 3), text)),
    );
    const subjects = sent.map((message) => new Set(causesOf(message).map((cause) => cause.split('#')[0])));
    expect(subjects.flatMap((some) => [...some])).toHaveLength(15);
    const bytes = sent.map(({ body }) => Buffer.byteLength(JSON.stringify(body)));
    expect([sent.length, Math.max(...bytes) < 110 * 1024]).toEqual([8, true]);
  });

  test('go to eight groups of their organization in a crowd, to the same one again if they are repeated', async () => {
    const messages = Array.from({ length: 200 }, (_, n) => [ofSubject(OURS, `req_${n}`, 1)]);
    const sent = (await Promise.all(messages.map((some) => sentBy(some, 'crowd')))).flat();
    expect(new Set(sent.map(({ groupId }) => groupId))).toEqual(
      new Set([0, 1, 2, 3, 4, 5, 6, 7].map((n) => `${OURS}#${n}`)),
    );
    expect(sent.every(({ body }) => 'crowd' in body && body.crowd)).toBe(true);
    expect(await sentBy(messages[3]!, 'crowd')).toEqual([sent[3]]);
  });
});
