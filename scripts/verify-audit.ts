/**
 * npm run verify-audit -- FILE [--heads PATH] [--head HEAD.json] [--since OLDHEAD.json] [--jwk KEY.json] [--org ORG]
 *
 * Verifies an export of the audit chain (NDJSON) offline: the hash, number and link of every entry.
 *
 * - `--heads PATH` compares the export with every head that was published: a copy of the bucket's folder, or the runner's
 *   `heads.ndjson`. It names the first entry that differs.
 * - `--head HEAD.json` does the same for one head, as `GET /api/audit/head` answers it.
 * - `--since OLDHEAD.json` starts at a head that you kept: the export may begin with that head's entry.
 * - `--jwk KEY.json` is the key that you trust. Without it a head proves only that it was not changed.
 *
 * Exit codes: 0 if everything holds, 1 if something does not, 2 for wrong use.
 */
import { readFileSync } from 'node:fs';
import { canonicalJson } from '../src/protocol/canonical-json';
import type { HeadPayload, PublishedHead } from '../src/protocol/statements/head';
import {
  type AuditEntry,
  type AuditHead,
  type ChainFault,
  firstFaultAfter,
  genesis,
  lostBefore,
} from '../src/service/audit/rules/chain';
import { firstConflict, type HeadConflict, keysEndedBy, publishedIn } from '../src/service/audit/rules/heads';
import { Bad, jsonIn, Misuse, parsedArgs, verdictOf } from './support/command';
import { parseExport } from './verify-audit/export';
import { verifiedPayload } from './verify-audit/head';
import { readHeads, readPinned } from './verify-audit/heads';

const USAGE =
  'usage: npm run verify-audit -- FILE [--heads PATH] [--head HEAD.json] [--since OLDHEAD.json] [--jwk KEY.json] [--org ORG]';

function main(argv: readonly string[]): number {
  const input = inputOf(argv);
  const entries = entriesOf(input);
  const fault = firstFaultOf(input, entries);
  if (fault !== null) throw new Bad(`entry ${fault.seq}: ${SENTENCES[fault.fault]}`);
  const conflict = firstConflict(entries, input.heads);
  if (conflict !== null) throw new Bad(conflictSentence(conflict));
  const wrong = input.heads.find((head) => !saysWhatEnded(head, entries));
  if (wrong !== undefined) throw new Bad(`published head ${wrong.n} does not name the keys that its entries end`);
  console.log(summary(entries, input));
  return 0;
}

interface Input {
  readonly file: string;
  readonly head: HeadPayload | null;
  readonly since: HeadPayload | null;
  readonly heads: readonly PublishedHead[];
  readonly pinned: boolean;
  readonly org: string;
}

function inputOf(argv: readonly string[]): Input {
  const text = { type: 'string' } as const;
  const options = { heads: text, head: text, since: text, jwk: text, org: text };
  const { values, positionals } = parsedArgs({ args: [...argv], allowPositionals: true, options }, USAGE);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Misuse(USAGE);
  const pinned = readPinned(values.jwk);
  const one = (path: string | undefined) =>
    path === undefined ? null : verifiedPayload(jsonIn(read(path), path), pinned);
  const [head, since] = [one(values.head), one(values.since)];
  const named = values.org ?? head?.org ?? since?.org;
  const heads = values.heads === undefined ? [] : readHeads(values.heads, pinned, named ?? null);
  const all = [head, since, ...heads].filter((each) => each !== null);
  if (pinned !== null && all.length === 0)
    throw new Misuse('--jwk verifies a head: give --head, --since or --heads too');
  const org = named ?? heads[0]?.org;
  // The first entry is linked to its organization's name. Without the name, the chain could belong to any organization.
  if (org === undefined) throw new Misuse('name the organization: --org ORG, or a head, which names it');
  for (const each of all) {
    if (each.org !== org) throw new Bad(`the head is of organization "${each.org}", not of "${org}"`);
  }
  return { file, head, since, heads, pinned: pinned !== null, org };
}

/** With `--since`, entries before that head's entry are skipped, because they were verified before. */
function entriesOf({ file, since }: Input): AuditEntry[] {
  const entries = parseExport(read(file));
  return since === null ? entries : entries.filter(({ seq }) => seq >= since.seq);
}

function firstFaultOf(input: Input, entries: readonly AuditEntry[]): ChainFault | null {
  const start = startOf(input, entries);
  for (const head of [input.since, input.head]) {
    const fault = firstFaultAfter(start, entries, head, publishedIn(input.heads));
    if (fault !== null) return fault;
  }
  return null;
}

/** A part of the chain that does not contain all entries of the head cannot be checked against it. */
function saysWhatEnded({ from, seq, ended }: PublishedHead, entries: readonly AuditEntry[]): boolean {
  const own = entries.filter((entry) => entry.seq > from && entry.seq <= seq);
  if (own.length < seq - from) return true;
  return canonicalJson(own.flatMap((entry) => keysEndedBy(entry) ?? [])) === canonicalJson(ended);
}

function startOf({ since, org }: Input, entries: readonly AuditEntry[]): AuditHead {
  return since === null ? genesis(org) : { seq: since.seq - 1, hash: entries[0]?.prev ?? '' };
}

function read(file: string): string {
  try {
    // An invalid byte must not be read as the replacement character, because another invalid byte would read the same.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof TypeError) throw new Bad(`${file} is not UTF-8 text: it was edited`);
    throw new Misuse(`cannot read ${file}: ${(error as Error).message}`);
  }
}

const SENTENCES: Record<ChainFault['fault'], string> = {
  edited: 'edited: its content does not have its hash',
  removed: 'removed: it is not in the export',
  reordered: 'reordered: another entry stands in its place',
  unlinked: 'edited or removed before it: it was recorded after another entry (or for another organization)',
  cut_short: 'cut short: the signed head says that the chain goes on',
  other_chain: 'other chain: the signed head names another hash at this place',
};

function conflictSentence({ seq, fault, head }: HeadConflict): string {
  return fault === 'cut_short'
    ? `entry ${seq}: cut short: published head ${head.n} covers it, and the export does not hold it`
    : `entry ${seq}: rewritten: published head ${head.n} has another hash for it`;
}

function summary(entries: readonly AuditEntry[], { head, since, heads, pinned }: Input): string {
  const last = entries.at(-1);
  const ok = `ok: ${entries.length} entries, head ${last?.seq ?? 0} ${last?.hash ?? '(empty)'}`;
  const key = pinned
    ? 'the pinned key'
    : 'the key that came with it (not pinned: give --jwk with a copy that you trust)';
  const lost = entries.flatMap((entry) => lostBefore(entry, publishedIn(heads)) ?? []);
  const lines = [
    // Nobody can show them any more: an auditor has to know, and to ask about the failover.
    ...lost.map(({ from, to }) => `entries ${from} to ${to} were lost when another region took over`),
    ...(since === null ? [] : [`follows head ${since.seq} of ${since.at}, verified with ${key}`]),
    ...(head === null ? [] : [`signed head ${head.seq} ${head.hash} of ${head.at}, verified with ${key}`]),
    ...(heads.length === 0
      ? []
      : [
          `published heads ${heads[0]!.n} to ${heads.at(-1)!.n}, up to entry ${heads.at(-1)!.seq}, verified with ${key}`,
        ]),
  ];
  if (lines.length > 0) return [ok, ...lines].join('\n');
  return `${ok}\nno signed head was given: a tail that was cut off or written again cannot be noticed`;
}

process.exitCode = verdictOf(() => main(process.argv.slice(2)));
