/** Documents beside requests: files of the data directory. A file's time is that of its last put, by the runner's clock. */
import { mkdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { EvidenceDigest } from '../protocol/evidence';
import { digestOf, sha256Hex } from '../protocol/hash';
import type { OrgId } from '../protocol/identifiers';
import type { EvidenceStore } from '../service/request/ports/evidence';
import { DEFAULT_EVIDENCE_DAYS } from '../service/request/rules/limits';
import type { Clock } from '../service/system/ports';
import { replaceFile } from './platform/files';

const DAY_MS = 24 * 3600_000;

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
