/**
 * `tsx long-chain.ts ENTRIES`: verifies an audit chain of this length with the published heads of it, as a restore does, and
 * prints what it took. Nothing keeps the chain: its blocks are made again as they are read.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { checkChain } from '../../scripts/restore/chains';
import { headsFrom } from '../../scripts/restore/heads';
import { auditKey } from '../../src/adapters/dynamodb/keys';
import { program } from '../../src/protocol/actor';
import { headText, type PublishedHead } from '../../src/protocol/statements/head';
import { type AuditEntry, append, genesis, pendingEntry } from '../../src/service/audit/rules/chain';
import { headAfter } from '../../src/service/audit/rules/heads';
import { aHeadSigner } from '../support/heads';

const ORG = 'org_long';
const [BLOCK, HEAD] = [100, 1000];

function* blocks(entries: number): Generator<AuditEntry[]> {
  let last = genesis(ORG);
  for (let from = 0; from < entries; from += BLOCK) {
    const block = append(
      last,
      Array.from({ length: BLOCK }, (_, n) =>
        pendingEntry(
          1_790_000_000_000 + from + n,
          'intent.claimed',
          `req_${from + n}`,
          program('clm_0123456789abcdef'),
          {
            lease_expires_at: 1_790_000_060_000 + from + n,
          },
        ),
      ),
    );
    yield block;
    last = block.at(-1)!;
  }
}

async function publishAll(entries: number, folder: string): Promise<void> {
  const signer = aHeadSigner();
  let [last, covered]: [PublishedHead | null, AuditEntry[]] = [null, []];
  for (const block of blocks(entries)) {
    covered.push(...block);
    if (covered.length < HEAD) continue;
    const { payload, body } = headAfter(last, ORG, covered, 1);
    const head: PublishedHead = { ...payload, ...body, ...(await signer.sign(payload)) };
    writeFileSync(join(folder, `${head.n}.json`), headText(head));
    [last, covered] = [{ ...head, hashes: [] }, []];
  }
}

/** The blocks in their order, of which the last few can be read again. */
function tablesOf(entries: number) {
  const source = blocks(entries);
  let kept: AuditEntry[][] = [];
  const itemOf = (block: AuditEntry[]) => ({ ...auditKey(ORG, block[0]!.seq), entries: JSON.stringify(block) });
  const send = async ({ input }: QueryCommand) => {
    const values = input.ExpressionAttributeValues as Record<string, string>;
    const found: AuditEntry[][] = [];
    const isLast = input.ScanIndexForward === false;
    const isWanted = ([first]: AuditEntry[]) => {
      const sk = auditKey(ORG, first!.seq).sk;
      return isLast ? sk <= values[':seq']! && Number(values[':seq']) < first!.seq + BLOCK : sk > values[':from']!;
    };
    for (const block of kept) if (isWanted(block)) found.push(block);
    while (found.length < input.Limit!) {
      const { value: block } = source.next();
      if (block === undefined) break;
      kept = [...kept.slice(-20), block];
      if (isWanted(block)) found.push(block);
    }
    const more = found.length === input.Limit ? { LastEvaluatedKey: {} } : {};
    return { Items: found.slice(0, input.Limit).map(itemOf), ...more };
  };
  return { client: { send } as never, main: 'copy', transient: 'none' };
}

async function main(entries: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'long-chain-'));
  try {
    await publishAll(entries, folder);
    S3Client.prototype.send = (async (command: unknown) => {
      if (command instanceof ListObjectsV2Command) return { Contents: readdirSync(folder).map((Key) => ({ Key })) };
      const { Key } = (command as GetObjectCommand).input;
      const text = readFileSync(join(folder, Key!), 'utf8');
      return { Body: { transformToString: async () => text } };
    }) as never;
    const started = performance.now();
    const headsOf = headsFrom({ bucket: 'heads' }, null);
    const input = { restored: tablesOf(entries), headsOf, pointMs: Date.now(), blur: null, headIntervalMs: 300_000 };
    const { entries: counted, fault, heads } = await checkChain(input, ORG);
    const seconds = (performance.now() - started) / 1000;
    const megabytes = process.resourceUsage().maxRSS / 1024;
    console.log(JSON.stringify({ entries: counted, heads: heads.held, fault, seconds, megabytes }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

void main(Number(process.argv[2]));
