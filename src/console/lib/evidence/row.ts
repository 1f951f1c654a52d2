/** The rows of a document. Every kind of document is drawn from them. */

type DiffRow = 'file' | 'hunk' | 'add' | 'remove' | 'context' | 'meta';
type JsonRow = 'object' | 'array' | 'string' | 'plain';
type MarkdownRow = 'heading' | 'item' | 'quote' | 'prose' | 'code' | 'fence' | 'rule' | 'blank';

export interface Row {
  readonly kind: 'line' | DiffRow | JsonRow | MarkdownRow;
  readonly text: string;
  /** The number of a line, or the bullet of an item. */
  readonly mark?: number | string | undefined;
  /** How far it is indented. */
  readonly depth?: number;
  /** Of a value: its name in an object, or its place in an array. */
  readonly name?: string | number | undefined;
  readonly notes?: readonly string[];
  /** The rows inside this one. They can be hidden and shown. */
  readonly rows?: readonly Row[];
}

export interface Parsed {
  readonly rows: readonly Row[];
  readonly size: string;
  /** Notes for people about how it is shown. */
  readonly notes?: readonly string[];
}

export const countRows = ({ rows = [] }: Row, kind: Row['kind']): number =>
  rows.filter((row) => row.kind === kind).length;
