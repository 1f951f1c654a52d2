/** What a use case does when its write is refused or its answer is lost. */

import { systemRandom } from '../../src/adapters/system/random';
import { retryDelayMs } from '../../src/adapters/system/time';
import { DEMO_ORG } from '../../src/local/demo';
import { openMemoryTables } from '../../src/local/memory/tables';
import { person } from '../../src/protocol/actor';
import type { RequestId } from '../../src/protocol/identifiers';
import { err, ok } from '../../src/protocol/result';
import type { PendingCause } from '../../src/service/audit/ports';
import type { PendingEntry } from '../../src/service/audit/rules/chain';
import { createAuditStore } from '../../src/service/audit/store';
import { POLICY_LOOSENED, RESCUE_USED, recordAudit } from '../../src/service/audit/use-cases/record-audit';
import { refuseRequest } from '../../src/service/ceremony/rules/refuse';
import { turnKey } from '../../src/service/ceremony/rules/turn';
import { reportMisuse } from '../../src/service/ceremony/use-cases/report-misuse';
import { type CommandDeps, readSettled, runCommand } from '../../src/service/ceremony/use-cases/run-command';
import type { ConfigStore } from '../../src/service/configuration/ports';
import { writeLedger } from '../../src/service/execution/use-cases';
import type { LedgerWrite, RequestStore, Saved } from '../../src/service/request/ports';
import { unchanged } from '../../src/service/request/rules/journal';
import { isOpen, type Request } from '../../src/service/request/rules/request';
import { createRequestStore } from '../../src/service/request/store/request-store';
import { aRequest, aSeat, at, BRAVO, CHARLIE, ORG, op, refusedBy, turnedBy } from '../support/builders';
import { openLedger } from '../support/ledger';
import { aLog } from '../support/log';
import { SimulatedTime, seededRandom } from '../support/simulated-time';

