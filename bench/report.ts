/** `docs/performance.md`, written part by part: each between its own markers, so that a part can be run again alone. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

const FILE = join(__dirname, '../docs/performance.md');
const HEAD = `# Performance

Written by \`npm run bench\` (or \`npm run bench -- PART\`), which runs on this machine alone, on loopback, over the embedded
DynamoDB. Counts are exact and gate in the tests (\`test/store/trips.test.ts\`); times are medians of one run on one machine and gate
nothing.
`;

export function writePart(name: string, title: string, body: string): void {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const section = `${open}\n\n## ${title}\n\n${machine()}\n\n${body.trim()}\n\n${close}`;
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : HEAD;
  const at = before.indexOf(open);
  const after =
    at < 0
      ? `${before.trimEnd()}\n\n${section}\n`
      : before.slice(0, at) + section + before.slice(before.indexOf(close) + close.length);
  writeFileSync(FILE, after);
}

function machine(): string {
  const [cpu] = cpus();
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  return `*${cpus().length} × ${cpu?.model.trim()}, ${memory} GiB, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}.*`;
}

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}
