/** What the soak prints at its end: a table for docs/reliability.md, and everything that is wrong. */

export interface Row {
  readonly what: string;
  readonly seen: string;
  /** Null: a measurement of this machine, which is reported and not judged. */
  readonly broken: readonly string[] | null;
}

export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ what, seen, broken }) => [what, seen, broken === null ? 'not judged' : verdictOf(broken)]);
  return [['what', 'seen', 'broken'], ['---', '---', '---'], ...cells]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}

export const faultsIn = (rows: readonly Row[]): string[] => rows.flatMap(({ broken }) => broken ?? []);

const verdictOf = (broken: readonly string[]): string => (broken.length === 0 ? 'none' : String(broken.length));
