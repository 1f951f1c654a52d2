import fc from 'fast-check';
import { person } from '../../src/protocol/actor';
import type { OrgId } from '../../src/protocol/identifiers';
import type { AuditStore, PendingCause } from '../../src/service/audit/ports';
import { firstFault } from '../../src/service/audit/rules/chain';
import { createAuditStore } from '../../src/service/audit/store';
import { type RecordAuditDeps, recordAudit, rememberMarked } from '../../src/service/audit/use-cases/record-audit';
import { createFaults, type Faults, outage, timedOut } from '../support/faults';
import { openedOnce } from '../support/opened';
import { runs } from '../support/runs';
import { openTestTables } from '../support/tables';

const RUNS = runs('FUZZ_RUNS', 4);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const pause = { beforeRetry: async () => undefined };
const message = (subject: string, revision: number, facts = 1, text = ''): PendingCause => ({
  subject,
  revision,
  facts: Array.from({ length: facts }, (_, n) => ({
    at: revision,
    kind: 'turned',
    subject,
    ...person('op_a'),
    data: { n, ...(text === '' ? {} : { text }) },
  })),
});

describe('an audit chain', () => {
  let store: AuditStore;
  let faults: Faults;
  let organizations = 0;
  const newOrg = () => `org_${organizations++}` as OrgId;
  const record = (
    org: OrgId,
    messages: readonly PendingCause[],
    audit = store,
    options: Pick<RecordAuditDeps, 'limits' | 'marked'> = {},
  ) => recordAudit({ audit, pause, log: quiet, ...options }, org, messages);
  /** The calls of one writer, and how many entries or causes each one had. */
  const counted = () => {
    const calls: [string, number][] = [];
    const counting =
      <Given extends unknown[], T>(name: string, call: (...given: Given) => T) =>
      (...given: Given): T => {
        const some = given[1];
        calls.push([name, Array.isArray(some) ? some.length : 0]);
        return call(...given);
      };
    const audit: AuditStore = {
      ...store,
      tail: counting('tail', store.tail),
      recorded: counting('recorded', store.recorded),
      append: counting('append', store.append),
      mark: counting('mark', store.mark),
    };
    const sizes = (what: string) => calls.filter(([name]) => name === what).map(([, size]) => size);
    return { audit, calls, sizes };
  };
  const whole = (org: OrgId) => store.entries(org, 0, 1000);

  const database = openedOnce(openTestTables);
  beforeAll(() => {
    store = createAuditStore(database.tables);
    faults = createFaults(database.tables);
  });

  test(
    'an audit chain has every entry once, in one chain, whichever writer fails and whatever is delivered twice',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.infiniteStream(fc.nat(999)), async (dice) => {
          const next = (below: number) => (dice.next().value as number) % below;
          const org = newOrg();
          const messages = Array.from({ length: 6 }, (_, n) => message(`req_${n % 2}`, 1 + (n >> 1), 1 + (n % 3)));
          const conductor = conduct(next);
          // One block for all, several, or one for each message.
          const limits = { entries: [400, 4, 1][next(3)]!, bytes: 200 * 1024 };
          const writer = async () => {
            const own = messages.filter(() => next(3) > 0);
            // An instance in which only one call failed still knows what it marked.
            const marked = rememberMarked();
            // A message is delivered again until its writer survives to the end.
            while (!(await conductor.lives((audit) => record(org, own, audit, { limits, marked }), store)));
          };
          await Promise.all([writer(), writer(), writer()]);
          await record(org, messages);

          const entries = await whole(org);
          expect(firstFault(org, entries, (await store.tail(org)).head)).toBeNull();
          const facts = entries.map(({ subject, at, data }) => `${subject} ${at} ${data.n}`).sort();
          const owed = messages.flatMap((each) =>
            each.facts.map(({ subject, at, data }) => `${subject} ${at} ${data.n}`),
          );
          expect(facts).toEqual(owed.sort());
          expect((await store.ofSubject(org, 'req_1')).length).toBe(
            owed.filter((fact) => fact.startsWith('req_1')).length,
          );
        }),
        { numRuns: RUNS },
      );
    },
    30_000 + RUNS * 1500,
  );

  test('an audit writer reads no marks of the block that its own instance wrote last, and all of another instance’s', async () => {
    const org = newOrg();
    const { audit, sizes } = counted();
    const marked = rememberMarked();
    await record(org, [message('req_1', 1)], audit, { marked });
    await record(org, [message('req_2', 1)], audit, { marked });
    await record(org, [message('req_3', 1)], audit, { marked });
    expect(sizes('recorded')).toEqual([1, 1, 1]);

    const mark: AuditStore['mark'] = async (_, causes) => {
      if (causes.length > 0) throw new Error('killed');
    };
    const dies = { ...store, mark };
    await expect(record(org, [message('req_4', 1)], dies)).rejects.toThrow('killed');
    expect(await store.ofSubject(org, 'req_4')).toEqual([]);
    await record(org, [message('req_5', 1)], audit, { marked });
    expect(sizes('recorded').at(-1)).toBe(2);
    expect(await store.ofSubject(org, 'req_4')).toHaveLength(1);
  });

  test('an audit writer recognizes its own block after a lost answer, and marks its causes', async () => {
    const org = newOrg();
    faults.inject({ command: 'PutItem', committed: true, error: timedOut });
    await record(org, [message('req_1', 1)]);
    expect(faults.left()).toBe(0);
    await record(org, [message('req_1', 1), message('req_1', 2)]);
    expect((await whole(org)).map(({ seq, at }) => [seq, at])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(await store.ofSubject(org, 'req_1')).toHaveLength(2);
  });

  test('the causes of a large block are marked if its writer ended before it marked the last ones', async () => {
    const org = newOrg();
    const messages = Array.from({ length: 60 }, (_, n) => message(`req_${n}`, 1));
    // Of three batches of marks, one is written.
    faults.inject({ command: 'BatchWriteItem', error: outage, level: 'call', skip: 1, times: 2 });
    await expect(record(org, messages)).rejects.toMatchObject({ name: 'InternalServerError' });
    expect(faults.left()).toBe(0);
    expect((await store.recorded(org, messages)).size).toBe(25);
    await record(org, [...messages, message('req_60', 1)]);
    expect(await whole(org)).toHaveLength(61);
    expect((await store.recorded(org, messages)).size).toBe(60);
    await record(org, messages);
    expect(await whole(org)).toHaveLength(61);
  });

  test.each([
    [400, [400]],
    [401, [400, 1]],
    [800, [400, 400]],
  ])('%i audit entries of one call are stored in blocks of 400', async (count, sizes) => {
    const org = newOrg();
    const writer = counted();
    const messages = Array.from({ length: count }, (_, n) => message(`req_${n}`, 1));
    await record(org, messages, writer.audit);
    expect(writer.sizes('append')).toEqual(sizes);
    const entries = await whole(org);
    expect(entries.map(({ subject }) => subject)).toEqual(messages.map(({ subject }) => subject));
    expect(firstFault(org, entries, (await store.tail(org)).head)).toBeNull();
    const [last] = await store.ofSubject(org, `req_${count - 1}`);
    expect(last).toEqual(entries.at(-1));
  });

  test('an audit writer begins another block before one exceeds the size of an item, whatever characters it has', async () => {
    const org = newOrg();
    const writer = counted();
    // Three bytes each in UTF-8: 20 messages of 30 KB.
    const messages = Array.from({ length: 20 }, (_, n) => message(`req_${n}`, 1, 1, '字'.repeat(10_000)));
    await record(org, messages, writer.audit);
    expect(writer.sizes('append')).toEqual([6, 6, 6, 2]);
    // One message is never divided, and has a block of its own if it is larger than that.
    await record(org, [message('req_large', 1, 8, '字'.repeat(10_000)), message('req_last', 1)], writer.audit);
    expect(writer.sizes('append').slice(4)).toEqual([8, 1]);
    expect(await whole(org)).toHaveLength(29);
  });

  test('an audit chain can be read in pages over blocks of one entry and of many', async () => {
    const org = newOrg();
    const sizes = [1, 30, 1, 1, 40, 2, 50, 1];
    for (const [n, size] of sizes.entries()) {
      const messages = Array.from({ length: size }, (_, m) => message(`req_${n}_${m}`, 1));
      await record(org, messages);
    }
    const all = await whole(org);
    expect(all).toHaveLength(126);
    for (const limit of [1, 2, 31, 64, 125, 126, 127]) {
      const pages: (typeof all)[number][] = [];
      for (;;) {
        const page = await store.entries(org, pages.length, limit);
        if (page.length === 0) break;
        expect(page).toHaveLength(Math.min(limit, all.length - pages.length));
        pages.push(...page);
      }
      expect(pages).toEqual(all);
    }
  });

  test('an audit writer reads the end of the chain again if another writer was faster between two of its blocks', async () => {
    const org = newOrg();
    const writer = counted();
    let others = 0;
    const audit: AuditStore = {
      ...writer.audit,
      mark: async (...given) => {
        await writer.audit.mark(...given);
        if (given[1].length > 0 && others++ === 0) await record(org, [message('req_1', 1), message('req_other', 1)]);
      },
    };
    const messages = [0, 1, 2].map((n) => message(`req_${n}`, 1));
    await record(org, messages, audit, { limits: { entries: 1, bytes: 200 * 1024 } });
    expect((await whole(org)).map(({ subject }) => subject)).toEqual(['req_0', 'req_1', 'req_other', 'req_2']);
    expect(writer.sizes('tail')).toHaveLength(2);
  });

  test('the audit chain costs a quiet organization one put of a block and one of its mark', async () => {
    const org = newOrg();
    const sent: string[] = [];
    database.tables.client.middlewareStack.add(
      (next, { commandName = '' }) =>
        (args) => {
          sent.push(commandName.replace('Command', ''));
          return next(args);
        },
      { step: 'initialize', name: 'sent' },
    );
    await record(org, [message('req_1', 1)]);
    database.tables.client.middlewareStack.remove('sent');
    expect(sent).toEqual(['Query', 'BatchGetItem', 'PutItem', 'PutItem']);
  });

  test('an audit chain can be read from any entry on, also in the middle of a block', async () => {
    const org = newOrg();
    for (const [revision, facts] of [3, 1, 4, 1, 5].entries()) {
      await record(org, [message('req_1', revision + 1, facts)]);
    }
    const entries = await whole(org);
    expect(entries).toHaveLength(14);
    for (let after = 0; after <= 14; after++) {
      expect(await store.entries(org, after, 3)).toEqual(entries.slice(after, after + 3));
    }
  });
});

