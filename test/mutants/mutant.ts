/** One plausible mistake in the source, and the tests that must notice it. */
export interface Mutant {
  /** What is wrong with the mutated source. */
  readonly name: string;
  readonly file: string;
  /** Exact source text; must occur once. */
  readonly find: string;
  readonly replace: string;
  /** Test files or folders that must fail. */
  readonly tests: readonly string[];
}
