/** What a use case does when its write is refused or its answer is lost. */

import { POLICY_LOOSENED, RESCUE_USED, recordAudit } from '../../../src/app/audit/record-audit';
import { readSettled, runCommand } from '../../../src/app/ceremony/run-command';
import { writeLedger } from '../../../src/app/execution/write-ledger';
import type { LedgerWrite, PendingCause, Saved } from '../../../src/app/ports';
import { genesis } from '../../../src/core/audit/chain';
import { refuseRequest } from '../../../src/core/ceremony/stop';
import { unchanged } from '../../../src/core/request/journal';
import { isOpen, type Request } from '../../../src/core/request/request';
import { err, ok } from '../../../src/protocol/result';
import { aRequest, at, BRAVO, ORG, refusedBy, turnedBy } from '../../support/builders';

describe('a command that loses its writes', () => {
  const world = (answers: (Saved | 'accept')[]) => {
    const writes: { request: Request; options: object }[] = [];
    const pauses: unknown[][] = [];
    const deps = {
      clock: { nowMs: () => at('12:10') },
      pause: { beforeRetry: async (...args: unknown[]) => void pauses.push(args) },
      requests: {
        save: async (change: { request: Request }, _writeId: string, options: object) => {
          writes.push({ request: change.request, options });
          const next = answers.length > 1 ? answers.shift()! : answers[0]!;
          return next === 'accept' ? { kind: 'saved', request: change.request } : next;
        },
        load: async () => ({ request: { ...aRequest(), revision: 9 }, intent: null }),
      },
    };
    return { writes, pauses, deps: deps as never };
  };
  const refusing = {
    writeId: 'w',
    decide: (current: Request, nowMs: number) => {
      const refused = refuseRequest(current, { operator: BRAVO, note: null, sign: undefined } as never, nowMs);
      return refused.ok ? ok({ change: refused.value, value: 'done' }) : err('decided' as const);
    },
  };

  it('is decided again on the image that won, first without a pause, then with one', async () => {
    const current = { ...aRequest(), revision: 5 } as Request;
    const { writes, pauses, deps } = world([{ kind: 'conflict', current }, { kind: 'conflict', current }, 'accept']);
    expect(await runCommand(deps, aRequest(), refusing)).toMatchObject({ ok: true, value: { value: 'done' } });
    expect(writes.map(({ request }) => request.revision)).toEqual([1, 5, 9]);
    expect(pauses).toEqual([[1, undefined]]);
  });

  it('waits after contention, in the order of the seats if keys are turned', async () => {
    const turning = {
      ...refusing,
      decide: (current: Request, nowMs: number) => {
        const decided = refusing.decide(current, nowMs);
        const turn = { operator: BRAVO, accessEpoch: 3, isWrongCode: false };
        return decided.ok ? ok({ ...decided.value, turn }) : decided;
      },
    };
    const { writes, pauses, deps } = world([{ kind: 'contention' }, 'accept']);
    await runCommand(deps, aRequest(), turning);
    expect(pauses).toEqual([[0, { index: 1, count: 3 }]]);
    expect(writes[0]!.options).toEqual({
      turn: { operator: BRAVO, accessEpoch: 3, isWrongCode: false, nowMs: at('12:10') },
    });
    const elsewhere = world([{ kind: 'contention' }, 'accept']);
    await runCommand(elsewhere.deps, aRequest({}, turnedBy('op_alpha')), turning);
    expect(elsewhere.pauses).toEqual([[0, { index: 0, count: 2 }]]);
    const plain = world([{ kind: 'contention' }, 'accept']);
    await runCommand(plain.deps, aRequest(), refusing);
    expect(plain.pauses).toEqual([[0, undefined]]);
  });

  it('ends with the refusal of the operator’s record, and is a mistake of the service if it turns no key', async () => {
    const ended = world([{ kind: 'access_ended' }]);
    const whenTurnRefused = ({ kind }: { kind: string }, nowMs: number) => `${kind} ${nowMs}` as never;
    expect(await runCommand(ended.deps, aRequest(), { ...refusing, whenTurnRefused })).toEqual({
      ok: false,
      error: `access_ended ${at('12:10')}`,
    });
    await expect(runCommand(ended.deps, aRequest(), refusing)).rejects.toThrow('this command turns no key');
  });

  it('gives up after 64 writes', async () => {
    const { writes, deps } = world([{ kind: 'contention' }]);
    await expect(runCommand(deps, aRequest(), refusing)).rejects.toThrow(
      `request ${aRequest().id}: lost 64 writes in a row`,
    );
    expect(writes).toHaveLength(64);
  });

  it('writes nothing where nothing changes or the command is refused, and writes what fell due before it', async () => {
    const none = world(['accept']);
    const idle = { writeId: 'w', decide: (current: Request) => ok({ change: unchanged(current), value: 7 }) };
    expect(await runCommand(none.deps, aRequest(), idle)).toMatchObject({ ok: true, value: { value: 7 } });
    expect(await runCommand(none.deps, aRequest({}, refusedBy('op_alpha')), refusing)).toMatchObject({ ok: false });
    expect(none.writes).toEqual([]);
    // It expired at 12:05, so the refusal comes too late.
    const expired = world(['accept']);
    expect(await runCommand(expired.deps, aRequest({ ttlSeconds: 300 }), refusing)).toEqual({
      ok: false,
      error: 'decided',
    });
    expect(expired.writes.map(({ request }) => isOpen(request))).toEqual([false]);
    const read = world(['accept']);
    expect((await readSettled(read.deps, aRequest({ ttlSeconds: 300 }), 'w')).request.state).toBe('expired');
    const open = aRequest();
    expect(await readSettled(read.deps, open, 'w')).toEqual({ request: open, nowMs: at('12:10') });
    expect(read.writes).toHaveLength(1);
  });
});