/** Runs one call of one writer at a time, in random order. Sometimes the caller dies in it. */
function conduct(next: (below: number) => number) {
  const waiting: (() => Promise<void>)[] = [];
  let running = false;
  const pump = async () => {
    if (running) return;
    running = true;
    // At that point, every running writer has made its next call.
    for (await tick(); waiting.length > 0; await tick()) await waiting.splice(next(waiting.length), 1)[0]!();
    running = false;
  };
  const gated = <T>(call: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      waiting.push(async () => {
        const fate = next(20);
        if (fate === 0) return reject(new Death());
        const answer = await call().then(
          (value) => () => resolve(value),
          (error) => () => reject(error),
        );
        if (fate === 1) reject(new Death());
        else answer();
      });
      void pump();
    });
  return {
    async lives(work: (audit: AuditStore) => Promise<void>, store: AuditStore): Promise<boolean> {
      const audit: AuditStore = {
        ...store,
        tail: (...given) => gated(() => store.tail(...given)),
        recorded: (...given) => gated(() => store.recorded(...given)),
        append: (...given) => gated(() => store.append(...given)),
        // Each mark is its own call, so one may be written and the next one not.
        mark: async (org, shares) => {
          for (const share of shares) await gated(() => store.mark(org, [share]));
        },
      };
      try {
        await work(audit);
        return true;
      } catch (error) {
        if (error instanceof Death) return false;
        throw error;
      }
    },
  };
}

class Death extends Error {}

const tick = () => new Promise<void>((resolve) => setImmediate(resolve));
