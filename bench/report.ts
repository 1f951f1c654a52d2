/** Writes the measured parts of `docs/performance.md`, each between its own markers. All other text is written by hand. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

const FILE = join(__dirname, '../docs/performance.md');
const FACTS_END = '<!-- /facts -->';

export function writePart(name: string, title: string, body: string): void {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const page = readFileSync(FILE, 'utf8');
  const [from, to] = [page.indexOf(open), page.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for ${name}: add ${open} and ${close}`);
  writeFileSync(
    FILE,
    `${page.slice(0, from)}${open}\n\n## ${title}\n\n${machine()}\n\n${body.trim()}\n\n${page.slice(to)}`,
  );
}

/** Writes a line of the table at the top of the page. The line is found by its first cell. */
export function fact(what: string, goal: string, measured: string): void {
  const row = `| ${what} | ${goal} | ${measured} |`;
  const lines = readFileSync(FILE, 'utf8').split('\n');
  const at = lines.findIndex((line) => line.startsWith(`| ${what} |`));
  if (at >= 0) lines[at] = row;
  else lines.splice(lines.indexOf(FACTS_END) - 1, 0, row);
  writeFileSync(FILE, lines.join('\n'));
}

function machine(): string {
  const [cpu] = cpus();
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: __dirname }).toString().trim();
  const day = new Date().toISOString().slice(0, 10);
  return `*${cpus().length} × ${cpu?.model.trim()}, ${memory} GiB, Node ${process.versions.node}, at ${commit}, ${day}.*`;
}

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
