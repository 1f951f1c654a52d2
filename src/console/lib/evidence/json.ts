/**
 * JSON as rows of a tree, with what JSON.parse hides: a name that is there twice, and a number with more digits than
 * programs keep. Without recursion, so no depth overflows the stack.
 */

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'word';

export interface JsonRow {
  readonly depth: number;
  /** Of a member; a number is the place in an array. */
  readonly name: string | number | null;
  readonly kind: JsonKind;
  /** A string without its quotes and escapes, a number as it is written. */
  readonly text: string;
  /** Its object has the same name again. */
  readonly repeated: boolean;
  /** A program reads another number. */
  readonly inexact: boolean;
  /** The row after the last one that is in it. */
  readonly end: number;
  readonly size: number;
}

export type JsonFailure = 'not_json' | 'too_deep';

export const MAX_DEPTH = 64;

type Draft = { -readonly [Key in keyof JsonRow]: JsonRow[Key] };
interface Open {
  readonly row: Draft;
  /** The rows of an object's members. */
  readonly names: Map<string, Draft>;
}

export function parseJson(text: string): readonly JsonRow[] | JsonFailure {
  const rows: Draft[] = [];
  const open: Open[] = [];
  const reader = new Reader(text);
  for (;;) {
    const parent = open.at(-1);
    const name = parent === undefined ? null : reader.nameIn(parent);
    if (name === undefined) return 'not_json';
    const row = reader.value();
    if (row === null) return 'not_json';
    Object.assign(row, { name, depth: open.length });
    rows.push(row);
    if (parent !== undefined) addTo(parent, row);
    const isEmpty = row.kind === 'object' ? reader.take('}') : row.kind === 'array' ? reader.take(']') : true;
    if (!isEmpty) {
      if (open.length === MAX_DEPTH) return 'too_deep';
      open.push({ row, names: new Map() });
      continue;
    }
    row.end = rows.length;
    for (let inner = open.at(-1); inner !== undefined && !reader.take(','); inner = open.at(-1)) {
      if (!reader.take(inner.row.kind === 'object' ? '}' : ']')) return 'not_json';
      inner.row.end = rows.length;
      open.pop();
    }
    if (open.length === 0) return reader.isAtEnd() ? rows : 'not_json';
  }
}

function addTo(parent: Open, row: Draft): void {
  parent.row.size += 1;
  if (typeof row.name !== 'string') return;
  const same = parent.names.get(row.name);
  if (same !== undefined) {
    same.repeated = true;
    row.repeated = true;
  }
  parent.names.set(row.name, row);
}

class Reader {
  private at = 0;
  constructor(private readonly text: string) {}

  take(sign: string): boolean {
    this.skipBlanks();
    if (this.text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  isAtEnd(): boolean {
    this.skipBlanks();
    return this.at === this.text.length;
  }

  /** Undefined: there is none. */
  nameIn({ row }: Open): string | number | undefined {
    if (row.kind === 'array') return row.size;
    this.skipBlanks();
    const name = this.string();
    return name !== null && this.take(':') ? name : undefined;
  }

  value(): Draft | null {
    if (this.take('{')) return draft('object', '');
    if (this.take('[')) return draft('array', '');
    if (this.text[this.at] === '"') {
      const text = this.string();
      return text === null ? null : draft('string', text);
    }
    PLAIN.lastIndex = this.at;
    const [plain, number] = PLAIN.exec(this.text) ?? [];
    if (plain === undefined) return null;
    this.at += plain.length;
    return {
      ...draft(number === undefined ? 'word' : 'number', plain),
      inexact: number !== undefined && isInexact(number),
    };
  }

  private string(): string | null {
    if (this.text[this.at] !== '"') return null;
    let end = this.at + 1;
    while (end < this.text.length && this.text[end] !== '"') end += this.text[end] === '\\' ? 2 : 1;
    try {
      const text = JSON.parse(this.text.slice(this.at, end + 1)) as string;
      this.at = end + 1;
      return text;
    } catch {
      return null;
    }
  }

  private skipBlanks(): void {
    while (this.at < this.text.length && ' \n\r\t'.includes(this.text[this.at]!)) this.at += 1;
  }
}

const PLAIN = /(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)|true|false|null/y;

const draft = (kind: JsonKind, text: string): Draft => ({
  depth: 0,
  name: null,
  kind,
  text,
  repeated: false,
  inexact: false,
  end: 0,
  size: 0,
});

/** Whether the nearest double is another number than the one that is written. */
function isInexact(written: string): boolean {
  const read = Number(written);
  if (String(read) === written) return false;
  return !Number.isFinite(read) || digitsOf(written) !== digitsOf(String(read));
}

/** One text for each number: its digits, without zeros at the ends, and where the point is. */
function digitsOf(number: string): string {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().replace(/^-/, '').split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = (whole + fraction).replace(/^0+/, '');
  const kept = all.slice(0, lastInk(all) + 1);
  return kept === '' ? '0' : `${kept}e${all.length - fraction.length + Number(exponent)}`;
}

/** Not by /0+$/, which needs quadratic time for zeros within a number. */
function lastInk(digits: string): number {
  let at = digits.length - 1;
  while (digits[at] === '0') at -= 1;
  return at;
}
