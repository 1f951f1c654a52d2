/**
 * A unified diff by file. Each line of the document is a row, unless the name of its file has exactly the same content, so
 * nothing is left out. The result is null for a document that does not parse. It is then shown as text.
 */

export type DiffKind = 'add' | 'remove' | 'context' | 'hunk' | 'meta';

export interface DiffRow {
  readonly kind: DiffKind;
  /** Without the sign in front of it, if it is added, removed or context. */
  readonly text: string;
  /** The number of the line in the file before, and in the file after. */
  readonly before: number | null;
  readonly after: number | null;
}

export interface DiffFile {
  /** Null: it does not exist before, or after. */
  readonly before: string | null;
  readonly after: string | null;
  readonly added: number;
  readonly removed: number;
  readonly rows: readonly DiffRow[];
}

export interface Diff {
  /** The lines before the first file, such as the message of a commit. */
  readonly intro: readonly string[];
  readonly files: readonly DiffFile[];
}

type Draft = { -readonly [Key in keyof DiffFile]: DiffFile[Key] } & { rows: DiffRow[]; named: boolean; hunks: number };

/** How many lines of the hunk are missing, and the numbers of the next ones. */
interface Hunk {
  before: number;
  after: number;
  linesBefore: number;
  linesAfter: number;
}

const HUNK = /^@@ -(\d{1,7})(?:,(\d{1,7}))? \+(\d{1,7})(?:,(\d{1,7}))? @@/;

export function parseDiff(lines: readonly string[]): Diff | null {
  const intro: string[] = [];
  const files: Draft[] = [];
  let hunk: Hunk | null = null;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    let file = files.at(-1);
    if (hunk !== null && file !== undefined && hunk.linesBefore + hunk.linesAfter > 0) {
      if (!takeLine(file, hunk, line)) return null;
      continue;
    }
    if (/^(?:diff -|Index: )/.test(line)) {
      files.push(newFile(nameInCommand(line)));
    } else if (line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ')) {
      if (file === undefined || file.named) files.push(newFile(null));
      file = files.at(-1)!;
      Object.assign(file, namesOf(line, lines[at + 1]!), { named: true });
      file.rows.push(meta(line), meta(lines[at + 1]!));
      at += 1;
      continue;
    } else if (line.startsWith('@@')) {
      hunk = file?.named ? hunkOf(line) : null;
      if (hunk === null) return null;
      file!.hunks += 1;
      file!.rows.push({ kind: 'hunk', text: line, before: null, after: null });
      continue;
    } else if (file !== undefined && file.hunks > 0 && /^[-+ ]/.test(line) && line !== '-- ') {
      // More lines than the hunk says: a program would ignore them, and people would read them as a change.
      return null;
    }
    if (files.length === 0) intro.push(line);
    else files.at(-1)!.rows.push(meta(line));
  }
  if (files.length === 0 || (hunk !== null && hunk.linesBefore + hunk.linesAfter > 0)) return null;
  return { intro, files: files.map(finished) };
}

const meta = (text: string): DiffRow => ({ kind: 'meta', text, before: null, after: null });

function newFile(name: string | null): Draft {
  return { before: name, after: name, added: 0, removed: 0, rows: [], named: false, hunks: 0 };
}

function hunkOf(line: string): Hunk | null {
  const found = HUNK.exec(line);
  if (found === null) return null;
  const [before, linesBefore, after, linesAfter] = found.slice(1).map((text) => Number(text ?? 1));
  return { before: before!, after: after!, linesBefore: linesBefore!, linesAfter: linesAfter! };
}

/** False: the line is not one of a hunk, or is one more than the hunk says. */
function takeLine(file: Draft, hunk: Hunk, line: string): boolean {
  const sign = line.charAt(0);
  const text = line.slice(1);
  if (sign === '\\') {
    file.rows.push(meta(line));
    return true;
  }
  const kind = KINDS[sign];
  if (kind === undefined) return false;
  const isBefore = kind !== 'add';
  const isAfter = kind !== 'remove';
  file.rows.push({ kind, text, before: isBefore ? hunk.before++ : null, after: isAfter ? hunk.after++ : null });
  if (isBefore) hunk.linesBefore -= 1;
  if (isAfter) hunk.linesAfter -= 1;
  if (kind === 'add') file.added += 1;
  if (kind === 'remove') file.removed += 1;
  return hunk.linesBefore >= 0 && hunk.linesAfter >= 0;
}

/** Some programs write an empty line without the blank in front of it. */
const KINDS: Readonly<Record<string, DiffKind>> = { '+': 'add', '-': 'remove', ' ': 'context', '': 'context' };

/** The one name in `diff --git a/NAME b/NAME`; the complete line for any other command. */
function nameInCommand(line: string): string {
  const said = line.replace(/^(diff --git|diff|Index:) /, '');
  const middle = (said.length - 1) / 2;
  const [before, after] = [said.slice(0, middle), said.slice(middle + 1)];
  const isOne = before.startsWith('a/') && after.startsWith('b/') && before.slice(2) === after.slice(2);
  return isOne && said[middle] === ' ' ? before.slice(2) : said;
}

/** What follows a tab is the time of the file, which its own row shows. */
function namesOf(minus: string, plus: string): Pick<DiffFile, 'before' | 'after'> {
  const [before, after] = [minus, plus].map((line) => line.slice(4).split('\t')[0]!);
  const isGit = (before === NOWHERE || before!.startsWith('a/')) && (after === NOWHERE || after!.startsWith('b/'));
  const named = (name: string) => (name === NOWHERE ? null : isGit ? name.slice(2) : name);
  return { before: named(before!), after: named(after!) };
}

const NOWHERE = '/dev/null';

/** A longer name is cut in the heading of the file. */
export const LONGEST_NAME = 300;

/** Without the rows that only repeat the heading of the file. */
function finished({ before, after, added, removed, rows }: Draft): DiffFile {
  const one = after ?? before ?? '';
  const isCut = Math.max(one.length, before?.length ?? 0) > LONGEST_NAME;
  const said = new Set([
    `diff --git a/${one} b/${one}`,
    `--- ${before === null ? NOWHERE : `a/${before}`}`,
    ...(before === null ? ['new file mode 100644'] : []),
    ...(after === null ? ['deleted file mode 100644'] : []),
    `+++ ${after === null ? NOWHERE : `b/${after}`}`,
  ]);
  const firstHunk = rows.findIndex(({ kind }) => kind === 'hunk');
  const isSaid = ({ kind, text }: DiffRow, index: number): boolean =>
    !isCut && kind === 'meta' && (firstHunk === -1 || index < firstHunk) && (said.has(text) || PLAIN_INDEX.test(text));
  return { before, after, added, removed, rows: rows.filter((row, index) => !isSaid(row, index)) };
}

/** The hashes of an ordinary file. A line with another mode is shown. */
const PLAIN_INDEX = /^index [0-9a-f]{7,64}\.\.[0-9a-f]{7,64}(?: 100644)?$/;
