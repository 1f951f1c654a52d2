/**
 * The model of powers is checked against the service: every list of steps that it finds leads to a verdict, and nobody
 * alone gets a verdict that it excludes (docs/decisions/powers.md). POWERS_RUNS is how many organizations are drawn.
 */
import { operations } from '../../generated/console-operations';
import { operations as serviceOperations } from '../../generated/service-operations';
import { WAITS } from '../../src/service/administration/rules/edits';
import { runs } from '../support/runs';
import { attemptsOf, EXPLOITED, NO_VOTE, PARTS } from './powers/attempts';
import { compare } from './powers/compare';
import { draw } from './powers/drawn';

const WANTED = Number(process.env.POWERS_RUNS ?? 0);
/** A few attempts in many organizations notice more than all attempts in a few. */
const RUNS = WANTED || runs('FUZZ_RUNS', 3);
const ATTEMPTS = WANTED > 0 ? { singles: Number.POSITIVE_INFINITY, pairs: 60 } : { singles: 6, pairs: 2 };
const seeds = Array.from({ length: RUNS }, (_, index) => index + 1);

describe('the model of powers, beside the service', () => {
  it('every operation that writes is known to the model of powers', () => {
    const writing = [...operations, ...serviceOperations]
      .filter(({ method }) => method !== 'get')
      .map(({ operationId }): string => operationId);
    const attempted = attemptsOf(draw(1), draw(1).operators[0]!.id).map(({ operation }) => operation);
    const known = new Set<string>([...attempted, ...EXPLOITED, ...NO_VOTE, ...PARTS]);
    expect(writing.filter((operation) => !known.has(operation))).toEqual([]);
    expect([...known].filter((operation) => !writing.includes(operation))).toEqual([]);
  });

  it('every list of steps leads to a verdict, and nobody alone gets one that the model excludes', async () => {
    const { differences, ...counts } = await compare(seeds, ATTEMPTS);
    if (WANTED > 0) process.stdout.write(`${JSON.stringify(counts)}\n`);
    expect(differences).toEqual([]);
    expect(counts.played).toBeGreaterThan(0);
    expect(counts.verdicts).toBeGreaterThan(0);
  }, 3_600_000);

  it.each([
    ['put_action', 6],
    ['create_operator', 6],
    ['connect_identity', 16],
    ['rotate_key', 5],
    ['update_key', 1],
  ] as const)(
    'the comparison notices if %s no longer waits for a second admin',
    async (kind, seed) => {
      const waits: Record<string, string> = WAITS;
      const before = waits[kind]!;
      waits[kind] = 'never';
      try {
        const { differences } = await compare([seed], { singles: Number.POSITIVE_INFINITY, pairs: 0 });
        expect(differences.join('\n')).toContain(' got ');
      } finally {
        waits[kind] = before;
      }
    },
    60_000,
  );
});
