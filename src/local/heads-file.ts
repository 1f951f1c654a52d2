/** Published heads of the audit chains: an append-only file of the data directory, one JSON object for each line. */

import { headText, type PublishedHead, parseHead } from '../protocol/statements/head';
import type { HeadStore } from '../service/audit/ports';
import { RunnerError } from './platform/errors';
import { appendLine, linesIn } from './platform/files';

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
