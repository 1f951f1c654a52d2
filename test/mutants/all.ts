/**
 * Every mistake that `npm run mutants` makes. They are mistakes of people: `npm run mutate` makes those of one operator, so a
 * mistake that StrykerJS makes in a measured folder is not repeated here, unless one certain suite must notice it.
 *
 * The files of this folder are read line by line: `@` names the tests that must notice what follows, up to the next `@`.
 * A line `file: what is wrong` begins a mistake, `-` is the exact source text, which must occur once, and `+` replaces it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One plausible mistake in the source, and the tests that must notice it. */
export interface Mutant {
  /** What is wrong with the mutated source. */
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** Test files or folders that must fail. */
  readonly tests: readonly string[];
}

const FILES = ['core', 'edge', 'outbox', 'wire', 'boundary', 'shown', 'phone', 'gate'];

export const MUTANTS: readonly Mutant[] = FILES.flatMap((name) =>
  mutantsIn(readFileSync(join(__dirname, `${name}.txt`), 'utf8')),
);

function mutantsIn(text: string): Mutant[] {
  const [, ...groups] = text.split(/^@ /m);
  return groups.flatMap((group) => {
    const [tests = '', ...mutants] = group.split(/\n(?![-+#\n]|$)/);
    return mutants.map((mutant) => mutantOf(mutant.split('\n'), tests.split(' ')));
  });
}

function mutantOf([title = '', ...lines]: readonly string[], tests: readonly string[]): Mutant {
  const marked = (mark: string) => lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(1));
  const [, file = '', name = ''] = /^(\S+): (.+)$/.exec(title) ?? [];
  return { name, file, find: marked('-').join('\n'), replace: marked('+').join('\n'), tests };
}
