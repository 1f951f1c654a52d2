/**
 * Writes what was measured into `docs/performance.md`: lines of its table, and three parts between markers of their own. All
 * other text is written by hand. What a figure was computed from is printed.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

const FILE = join(__dirname, '../docs/performance.md');

export function writePart(name: string, body: string): void {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const page = readFileSync(FILE, 'utf8');
  const [from, to] = [page.indexOf(open), page.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for ${name}: add ${open} and ${close}`);
  writeFileSync(FILE, `${page.slice(0, from)}${open}\n\n${body.trim()}\n\n${page.slice(to)}`);
}

/** Writes a line of the table at the top of the page. The line is found by `what`, and is there already. */
export function fact(what: string, goal: string, measured: string): void {
  const lines = readFileSync(FILE, 'utf8').split('\n');
  const at = lines.findIndex((line) => line.includes(`| ${what} |`));
  if (at < 0) throw new Error(`the table of docs/performance.md has no line for: ${what}`);
  const claim = lines[at]!.slice(0, lines[at]!.indexOf(`| ${what} |`));
  lines[at] = `${claim}| ${what} | ${goal} | ${measured} | ${isMet(goal, measured)} | ${commit()} |`;
  writeFileSync(FILE, lines.join('\n'));
}

/**
 * What the table says of a goal. `≤ 20` is a goal of all figures, `≤ 20, ≤ 30` of the first and the second, and a text must be
 * the same. A figure in parentheses is the end of an interval, and decides nothing.
 */
export function isMet(goal: string, measured: string): 'yes' | 'no' | '–' {
  if (goal === '–' || goal.startsWith('none')) return '–';
  if (!/[≤≥<]/.test(goal)) return goal === measured ? 'yes' : 'no';
  const figures = measured
    .replace(/\(.*?\)/g, '')
    .replace(/(\d),(?=\d{3})/g, '$1')
    .match(/\d+(\.\d+)?/g);
  const goals = goal.split(', ');
  const holds = (figure: string, at: number) => isWithin(Number(figure), goals.length === 1 ? goal : goals[at]!);
  return figures?.every(holds) ? 'yes' : 'no';
}

function isWithin(figure: number, goal: string): boolean {
  const [, sign, limit] = /([≤≥<]) ([\d.]+)/.exec(goal) ?? [];
  if (sign === '≤') return figure <= Number(limit);
  if (sign === '≥') return figure >= Number(limit);
  return sign === undefined || figure < Number(limit);
}

/** Prints what the page does not have. */
export function log(title: string, body: string): void {
  console.log(`\n${title} (${machine()})\n\n${body.trim()}\n`);
}

function machine(): string {
  const [cpu] = cpus();
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  return `${cpus().length} × ${cpu?.model.trim()}, ${memory} GiB, Node ${process.versions.node}`;
}

function commit(): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: __dirname }).toString().trim();
}

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
