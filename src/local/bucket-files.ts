/** What a deployment keeps in buckets, as files of the data directory: documents beside requests, and published heads. */

import { mkdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { EvidenceDigest } from '../protocol/evidence';
import { digestOf, sha256Hex } from '../protocol/hash';
import type { OrgId } from '../protocol/identifiers';
import { headText, type PublishedHead, parseHead } from '../protocol/statements/head';
import type { HeadStore } from '../service/audit/ports';
import type { EvidenceStore } from '../service/request/ports';
import { DEFAULT_EVIDENCE_DAYS } from '../service/request/rules/limits';
import type { Clock } from '../service/system/ports';
import { RunnerError } from './platform/errors';
import { appendLine, linesIn, replaceFile } from './platform/files';

const DAY_MS = 24 * 3600_000;

/** A file's time is that of its last put, by the runner's clock. */
export function openEvidenceFiles(folder: string, clock: Clock): EvidenceStore {
  // The id of an organization may not be valid as the name of a folder.
  const pathOf = (org: OrgId, digest: EvidenceDigest) => join(folder, sha256Hex(org), digest.slice('sha256:'.length));
  const read: EvidenceStore['read'] = async (org, digest) => {
    const path = pathOf(org, digest);
    const file = statSync(path, { throwIfNoEntry: false });
    if (file === undefined) return 'missing';
    return clock.nowMs() < file.mtimeMs + DEFAULT_EVIDENCE_DAYS * DAY_MS ? readFileSync(path) : 'expired';
  };
  return {
    async put(org, digest, bytes) {
      const path = pathOf(org, digest);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      replaceFile(path, bytes);
      const seconds = clock.nowMs() / 1000;
      utimesSync(path, seconds, seconds);
    },
    read,
    async check(org, digest) {
      const found = await read(org, digest);
      if (typeof found === 'string') return found;
      return digestOf(found) === digest ? 'stored' : 'changed';
    },
  };
}

/** One append-only file, one JSON object for each line. */
export function openHeadsFile(path: string): HeadStore {
  const last = new Map<string, PublishedHead>();
  const nOf = (org: string) => last.get(org)?.n ?? 0;
  for (const head of load(path)) if (head.n > nOf(head.org)) last.set(head.org, head);
  return {
    last: async (org) => last.get(org) ?? null,
    async publish(head) {
      if (head.n <= nOf(head.org)) return false;
      appendLine(path, headText(head));
      last.set(head.org, head);
      return true;
    },
  };
}

/** A line that was cut off belongs to a head that was not published. */
function load(path: string): PublishedHead[] {
  return linesIn(path).map((line, index) => {
    const head = parseHead(line);
    if (head === null) throw new RunnerError(`${path} is damaged (line ${index + 1}): restore it from a backup`);
    return head;
  });
}
