/** Which way entries go to the chain: called directly while an organization is quiet, through the queue otherwise. */
import { entryRoute, QUIET_CALLS } from '../../src/app/entry-route';
import { auditMessage } from '../../src/app/hand-over';
import type { AuditEvent, AuditMessage, QueueMessage } from '../../src/app/ports';
import type { OrgId } from '../../src/protocol/identifiers';

const [OURS, THEIRS] = ['org_ours' as OrgId, 'org_theirs' as OrgId] as const;

function aRoute(start: (event: AuditEvent) => void = () => undefined) {
  const [called, queued]: [AuditEvent[], QueueMessage<AuditMessage>[]] = [[], []];
  const time = { nowMs: 1_000_000 };
  const route = entryRoute({
    clock: { nowMs: () => time.nowMs },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    call: {
      start: async (event) => {
        start(event);
        called.push(event);
      },
    },
    queue: { send: async (messages) => void queued.push(...messages) },
  });
  const pass = (ms: number) => {
    time.nowMs += ms;
  };
  return { route, called, queued, pass };
}

const entriesOf = (org: OrgId, revision = 1, note = '') =>
  auditMessage(org, 'req_1', revision, [
    { at: 1, kind: 'key.turned', subject: 'req_1', actor: 'op_a', data: { note } },
  ]);

describe('the way of entries to the audit chain', () => {
  test('is one direct call for all entries of one organization, in their order', async () => {
    const { route, called, queued } = aRoute();
    const messages = [entriesOf(OURS, 1), entriesOf(OURS, 2), entriesOf(THEIRS)];
    await route.send(messages);
    expect(called.map(({ entries }) => entries.map(({ org, revision }) => `${org} ${revision}`))).toEqual([
      ['org_ours 1', 'org_ours 2'],
      ['org_theirs 1'],
    ]);
    expect(queued).toEqual([]);
    await route.send([]);
    expect(called).toHaveLength(2);
  });

  test('is the queue for an organization that is busy, until it is quiet again, and not for another one', async () => {
    const { route, called, queued, pass } = aRoute();
    for (let n = 0; n < QUIET_CALLS + 3; n++) await route.send([entriesOf(OURS)]);
    expect([called.length, queued.length]).toEqual([QUIET_CALLS, 3]);
    await route.send([entriesOf(THEIRS)]);
    expect(called).toHaveLength(QUIET_CALLS + 1);
    pass(1000);
    await route.send([entriesOf(OURS)]);
    await route.send([entriesOf(OURS)]);
    expect([called.length, queued.length]).toEqual([QUIET_CALLS + 2, 4]);
  });

  test('is the queue where the call is refused, with what orders and deduplicates the messages', async () => {
    const { route, called, queued } = aRoute(() => {
      throw new Error('TooManyRequestsException');
    });
    await route.send([entriesOf(OURS, 1), entriesOf(OURS, 2)]);
    expect(called).toEqual([]);
    expect(queued).toEqual([entriesOf(OURS, 1), entriesOf(OURS, 2)]);
  });

  test('is the queue for more than one call may have', async () => {
    const { route, called, queued } = aRoute();
    await route.send([entriesOf(OURS, 1, 'x'.repeat(130 * 1024))]);
    expect([called.length, queued.length]).toEqual([0, 1]);
  });

  test('forgets organizations that were called long ago, and not one that is busy', async () => {
    const { route, called, queued } = aRoute();
    for (let n = 0; n < QUIET_CALLS; n++) await route.send([entriesOf(OURS)]);
    for (let n = 0; n < 500; n++) await route.send([entriesOf(`org_${n}` as OrgId)]);
    await route.send([entriesOf(OURS)]);
    expect([called.length, queued.length]).toEqual([QUIET_CALLS + 500, 1]);
  });
});
