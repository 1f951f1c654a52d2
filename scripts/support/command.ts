/** What commands do with their arguments, with the files that they are given, and with what is wrong with either. */
import { readFileSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Wrong use or an unreadable file: one line, and exit code 2, which never says that something is bad. */
export class Misuse extends Error {}

/** Something that was verified does not hold. */
export class Bad extends Error {}

/** Like `parseArgs` of Node. Throws `Misuse` with the usage. */
export function parsedArgs<const T extends ParseArgsConfig>(config: T, usage: string): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new Misuse(`${(error as Error).message}\n${usage}`);
  }
}

export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Misuse(`cannot read ${path}: ${(error as Error).message}`);
  }
}

export function jsonIn(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Misuse(`${path} is not JSON`);
  }
}

/** The exit code of a command that verifies: 0 if everything holds, 1 for `Bad`, 2 for `Misuse`. */
export function verdictOf(verify: () => number): number {
  try {
    return verify();
  } catch (error) {
    if (!(error instanceof Bad || error instanceof Misuse)) throw error;
    console.error(error instanceof Bad ? `bad: ${error.message}` : error.message);
    return error instanceof Bad ? 1 : 2;
  }
}

/** The name that differs from `text` in the fewest letters, at most two; null if none is so similar. */
export function nearest(text: string, names: readonly string[]): string | null {
  const [best] = names
    .map((name) => ({ name, letters: lettersBetween(text, name) }))
    .sort((a, b) => a.letters - b.letters);
  return best !== undefined && best.letters <= 2 ? best.name : null;
}

/** How many letters must be added, removed or replaced (Levenshtein). */
function lettersBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [n, its] of [...other].entries())
      next.push(Math.min(next[n]! + 1, row[n + 1]! + 1, row[n]! + (letter === its ? 0 : 1)));
    row = next;
  }
  return row.at(-1)!;
}