describe('a write to the claim ledger', () => {
  const request = aRequest({}, turnedBy('op_alpha', '12:05'));
  const conflict = (current: Request): LedgerWrite => ({ kind: 'conflict', current, intent: null });
  const running = (write: LedgerWrite, judged: ('done' | 'again')[] | 'refused', nowMs = at('12:10')) => {
    const times: number[] = [];
    const judgedAt: number[] = [];
    const outcome = writeLedger<string>(
      { nowMs: () => nowMs },
      {
        write: async (writtenAt) => {
          times.push(writtenAt);
          return write;
        },
        judge: (_, judgedAtMs) => {
          judgedAt.push(judgedAtMs);
          if (judged === 'refused') return err('no');
          return ok(judged.length > 1 ? judged.shift()! : judged[0]!);
        },
      },
    );
    return { times, judgedAt, outcome };
  };

  it('answers what was written, and nothing for a request that does not exist or is a change of the configuration', async () => {
    const written = { kind: 'written', request, intent: null } as const;
    expect(await running(written, ['done']).outcome).toEqual({
      ok: true,
      value: { request, intent: null, nowMs: at('12:10') },
    });
    expect(await running(null, ['done']).outcome).toBeNull();
    const administrative = { ...request, action: 'service.admin' } as Request;
    expect(await running(conflict(administrative), ['done']).outcome).toBeNull();
  });

  it('is made again at the time of the item, where this clock is behind it, and not without end', async () => {
    const behind = running(conflict(request), ['again', 'done'], at('12:01'));
    expect(await behind.outcome).toMatchObject({ ok: true, value: { request, nowMs: at('12:05') } });
    expect([behind.times, behind.judgedAt]).toEqual([
      [at('12:01'), at('12:05')],
      [at('12:05'), at('12:05')],
    ]);
    const endless = running(conflict(request), ['again']);
    await expect(endless.outcome).rejects.toThrow('a write to the claim ledger did not get through in 8 attempts');
    expect(endless.times).toHaveLength(8);
    expect(await running(conflict(request), 'refused').outcome).toEqual({ ok: false, error: 'no' });
  });
});

