/** Writes `docs/performance.md` part by part. Each part has its own markers, so it can be run again alone. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

const FILE = join(__dirname, '../docs/performance.md');
const FACTS_END = '<!-- /facts -->';
const HEAD = `# Performance

\`npm run bench\` writes this page, and \`npm run bench -- PART\` writes one part again. Everything runs on one machine, on loopback, over the embedded DynamoDB,
PostgreSQL and Redis, which the bench starts and ends. As root it installs what is missing; the packages to compare with go to \`bench/peers\` and not to the
project's packages. Counts are exact, and tests check them (\`test/store/trips.test.ts\`, \`test/infra/lifecycle.test.ts\`). Times are not checked: they are medians of
interleaved rounds on one machine. Ratios are medians of paired rounds, with the 95 % interval of a bootstrap (4,000 draws, a fixed seed) in parentheses. A goal of –
means that the value is only reported.

| in short | goal | measured |
| --- | --- | --- |

${FACTS_END}
`;

/** Starts the page again, so that removed parts leave nothing behind. */
export function writeHead(): void {
  writeFileSync(FILE, HEAD);
}

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

/** A line of the table at the top of the page, found by its first cell. `goal` may be empty. */
export function fact(what: string, goal: string, measured: string): void {
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : HEAD;
  const row = `| ${what} | ${goal === '' ? '–' : goal} | ${measured} |`;
  const lines = before.split('\n');
  const at = lines.findIndex((line) => line.startsWith(`| ${what} |`));
  const end = lines.indexOf(FACTS_END);
  if (end < 0) return;
  if (at >= 0 && at < end) lines[at] = row;
  else lines.splice(end - 1, 0, row);
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
