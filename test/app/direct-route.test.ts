/** Which way messages go: by a direct call while there is little to do, through the queue otherwise. */
import { directRoute, QUIET_CALLS } from '../../src/app/direct-route';
import { auditMessage } from '../../src/app/hand-over';
import type { AuditMessage, DirectEvent, QueueMessage } from '../../src/app/ports';
import type { OrgId } from '../../src/protocol/identifiers';

const [OURS, THEIRS] = ['org_ours' as OrgId, 'org_theirs' as OrgId] as const;
const PER_CALL = 10;

function aRoute({
  start = () => undefined,
  countedBy = ({ body }) => body.org,
}: {
  readonly start?: (event: DirectEvent<AuditMessage>) => void;
  readonly countedBy?: (message: QueueMessage<AuditMessage>) => string;
} = {}) {
  const [called, sends]: [DirectEvent<AuditMessage>[], (readonly QueueMessage<AuditMessage>[])[]] = [[], []];
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
  });
  const pass = (ms: number) => {
    time.nowMs += ms;
  };
  return { route, called, sends, queued: () => sends.flat(), warned, pass };
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

  test('forgets organizations that were called long ago, and not one that is busy', async () => {
    const { route, called, queued } = aRoute();
    for (let n = 0; n < QUIET_CALLS; n++) await route.send([entriesOf(OURS)]);
    for (let n = 0; n < 500; n++) await route.send([entriesOf(`org_${n}` as OrgId)]);
    await route.send([entriesOf(OURS)]);
    expect([called.length, queued().length]).toEqual([QUIET_CALLS + 500, 1]);
  });
});