describe('a command that loses its writes', () => {
  const world = (answers: (Saved | 'accept')[]) => {
    const writes: { request: Request; options: object | undefined }[] = [];
    const pauses: unknown[][] = [];
    const requests: RequestStore = {
      ...createRequestStore(openMemoryTables(() => undefined).tables),
      save: async (change, _writeId, options) => {
        writes.push({ request: change.request, options });
        const next = answers.length > 1 ? answers.shift()! : answers[0]!;
        return next === 'accept' ? { kind: 'saved', request: change.request } : next;
      },
      load: async () => ({ request: { ...aRequest(), revision: 9 }, intent: null }),
    };
    const deps = {
      clock: { nowMs: () => at('12:10') },
      random: systemRandom,
      pause: { beforeRetry: async (...args: unknown[]) => void pauses.push(args) },
      requests,
    };
    return { writes, pauses, deps };
  };
  const refusing = {
    decide: (current: Request, nowMs: number) => {
      const refused = refuseRequest(current, { operator: BRAVO, note: null, outcomeReason: null }, nowMs);
      return refused.ok ? ok({ change: refused.value, value: 'done' }) : err('decided' as const);
    },
  };

  it('a command that loses a write is decided again on the stored request, first at once and then after a pause', async () => {
    const current = { ...aRequest(), revision: 5 } as Request;
    const { writes, pauses, deps } = world([{ kind: 'conflict', current }, { kind: 'conflict', current }, 'accept']);
    expect(await runCommand(deps, aRequest(), refusing)).toMatchObject({ ok: true, value: { value: 'done' } });
    expect(writes.map(({ request }) => request.revision)).toEqual([1, 5, 9]);
    expect(pauses).toEqual([[1, undefined]]);
  });

  it('a command waits after contention, in the order of the seats if it turns a key', async () => {
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

  it('a turn is refused because of the operator’s record, and a command that turns no key fails on such an answer', async () => {
    const ended = world([{ kind: 'access_ended' }]);
    const whenTurnRefused = ({ kind }: { kind: string }, nowMs: number) => `${kind} ${nowMs}`;
    expect(await runCommand(ended.deps, aRequest(), { ...refusing, whenTurnRefused })).toEqual({
      ok: false,
      error: `access_ended ${at('12:10')}`,
    });
    await expect(runCommand(ended.deps, aRequest(), refusing)).rejects.toThrow('this command turns no key');
  });

  it('a command gives up after 64 writes', async () => {
    const { writes, deps } = world([{ kind: 'contention' }]);
    await expect(runCommand(deps, aRequest(), refusing)).rejects.toThrow(
      `request ${aRequest().id}: lost 64 writes in a row`,
    );
    expect(writes).toHaveLength(64);
  });

  it('a command that changes nothing or is refused writes nothing except what was due before it', async () => {
    const none = world(['accept']);
    const idle = { decide: (current: Request) => ok({ change: unchanged(current), value: 7 }) };
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
    expect((await readSettled(read.deps, aRequest({ ttlSeconds: 300 }))).request.state).toBe('expired');
    const open = aRequest();
    expect(await readSettled(read.deps, open)).toEqual({ request: open, nowMs: at('12:10') });
    expect(read.writes).toHaveLength(1);
  });
});

it('a report of misuse that is repeated after a failure tells the admins, although the request is already aborted', async () => {
  const ledger = await openLedger({ memory: true });
  try {
    const id = (await ledger.proposed({ requester: 'op_bravo' })) as RequestId;
    let isDown = true;
    const config: ConfigStore = {
      ...ledger.ports.config,
      saveIncident: async (incident) => {
        if (isDown) throw new Error('down');
        return ledger.ports.config.saveIncident(incident);
      },
    };
    const operator = (await config.operator(DEMO_ORG, BRAVO))!;
    const who = { org: DEMO_ORG, operator: BRAVO, accessEpoch: operator.accessEpoch };
    const deps = { ...ledger.ports, config, origin: 'https://console.acme.dev' };
    const report = () => reportMisuse(deps, who, id);
    await expect(report()).rejects.toThrow('down');
    isDown = false;
    expect(await report()).toMatchObject({ ok: false, error: { reason: 'decided' } });
    const told = () => ledger.entries(DEMO_ORG, 'request.misused');
    expect(await told()).toMatchObject([{ data: { request: id } }]);
    const charlie = (await config.operator(DEMO_ORG, CHARLIE))!;
    await reportMisuse(deps, { ...who, operator: CHARLIE, accessEpoch: charlie.accessEpoch }, id);
    expect(await told()).toHaveLength(1);
  } finally {
    await ledger.stop();
  }
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

  it('a claim answers the stored request, and null for a request that is missing or a change of the configuration', async () => {
    const written = { kind: 'written', request, intent: null } as const;
    expect(await running(written, ['done']).outcome).toEqual({
      ok: true,
      value: { request, intent: null, nowMs: at('12:10') },
    });
    expect(await running(null, ['done']).outcome).toBeNull();
    const administrative = { ...request, action: 'service.admin' } as Request;
    expect(await running(conflict(administrative), ['done']).outcome).toBeNull();
  });

  it('a claim is repeated at the time of the item if this clock is behind it, at most eight times', async () => {
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

describe('the audit writer', () => {
  const cause = (revision: number, entry: Partial<PendingEntry> = {}): PendingCause => ({
    subject: 'req_1',
    revision,
    facts: [{ at: revision, kind: 'k', subject: 'req_1', ...person('a'), data: {}, ...entry }],
  });

  function aChain() {
    const audit = createAuditStore(openMemoryTables(() => undefined).tables);
    const { log, warned } = aLog();
    const deps = { audit, log, pause: { beforeRetry: async () => undefined } };
    return { warned, record: (...causes: PendingCause[]) => recordAudit(deps, ORG, causes) };
  }

  it('the audit writer warns if a revision is recorded before the one it follows', async () => {
    const { warned, record } = aChain();
    await record(cause(3));
    const gap = 'audit gap: a revision is recorded before the one it follows';
    expect(warned).toEqual([[gap, { subject: 'req_1', revision: 3 }]]);
    // The last block does not contain the revision before it.
    await record({ ...cause(1), subject: 'req_2' });
    await record(cause(4));
    expect(warned).toHaveLength(1);
  });

  it('the audit writer raises the alarms for a rescue and for a loosened policy once each', async () => {
    const { warned, record } = aChain();
    const causes = [cause(1, { kind: 'rescue.used' }), cause(2, { data: { loosened: ['quorum'] } }), cause(3)];
    await record(...causes);
    await record(...causes);
    expect(warned).toEqual([
      [RESCUE_USED, { org: ORG, seq: 1, subject: 'req_1' }],
      [POLICY_LOOSENED, { org: ORG, seq: 2, subject: 'req_1' }],
    ]);
    expect([RESCUE_USED, POLICY_LOOSENED]).toEqual([
      'a rescue changed the configuration without a second admin',
      'a policy was loosened',
    ]);
  });
});

/**
 * Many operators turn their keys at the same moment. Time is simulated: a transaction takes 20 ms, a read 6 ms, and the
 * store refuses a transaction that begins while another one holds the item, as DynamoDB does.
 */
const READ_MS = 6;
const TRANSACTION_MS = 20;

/** A store with one request, which counts how transactions ended. */
function storeOf(time: SimulatedTime, first: Request) {
  const ended = { saved: 0, conflict: 0, contention: 0 };
  let stored = first;
  let held = false;
  const commit = async (change: Parameters<RequestStore['save']>[0]): Promise<Saved> => {
    await time.sleep(TRANSACTION_MS / 4);
    if (held) return { kind: 'contention' };
    held = true;
    await time.sleep(TRANSACTION_MS / 2);
    held = false;
    if (change.request.revision !== stored.revision) return { kind: 'conflict', current: stored };
    stored = { ...change.request, revision: stored.revision + 1 };
    return { kind: 'saved', request: stored };
  };
  const requests = {
    load: async () => {
      await time.sleep(READ_MS);
      return { request: stored, intent: null };
    },
    save: async (change: Parameters<RequestStore['save']>[0]): Promise<Saved> => {
      const saved = await commit(change);
      if (saved.kind in ended) ended[saved.kind as keyof typeof ended]++;
      await time.sleep(TRANSACTION_MS / 4);
      return saved;
    },
  };
  return { requests: requests as unknown as RequestStore, ended, stored: () => stored };
}

/** Each operator turns on two open pages. */
async function turnTogether(count: number, seats = count) {
  const time = new SimulatedTime(at('12:01'));
  const startedMs = time.nowMs;
  const random = seededRandom(1);
  const roster = Array.from({ length: seats }, (_, n) => op(`op_${n}`));
  const first = { ...aRequest({ quorum: seats + 1 }), seats: roster.map((operator) => aSeat(operator)) };
  const store = storeOf(time, first as Request);
  const deps: CommandDeps = {
    clock: { nowMs: () => time.nowMs },
    random: systemRandom,
    requests: store.requests,
    pause: { beforeRetry: (attempt, place) => time.sleep(retryDelayMs(attempt, place, random())) },
  };
  const turn = async (operator: (typeof roster)[number]) => {
    const ran = await runCommand(deps, first as Request, {
      decide: (request, nowMs) => {
        const turned = turnKey(request, { operator, round: null, isRightCode: () => true, sign: undefined }, nowMs);
        if (!turned.ok) return turned;
        return ok({
          change: turned.value.change,
          value: null,
          turn: { operator, accessEpoch: 0, isWrongCode: false },
        });
      },
    });
    return ran.ok ? 'turned' : ran.error.reason;
  };
  const turning = roster.slice(seats - count);
  const answers = Promise.all([...turning, ...turning].map((operator) => turn(operator)));
  await time.run();
  const transactions = Object.values(store.ended).reduce((sum, each) => sum + each, 0);
  return { answers: await answers, perKey: transactions / count, tookMs: time.nowMs - startedMs };
}

describe('operators who turn their keys at the same moment', () => {
  it.each([1, 2, 10, 25, 50])(
    'operators who turn their keys at the same moment all turn once, with at most ten transactions for each key: %i operators',
    async (count) => {
      const { answers, perKey } = await turnTogether(count);
      expect(answers.filter((answer) => answer === 'turned')).toHaveLength(count);
      expect(answers.filter((answer) => answer === 'already_turned')).toHaveLength(count);
      expect(perKey).toBeLessThanOrEqual(10);
    },
  );

  it('operators who turn their keys do not wait for unused seats', async () => {
    const { tookMs } = await turnTogether(2, 50);
    expect(tookMs).toBeLessThan(5 * TRANSACTION_MS);
  });
});
