/** JSON as rows of a tree, with what JSON.parse hides: repeated names, and numbers with more digits than a double has. */

export interface JsonRow {
  readonly depth: number;
  /** Of a member; a number is the place in an array. */
  readonly name: string | number | null;
  readonly kind: 'object' | 'array' | 'string' | 'plain';
  /** A string without its quotes and escapes, a number as it is written. */
  readonly text: string;
  /** Its object has the same name again. */
  readonly repeated: boolean;
  /** Programs read a different number. */
  readonly inexact: boolean;
  /** The row after the last one that is in it. */
  readonly end: number;
  readonly size: number;
}

export type JsonFailure = 'not_json' | 'too_deep';

export const MAX_DEPTH = 64;

type Draft = { -readonly [Key in keyof JsonRow]: JsonRow[Key] };

export function parseJson(text: string): readonly JsonRow[] | JsonFailure {
  if (!isJson(text)) return 'not_json';
  const rows: Draft[] = [];
  const open: { readonly row: Draft; readonly members: Map<string, Draft> }[] = [];
  let name: string | null = null;
  for (const token of tokensOf(text)) {
    const parent = open.at(-1);
    if (token === '}' || token === ']') {
      open.pop()!.row.end = rows.length;
    } else if (parent?.row.kind === 'object' && name === null) {
      name = JSON.parse(token) as string;
    } else {
      const row = rowOf(token, open.length, parent === undefined ? null : (name ?? parent.row.size));
      row.end = rows.push(row);
      if (parent !== undefined) parent.row.size += 1;
      const same = name === null ? undefined : parent!.members.get(name);
      if (same !== undefined) row.repeated = same.repeated = true;
      if (name !== null) parent!.members.set(name, row);
      name = null;
      if (token === '{' || token === '[') open.push({ row, members: new Map() });
      if (open.length > MAX_DEPTH + 1) return 'too_deep';
    }
  }
  return rows;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The tokens of a valid JSON text, without commas and colons. */
function* tokensOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    PLAIN.lastIndex = at;
    const token = text[at] === '"' ? text.slice(at, stringEnd(text, at)) : PLAIN.exec(text)?.[0];
    if (token !== undefined) yield token;
    at += token?.length ?? 1;
  }
}

const PLAIN = /[[\]{}]|[^[\]{}",:\s]+/y;

/** Not by a pattern: some browsers limit how often a group repeats. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

const KINDS: Readonly<Record<string, JsonRow['kind']>> = { '{': 'object', '[': 'array', '"': 'string' };

function rowOf(token: string, depth: number, name: JsonRow['name']): Draft {
  const kind = KINDS[token.charAt(0)] ?? 'plain';
  const text = kind === 'plain' ? token : kind === 'string' ? (JSON.parse(token) as string) : '';
  const inexact = kind === 'plain' && /\d/.test(token) && isInexact(token);
  return { depth, name, kind, text, repeated: false, inexact, end: 0, size: 0 };
}

/** Whether the nearest double is another number than the one that is written. */
function isInexact(written: string): boolean {
  const read = String(Number(written));
  return read !== written && digitsOf(read) !== digitsOf(written);
}

/** One text for each number: its digits, without zeros at the ends, and where the point is. */
function digitsOf(number: string): string {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().replace(/^-/, '').split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return end === 0 ? '0' : `${digits.slice(0, end)}e${digits.length - fraction.length + Number(exponent)}`;
}
