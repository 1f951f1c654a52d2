/** Every published head of one organization: a folder copied from the bucket, or the local runner's `heads.ndjson`. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { follows, type PublishedHead } from '../../src/protocol/statements/head';
import { Bad, jsonIn, Misuse, readText } from '../support/command';
import { verifiedHead } from './head';

/** The path can be read, and has no head of the organization. */
export class NoHeads extends Misuse {}

/** The public key of heads that the user trusts, a JWK; null without a path. `verifiedHead` judges what is in it. */
export const readPinned = (path: string | undefined): unknown =>
  path === undefined ? null : jsonIn(readText(path), path);

/**
 * The heads of one organization, in the order of their numbers. `org` selects it; null takes the organization of the first
 * head. Throws `Bad` if one does not verify, or if they do not follow each other without a gap.
 */
export function readHeads(path: string, pinned: unknown, org: string | null): PublishedHead[] {
  const own = sequenceOf(
    textsOf(path).map((text) => verifiedHead(text, pinned)),
    org,
  );
  if (own.length === 0) throw new NoHeads(`${path} holds no head${org === null ? '' : ` of "${org}"`}`);
  return own;
}

/** The same for heads that were verified one by one. They may begin at any number. */
export function sequenceOf(all: readonly PublishedHead[], org: string | null): PublishedHead[] {
  const own = all.filter((head) => head.org === (org ?? all[0]!.org)).sort((a, b) => a.n - b.n);
  for (const [index, head] of own.entries()) {
    const before = own[index - 1];
    if (before === undefined) continue;
    if (before.n === head.n) throw new Bad(`head ${head.n} is there twice`);
    if (before.n + 1 < head.n) throw new Bad(`head ${before.n + 1} is missing`);
    if (!follows(head, before)) throw new Bad(`head ${head.n} does not follow head ${before.n}`);
  }
  return own;
}

/** One head for each `.json` file of a folder, or for each line of a file. */
function textsOf(path: string): string[] {
  try {
    if (!statSync(path).isDirectory()) return linesOf(readFileSync(path, 'utf8'));
    const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
    return names.flatMap((name) => linesOf(readFileSync(join(path, name), 'utf8')));
  } catch (error) {
    throw new Misuse(`cannot read ${path}: ${(error as Error).message}`);
  }
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');
