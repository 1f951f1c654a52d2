/**
 * npm run verify-audit -- FILE [--head HEAD.json] [--jwk KEY.json] [--org ORG]
 *
 * Verifies an export of the audit chain (NDJSON) offline: the hash, number and link of every entry. With the signed
 * head (the answer of `GET /api/audit/head`), also that the end was not removed or rewritten. Exit code 0 only if all
 * is right.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type AuditEntry, type ChainFault, firstFault } from '../src/core/audit/chain';
import { LineRefused, parseExport } from './verify-audit/export';
import { type Head, HeadRefused, verifiedHead } from './verify-audit/head';

const USAGE = 'usage: npm run verify-audit -- FILE [--head HEAD.json] [--jwk KEY.json] [--org ORG]';

/** Wrong arguments or an unreadable file: one line and exit code 2, unlike a bad chain. */
class Misuse extends Error {}

function main(argv: readonly string[]): number {
  try {
    const { file, head, org } = inputOf(argv);
    const entries = parseExport(read(file));
    const fault = firstFault(org ?? missingOrg(), entries, head?.head ?? null);
    if (fault !== null) return bad(`entry ${fault.seq}: ${sentence(fault)}`);
    console.log(summary(entries, head));
    return 0;
  } catch (error) {
    if (error instanceof LineRefused || error instanceof HeadRefused) return bad(error.message);
    if (!(error instanceof Misuse)) throw error;
    console.error(error.message);
    return 2;
  }
}

interface Input {
  readonly file: string;
  readonly head: { readonly head: Head; readonly pinned: boolean } | null;
  readonly org: string | null;
}

function inputOf(argv: readonly string[]): Input {
  const { values, positionals } = parsed(argv);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Misuse(USAGE);
  if (values.jwk !== undefined && values.head === undefined) throw new Misuse('--jwk verifies a head: give --head too');
  const pinned = values.jwk === undefined ? null : readJson(values.jwk);
  const head = values.head === undefined ? null : verifiedHead(readJson(values.head), pinned);
  if (head !== null && values.org !== undefined && head.org !== values.org) {
    throw new HeadRefused(`the head is of organization "${head.org}", not of "${values.org}"`);
  }
  return { file, head: head === null ? null : { head, pinned: pinned !== null }, org: values.org ?? head?.org ?? null };
}

function parsed(argv: readonly string[]) {
  const options = { head: { type: 'string' }, jwk: { type: 'string' }, org: { type: 'string' } } as const;
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options });
  } catch (error) {
    throw new Misuse(`${(error as Error).message}\n${USAGE}`);
  }
}

/** The first entry is bound to its organization's name. Without the name, the chain could be another organization's. */
function missingOrg(): never {
  throw new Misuse('name the organization: --org ORG, or --head HEAD.json, which names it');
}

function read(file: string): string {
  try {
    // Invalid bytes must not be replaced: two different ones would become the same character.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof TypeError) throw new LineRefused(`${file} is not UTF-8 text: it was edited`);
    throw new Misuse(`cannot read ${file}: ${(error as Error).message}`);
  }
}

function readJson(file: string): unknown {
  const text = read(file);
  try {
    return JSON.parse(text);
  } catch {
    throw new Misuse(`${file} is not JSON`);
  }
}

function sentence({ fault }: ChainFault): string {
  const sentences: Record<ChainFault['fault'], string> = {
    edited: 'edited: its content does not have its hash',
    removed: 'removed: it is not in the export',
    reordered: 'reordered: another entry stands in its place',
    unlinked: 'edited or removed before it: it was recorded after another entry (or for another organization)',
    cut_short: 'cut short: the signed head says that the chain goes on',
    other_chain: 'other chain: the signed head names another hash at this place',
  };
  return sentences[fault];
}

function summary(entries: readonly AuditEntry[], head: Input['head']): string {
  const last = entries.at(-1);
  const ok = `ok: ${entries.length} entries, head ${last?.seq ?? 0} ${last?.hash ?? '(empty)'}`;
  if (head === null) return `${ok}\nno signed head was given: a missing or rewritten end cannot be noticed`;
  const key = head.pinned
    ? 'the pinned key'
    : 'the key that came with it (not pinned: give --jwk with a copy that you trust)';
  return `${ok}\nsigned head ${head.head.seq} ${head.head.hash} of ${head.head.at}, verified with ${key}`;
}

function bad(what: string): number {
  console.error(`bad: ${what}`);
  return 1;
}

process.exitCode = main(process.argv.slice(2));
