/**
 * A unified diff by file. Each line of the document is a row, unless the heading of its file has exactly the same content, so
 * nothing is left out.
 */
import { counted } from '../format';
import { countRows, type Parsed, type Row } from './row';

interface File extends Row {
  text: string;
  notes: readonly string[];
  rows: Row[];
}

/** The numbers of the next lines, and how many lines of the hunk are missing. */
interface Hunk {
  before: number;
  after: number;
  leftBefore: number;
  leftAfter: number;
}

const HUNK = /^@@ -(\d{1,7})(?:,(\d{1,7}))? \+(\d{1,7})(?:,(\d{1,7}))? @@/;
const NOT_A_DIFF = 'This is not a unified diff.';

export function parseDiff(lines: readonly string[]): Parsed | string {
  const intro: Row[] = [];
  const files: File[] = [];
  let isNamed = true;
  let hunk: Hunk | null = null;
  for (const [at, line] of lines.entries()) {
    if (isOpen(hunk)) {
      const row = rowOf(hunk, line);
      if (row === null) return NOT_A_DIFF;
      files.at(-1)!.rows.push(row);
      continue;
    }
    const isHunk = line.startsWith('@@');
    const isBefore = line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ');
    if (/^(?:diff -|Index: )/.test(line) || (isBefore && isNamed)) {
      files.push({ kind: 'file', text: line.slice(0, LONGEST_NAME), notes: [], rows: [] });
      isNamed = false;
      hunk = null;
    } else if (isHunk) {
      hunk = isNamed && files.length > 0 ? hunkOf(line) : null;
      if (hunk === null) return NOT_A_DIFF;
    } else if (hunk !== null && /^[-+ ]/.test(line) && line !== '-- ') {
      // More lines than the hunk says: a program would ignore them, and people would read them as a change.
      return NOT_A_DIFF;
    }
    (files.at(-1)?.rows ?? intro).push({ kind: isHunk ? 'hunk' : 'meta', text: line });
    if (!isNamed && line.startsWith('+++ ') && lines[at - 1]!.startsWith('--- ')) {
      isNamed = true;
      nameFile(files.at(-1)!, lines[at - 1]!, line);
    }
  }
  if (files.length === 0 || isOpen(hunk)) return NOT_A_DIFF;
  const sum = (kind: Row['kind']) => files.reduce((total, file) => total + countRows(file, kind), 0);
  const size = `${counted(files.length, 'file')}, ${sum('add')} added, ${sum('remove')} removed`;
  return { rows: [...intro, ...files], size };
}

const isOpen = (hunk: Hunk | null): hunk is Hunk => hunk !== null && hunk.leftBefore + hunk.leftAfter > 0;

function hunkOf(line: string): Hunk | null {
  const found = HUNK.exec(line);
  if (found === null) return null;
  const [before = 1, leftBefore = 1, after = 1, leftAfter = 1] = found.slice(1).map((text) => Number(text ?? 1));
  return { before, after, leftBefore, leftAfter };
}

/** Of each sign: whether its line is in the file before, and after. Some programs write an empty line without its blank. */
const SIGNS: Readonly<Record<string, readonly [kind: Row['kind'], before: 0 | 1, after: 0 | 1]>> = {
  '+': ['add', 0, 1],
  '-': ['remove', 1, 0],
  ' ': ['context', 1, 1],
  '': ['context', 1, 1],
  '\\': ['meta', 0, 0],
};

/** Null: the line is not one of a hunk, or is one more than the hunk says. */
function rowOf(hunk: Hunk, line: string): Row | null {
  const [kind, before = 0, after = 0] = SIGNS[line.charAt(0)] ?? [];
  if (kind === 'meta') return { kind, text: line };
  if (kind === undefined || hunk.leftBefore < before || hunk.leftAfter < after) return null;
  hunk.leftBefore -= before;
  hunk.leftAfter -= after;
  const mark = kind === 'remove' ? hunk.before : hunk.after;
  hunk.before += before;
  hunk.after += after;
  return { kind, mark, text: line.slice(1) };
}

const NOWHERE = '/dev/null';
const LONGEST_NAME = 300;
/** The hashes of an ordinary file. A line with another mode is shown. */
const PLAIN_INDEX = /^index [0-9a-f]{7,64}\.\.[0-9a-f]{7,64}(?: 100644)?$/;

/** Removes the rows that only repeat the heading of the file, unless the two names differ. */
function nameFile(file: File, before: string, after: string): void {
  const [isNew, isGone] = [before === `--- ${NOWHERE}`, after === `+++ ${NOWHERE}`];
  const name = (isGone ? before : after).slice(4, LONGEST_NAME).replace(/^[ab]\//, '');
  const said = [
    `diff --git a/${name} b/${name}`,
    isNew ? before : `--- a/${name}`,
    isGone ? after : `+++ b/${name}`,
    ...(isNew ? ['new file mode 100644'] : isGone ? ['deleted file mode 100644'] : []),
  ];
  file.text = name;
  if (!said.includes(before) || !said.includes(after)) return;
  file.notes = isNew ? ['new file'] : isGone ? ['deleted'] : [];
  file.rows = file.rows.filter(({ text }) => !said.includes(text) && !PLAIN_INDEX.test(text));
}
