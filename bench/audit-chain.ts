/** What the writer of an audit chain does for small and large blocks: the real handler over the embedded database. */
import { randomBytes } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { auditKey } from '../src/adapters/dynamodb/keys';
import { QUEUES } from '../src/adapters/sqs/queue-table';
import { createAuditHandler } from '../src/lambda/events/audit';
import type { OrgId } from '../src/protocol/identifiers';
import type { AuditMessage, Journal } from '../src/service/audit/ports';
import type { PendingEntry } from '../src/service/audit/rules/chain';
import { createAuditStore, entriesOf } from '../src/service/audit/store';
import { chunksOf } from '../src/service/support/grouped';
import { itemBytes } from '../test/support/capacity';
import { openLedger } from '../test/support/ledger';
import { createMeter } from '../test/support/meter';
import { timed } from './support/cpu-time';
import { median } from './support/stats';

const ROUNDS = 20;

export interface BlockCost {
  readonly entries: number;
  readonly calls: number;
  /** One after the other. */
  readonly trips: number;
  readonly readUnits: number;
  readonly bytes: number;
  /** Of this process, without the database. */
  readonly cpuMs: number;
}

/** `written` are the records of one lifecycle. Its entries are used. */
export async function measureBlocks(
  written: readonly DynamoDBRecord[],
  sizes: readonly number[],
): Promise<BlockCost[]> {
  const kinds = written
    .map(({ dynamodb }) => unmarshall((dynamodb?.NewImage ?? {}) as Parameters<typeof unmarshall>[0]))
    .filter(({ pk }) => String(pk).endsWith('#AUDIT'))
    .flatMap(entriesOf)
    .map(({ seq: _, prev: __, hash: ___, ...fact }) => fact);
  const ledger = await openLedger();
  const { tables } = ledger;
  const handler = createAuditHandler({
    audit: createAuditStore(tables),
    pause: { beforeRetry: async () => undefined },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    queues: { audit: { send: () => Promise.reject(new Error('no message fails here')) } },
  });
  const meter = createMeter(tables);
  let orgs = 0;
  try {
    const costs: BlockCost[] = [];
    for (const size of sizes) {
      const run = async () => {
        const org = `org_${orgs++}` as OrgId;
        // So the measured block is not the first one of its chain.
        await handler(received(org, kinds, size));
        const event = received(org, kinds, size);
        const { answer, cpuUs } = await timed(() => meter.measure(() => handler(event)));
        const Key = auditKey(org, size + 1);
        const { Item } = await tables.client.send(new GetCommand({ TableName: tables.main, Key }));
        return { cost: answer.cost, bytes: itemBytes(marshall(Item!)), cpuMs: cpuUs / 1000 };
      };
      const rounds = [];
      for (let round = 0; round < ROUNDS; round++) rounds.push(await run());
      const { cost, bytes } = rounds.at(-1)!;
      costs.push({
        entries: size,
        calls: cost.calls.length,
        trips: cost.trips,
        readUnits: cost.readUnits,
        bytes,
        cpuMs: median(rounds.map(({ cpuMs }) => cpuMs)),
      });
    }
    return costs;
  } finally {
    await ledger.stop();
  }
}

/** As the queue hands them over, in at most ten messages. Each entry is the journal of one change. */
function received(org: OrgId, kinds: readonly PendingEntry[], count: number) {
  const journals = Array.from({ length: Math.ceil(count / kinds.length) }, () => lifecycle(kinds)).flat();
  const messages = chunksOf(journals.slice(0, count), Math.ceil(count / QUEUES.audit.batchSize));
  const Records = messages.map((some, n) => {
    const body: AuditMessage = { org, journals: some };
    return { messageId: String(n), body: JSON.stringify(body) };
  });
  return { Records } as never;
}

/** The entries of one lifecycle under ids of its own. */
function lifecycle(kinds: readonly PendingEntry[]): Journal[] {
  const own = new Map<string, string>();
  const fresh = (id: string) => {
    if (!own.has(id)) own.set(id, `${id.split('_')[0]}_${randomBytes(12).toString('hex')}`);
    return own.get(id)!;
  };
  const text = JSON.stringify(kinds).replace(/\b(req|clm)_[0-9a-zA-Z]+/g, fresh);
  return (JSON.parse(text) as PendingEntry[]).map((fact, n) => ({
    subject: fact.subject,
    revisions: [{ revision: n + 1, facts: [fact] }],
  }));
}
