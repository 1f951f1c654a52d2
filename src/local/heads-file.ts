/** Published heads of the audit chains: an append-only file of the data directory, one JSON object for each line. */
import type { HeadStore, SignedHead } from '../app/ports';
import { RunnerError } from './platform/errors';
import { appendLine, readIfThere, replaceFile } from './platform/files';

export function openHeadsFile(path: string): HeadStore {
  const last = new Map<string, SignedHead>();
  for (const head of load(path)) if (head.seq > (last.get(head.org)?.seq ?? 0)) last.set(head.org, head);
  return {
    last: async (org) => last.get(org) ?? null,
    async publish(head) {
      if (head.seq <= (last.get(head.org)?.seq ?? 0)) return;
      appendLine(path, JSON.stringify(head));
      last.set(head.org, head);
    },
  };
}

function load(path: string): SignedHead[] {
  const text = readIfThere(path) ?? '';
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  // A last line without its end is of a runner that was killed while it wrote: that head was not published.
  if (complete !== text) replaceFile(path, complete);
  return complete
    .split('\n')
    .slice(0, -1)
    .map((line, index) => parse(line, `${path} is damaged (line ${index + 1}): restore it from a backup`));
}

function parse(line: string, problem: string): SignedHead {
  try {
    return JSON.parse(line) as SignedHead;
  } catch {
    throw new RunnerError(problem);
  }
}