describe('the writer of a chain', () => {
  const message = (revision: number, text = '', fields: object = {}): PendingCause =>
    ({
      subject: 'req_1',
      revision,
      facts: [{ at: revision, kind: 'k', subject: 'req_1', actor: 'a', data: { text }, ...fields }],
    }) as never;
  const world = (recorded: string[] = [], block: object[] = []) => {
    const blocks: { entries: number; shares: object[] }[] = [];
    const marked: object[][] = [];
    const asked: object[][] = [];
    const warned: [string, object?][] = [];
    let head = genesis(ORG);
    const audit = {
      tail: async () => ({ head, block }),
      recorded: async (_: string, causes: object[]) => {
        asked.push(causes);
        return new Set(recorded);
      },
      mark: async (_: string, shares: object[]) => void marked.push(shares),
      append: async (_: string, entries: { seq: number; hash: string }[], shares: object[]) => {
        blocks.push({ entries: entries.length, shares });
        head = { seq: entries.at(-1)!.seq, hash: entries.at(-1)!.hash };
        return true;
      },
    };
    const log = {
      info: () => undefined,
      error: () => undefined,
      warn: (...said: [string, object?]) => void warned.push(said),
    };
    const deps = { audit, log, pause: { beforeRetry: async () => undefined } };
    return {
      blocks,
      marked,
      asked,
      warned,
      record: (...messages: PendingCause[]) => recordAudit(deps as never, ORG, messages),
    };
  };

  it('puts entries into one block, with the place of each cause, and marks them', async () => {
    const { blocks, marked, asked, warned, record } = world();
    const two = { ...message(2), facts: [...message(2).facts, ...message(2).facts] };
    await record(message(1), two, message(1));
    const shares = [
      { subject: 'req_1', revision: 1, block: 1, first: 1, count: 1 },
      { subject: 'req_1', revision: 2, block: 1, first: 2, count: 2 },
    ];
    expect(blocks).toEqual([{ entries: 3, shares }]);
    expect(marked).toEqual([[], shares]);
    // The cause before each is asked for, to notice a gap. There is none before the first.
    expect(asked[0]).toEqual([
      { subject: 'req_1', revision: 1 },
      { subject: 'req_1', revision: 2 },
      { subject: 'req_1', revision: 1 },
    ]);
    expect(warned).toEqual([]);
  });

  it('adds nothing twice, and marks the causes of the last block that are not', async () => {
    const last = { subject: 'req_1', revision: 2, block: 1, first: 1, count: 1 };
    const { blocks, marked, record } = world(['req_1#1'], [last]);
    await record(message(1), message(2));
    expect([blocks, marked]).toEqual([[], [[last]]]);
    const all = world(['req_1#1', 'req_1#2'], [last]);
    await all.record(message(2));
    expect([all.blocks, all.marked]).toEqual([[], [[]]]);
  });

  it('begins another block where one would grow beyond 200 KiB, and has at least one message in each', async () => {
    const { blocks, record } = world();
    await record(message(1, 'x'.repeat(120_000)), message(2, 'x'.repeat(120_000)), message(3, 'x'.repeat(300_000)));
    expect(blocks.map(({ entries }) => entries)).toEqual([1, 1, 1]);
    const small = world();
    await small.record(message(1, 'x'.repeat(100_000)), message(2, 'x'.repeat(100_000)));
    expect(small.blocks.map(({ entries }) => entries)).toEqual([2]);
  });

  it('says that a revision comes before the one it follows', async () => {
    const { warned, record } = world();
    await record(message(3));
    expect(warned).toEqual([
      ['audit gap: a revision is recorded before the one it follows', { subject: 'req_1', revision: 3 }],
    ]);
    const known = world(['req_1#2']);
    await known.record(message(3));
    expect(known.warned).toEqual([]);
  });

  it('raises the alarms on a rescue and on a loosened policy, once', async () => {
    const { warned, record } = world();
    await record(
      message(1, '', { kind: 'rescue.used' }),
      message(2, '', { data: { loosened: ['quorum'] } }),
      message(3, '', { data: {} }),
    );
    expect(warned).toEqual([
      [RESCUE_USED, { org: ORG, seq: 1, subject: 'req_1' }],
      [POLICY_LOOSENED, { org: ORG, seq: 2, subject: 'req_1' }],
    ]);
    const again = world(['req_1#1', 'req_1#2']);
    await again.record(message(1, '', { kind: 'rescue.used' }), message(2, '', { data: { loosened: ['quorum'] } }));
    expect(again.warned).toEqual([]);
    expect([RESCUE_USED, POLICY_LOOSENED]).toEqual([
      'a rescue changed the configuration without a second admin',
      'a policy was loosened',
    ]);
  });
});
