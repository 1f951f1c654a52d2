/** Questions about a request: each acknowledged one is there, numbered without gaps, with its digest in the chain and its text nowhere else. */
import type { AuditEntry } from '../../src/core/audit/chain';
import type { World } from './world';

export const QUESTION_TEXT = 'this is the text of a question';

type Item = Readonly<Record<string, unknown>>;

export function questionViolations(
  world: World,
  items: readonly Item[],
  chain: readonly AuditEntry[],
  acknowledged: readonly string[],
): string[] {
  const stored = items.filter(({ pk }) => String(pk).includes('#QUESTIONS#'));
  const entries = chain.filter(({ kind }) => kind.startsWith('question.'));
  const numbers = (of: readonly unknown[]) => of.map(Number).sort((a, b) => a - b);
  const wanted = stored.map((_, index) => index + 1);
  const texts = new Set(stored.map(({ text }) => text));
  const elsewhere = [
    ...items.filter(({ pk }) => !String(pk).includes('#QUESTIONS#')),
    ...chain,
    ...world.mails,
    ...world.digests,
    ...world.posts,
  ].filter((each) => JSON.stringify(each).includes(QUESTION_TEXT));
  return [
    ...unless(
      acknowledged.every((text) => texts.has(text)),
      'an acknowledged question is lost',
      acknowledged,
    ),
    ...unless(equal(numbers(stored.map(({ number }) => number)), wanted), 'questions are not numbered', stored),
    ...unless(
      equal(numbers(entries.map(({ data }) => data.number)), wanted),
      'not one entry for each question',
      entries,
    ),
    ...unless(elsewhere.length === 0, 'the text of a question left its item', elsewhere),
  ];
}

const equal = (left: readonly number[], right: readonly number[]): boolean => left.join() === right.join();

const unless = (holds: boolean, what: string, facts: unknown): string[] =>
  holds ? [] : [`${what}: ${JSON.stringify(facts)}`];
