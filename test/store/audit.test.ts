/**
 * The audit chain under several writers at once, each of which may die at any of its calls
 * (docs/design.md#audit-chain).
 */
import fc from 'fast-check';
import { createAuditStore } from '../../src/adapters/dynamodb/audit-store';
import type { AuditMessage, AuditStore } from '../../src/app/ports';
import { recordAudit } from '../../src/app/record-audit';
import { firstFault } from '../../src/core/audit/chain';
import type { OrgId } from '../../src/protocol/identifiers';
import { runs } from '../support/effort';
import { createFaults, timedOut } from '../support/faults';
import { openTestTables } from '../support/tables';

const RUNS = runs('FUZZ_RUNS', 25);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const pause = { beforeRetry: async () => undefined };
const message = (org: OrgId, subject: string, revision: number, facts = 1): AuditMessage => ({
  org,
  subject,
  revision,
  facts: Array.from({ length: facts }, (_, n) => ({
    at: revision,
    kind: 'turned',
    subject,
    actor: 'op_a',
    data: { n },
  })),
});

describe('an audit chain', () => {
  let database: Awaited<ReturnType<typeof openTestTables>>;
  let store: AuditStore;
  let organizations = 0;
  const newOrg = () => `org_${organizations++}` as OrgId;
  const record = (org: OrgId, messages: readonly AuditMessage[], audit = store) =>
    recordAudit({ audit, pause, log: quiet }, org, messages);
  const whole = (org: OrgId) => store.entries(org, 0, 1000);

  beforeAll(async () => {
    database = await openTestTables();
    store = createAuditStore(database.tables);
  });
  afterAll(() => database?.stop());

  test(
    'holds every entry once, in one chain, whichever writer dies and whatever is delivered twice',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.infiniteStream(fc.nat(999)), async (dice) => {
          const next = (below: number) => (dice.next().value as number) % below;
          const org = newOrg();
          const messages = Array.from({ length: 6 }, (_, n) => message(org, `req_${n % 2}`, 1 + (n >> 1), 1 + (n % 3)));
          const conductor = conduct(next);
          const writer = async () => {
            const own = messages.filter(() => next(3) > 0);
            // A message is delivered again until its writer survives to the end.
            while (!(await conductor.lives((audit) => record(org, own, audit), store)));
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

  test('recognizes its own block after a lost answer, and marks its causes', async () => {
    const org = newOrg();
    const faults = createFaults(database.tables);
    faults.inject({ command: 'PutItem', committed: true, error: timedOut });
    await record(org, [message(org, 'req_1', 1)]);
    expect(faults.left()).toBe(0);
    await record(org, [message(org, 'req_1', 1), message(org, 'req_1', 2)]);
    expect((await whole(org)).map(({ seq, at }) => [seq, at])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(await store.ofSubject(org, 'req_1')).toHaveLength(2);
  });

  test('can be read from any entry on, in the middle of a block too', async () => {
    const org = newOrg();
    for (const [revision, facts] of [3, 1, 4, 1, 5].entries()) {
      await record(org, [message(org, 'req_1', revision + 1, facts)]);
    }
    const entries = await whole(org);
    expect(entries).toHaveLength(14);
    for (let after = 0; after <= 14; after++) {
      expect(await store.entries(org, after, 3)).toEqual(entries.slice(after, after + 3));
    }
  });
});

/** Lets one call of one writer through at a time, in random order. Now and then its caller dies there. */
function conduct(next: (below: number) => number) {
  const waiting: (() => Promise<void>)[] = [];
  let running = false;
  const pump = async () => {
    if (running) return;
    running = true;
    // By then, everyone who can has made a call.
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
