/** JSON as a tree, with what JSON.parse hides: repeated names, and numbers with more digits than a double has. */
import { counted } from '../format';
import type { Parsed, Row } from './row';

export const MAX_DEPTH = 64;
/** Deeper rows are drawn at this depth, so that a phone has room for their text. */
const DEEPEST = 12;

interface Draft extends Row {
  text: string;
  readonly notes: string[];
  readonly rows: Draft[];
}

export function parseJson(lines: readonly string[]): Parsed | string {
  const text = lines.join('\n');
  // JSON is UTF-8. In the tree, the mark of a broken byte could be mistaken for an escape.
  if (!text.isWellFormed() || !isJson(text)) return 'This is not JSON.';
  const all: Draft[] = [];
  const top: Draft = { kind: 'array', text: '', notes: [], rows: [] };
  const open = [top];
  let name: string | undefined;
  // Without escapes, a string ends at the next quote. Commas and colons are no tokens.
  const plain = text.replace(/\\./g, '__');
  for (const { 0: masked, index } of plain.matchAll(/"[^"]*"|[[\]{}]|[^[\]{}",:\s]+/g)) {
    const token = text.slice(index, index + masked.length);
    const parent = open.at(-1)!;
    if (token === '}' || token === ']') {
      close(open.pop()!);
    } else if (parent.kind === 'object' && name === undefined) {
      name = JSON.parse(token) as string;
    } else {
      const row = rowOf(token, parent === top ? undefined : (name ?? parent.rows.length + 1), open.length - 1);
      name = undefined;
      all.push(row);
      parent.rows.push(row);
      if (token === '{' || token === '[') open.push(row);
      if (open.length > MAX_DEPTH + 2) return `This JSON is nested more than ${MAX_DEPTH} levels deep.`;
    }
  }
  const count = (note: string): number => all.filter(({ notes }) => notes.includes(note)).length;
  const [repeated, inexact] = [count(REPEATED), count(INEXACT)];
  const notes = [
    ...(repeated === 0 ? [] : [`${repeated} members share a name in their object. Programs may read any of them.`]),
    ...(inexact === 0 ? [] : [`It has ${counted(inexact, 'number')} with more digits than most programs keep.`]),
  ];
  return { rows: top.rows, size: counted(all.length, 'value'), notes };
}

const REPEATED = 'same name again';
const INEXACT = 'more digits than programs keep';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const KINDS: Readonly<Record<string, Row['kind']>> = { '{': 'object', '[': 'array', '"': 'string' };

/** A string has no quotes or escapes. A number stays as it is written. */
function rowOf(token: string, name: Row['name'], depth: number): Draft {
  const kind = KINDS[token.charAt(0)] ?? 'plain';
  const isInexact = kind === 'plain' && /\d/.test(token) && digitsOf(token) !== digitsOf(String(Number(token)));
  const text = kind === 'string' ? (JSON.parse(token) as string) : token;
  return { kind, text, name, depth: Math.min(depth, DEEPEST), notes: isInexact ? [INEXACT] : [], rows: [] };
}

/** The significant digits. If they are the same, the nearest double is the same number. */
const digitsOf = (number: string): string => number.replace(/e.*|[-.]/gi, '').replace(/^0+|(?<!0)0+$/g, '');

function close(container: Draft): void {
  const { kind, rows } = container;
  container.text =
    rows.length === 0
      ? kind === 'object'
        ? '{}'
        : '[]'
      : counted(rows.length, kind === 'object' ? 'member' : 'value');
  const counts = new Map<Row['name'], number>();
  for (const { name } of rows) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { name, notes } of rows) if (counts.get(name)! > 1) notes.push(REPEATED);
}
