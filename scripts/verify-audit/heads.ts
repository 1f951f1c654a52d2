/** Every published head of one organization: a folder copied from the bucket, or the local runner's `heads.ndjson`. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HeadRefused, type VerifiedHead, verifiedHead } from './head';

/** The path cannot be read. */
export class HeadsMisuse extends Error {}

/** The path can be read, and has no head of the organization. */
export class NoHeads extends HeadsMisuse {}

/** The public key of heads that the user trusts, a JWK; null without a path. `verifiedHead` judges what is in it. */
export function readPinned(path: string | undefined): unknown {
  if (path === undefined) return null;
  const text = contentOf(path);
  try {
    return JSON.parse(text);
  } catch {
    throw new HeadsMisuse(`${path} is not JSON`);
  }
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new HeadsMisuse(`cannot read ${path}: ${(error as Error).message}`);
  }
}

/**
 * The verified heads, oldest first. `org` selects one organization; null takes the organization of the first head.
 * Throws `HeadRefused` if one does not verify, or if two heads of one place differ.
 */
export function readHeads(path: string, pinned: unknown, org: string | null): VerifiedHead[] {
  const all = documentsOf(path).map((document) => verifiedHead(document, pinned));
  const own = verifiedHeads(all, org ?? all[0]?.org);
  if (own.length === 0) throw new NoHeads(`${path} holds no head${org === null ? '' : ` of "${org}"`}`);
  return own;
}

/** Those of one organization, oldest first. Throws `HeadRefused` if two heads of one place differ. */
export function verifiedHeads(all: readonly VerifiedHead[], org: string | undefined): VerifiedHead[] {
  const own = all.filter((head) => head.org === org).sort((a, b) => a.seq - b.seq);
  for (const [index, head] of own.entries()) {
    const before = own[index - 1];
    if (before?.seq === head.seq && before.hash !== head.hash) {
      throw new HeadRefused(`entry ${head.seq}: two heads were signed for it, with different hashes`);
    }
  }
  return own;
}

function documentsOf(path: string): unknown[] {
  try {
    if (!statSync(path).isDirectory()) return parseLines(readFileSync(path, 'utf8'), path);
    const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
    return names.flatMap((name) => parseLines(readFileSync(join(path, name), 'utf8'), name));
  } catch (error) {
    if (error instanceof HeadRefused) throw error;
    throw new HeadsMisuse(`cannot read ${path}: ${(error as Error).message}`);
  }
}

function parseLines(text: string, name: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => {
      try {
        return JSON.parse(line) as unknown;
      } catch {
        throw new HeadRefused(`${name}: line ${index + 1} is not JSON`);
      }
    });
}
