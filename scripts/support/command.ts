/** What commands do with their arguments, with the files that they are given, and with what is wrong with either. */
import { readFileSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { awsMessage } from './aws-message';

/** Wrong use or an unreadable file: one line, and exit code 2, which never says that something is bad. */
export class Misuse extends Error {}

/** Something that was verified does not hold. */
export class Bad extends Error {}

/** The usage, for `--help`. */
class Help extends Error {}

/** Like `parseArgs` of Node, with `--help`. Throws for that, and `Misuse` with the usage for what is no option. */
export function parsedArgs<const T extends ParseArgsConfig>(config: T, usage: string): ReturnType<typeof parseArgs<T>> {
  const options = { ...config.options, help: { type: 'boolean', short: 'h' } } as const;
  let parsed: ReturnType<typeof parseArgs<T>>;
  try {
    parsed = parseArgs({ ...config, options }) as typeof parsed;
  } catch (error) {
    throw new Misuse(`${(error as Error).message}\n${usage}`);
  }
  if ((parsed.values as { readonly help?: boolean }).help === true) throw new Help(usage);
  return parsed;
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
    return exitCodeOf(error, null);
  }
}

/**
 * Prints why a command ended, and returns its exit code: 0 for `--help`. `failed` is the code of everything else, which in a command
 * against AWS can be an error of AWS. Null is a command that verifies.
 */
export function exitCodeOf(error: unknown, failed: number | null): number {
  if (error instanceof Help) {
    console.log(error.message);
    return 0;
  }
  const isBad = error instanceof Bad;
  if (failed === null && !isBad && !(error instanceof Misuse)) throw error;
  console.error(failed === null && isBad ? `bad: ${error.message}` : awsMessage(error as Error));
  return failed ?? (isBad ? 1 : 2);
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
