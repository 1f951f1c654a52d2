/**
 * Every state of the model and every operation in it, on the real handlers: what the contract's model answers, the
 * service answers.
 */
import { type Ledger, openLedger } from '../support/ledger';
import { ask, OPERATORS, propose } from './record';
import { type Input, requestModel, type State } from './request-model';

/** A report names a claim by its place among those that were won; -1: one that nobody won. */
type Step = Exclude<Input, { what: 'report' }> | { what: 'report'; claim: number; status: 'succeeded' | 'failed' };

const MAX_CLAIMS = 2;
const STEPS: readonly Step[] = [
  ...OPERATORS.flatMap((operator) =>
    (['turn', 'withdraw', 'refuse'] as const).map((what): Step => ({ what, operator })),
  ),
  { what: 'claim' },
  { what: 'read' },
  { what: 'wait' },
  ...[-1, 0, 1].map((claim): Step => ({ what: 'report', claim, status: 'succeeded' })),
  { what: 'report', claim: 0, status: 'failed' },
];

const nameOf = (claim: number): string => (claim < 0 ? `clm_${'0'.repeat(24)}` : `claim ${claim}`);
const inModel = (step: Step): Input => (step.what === 'report' ? { ...step, claim: nameOf(step.claim) } : step);

/** The shortest way to every state. */
function paths(): Step[][] {
  const found: Step[][] = [];
  const seen = new Set<string>();
  let frontier: { readonly state: State; readonly path: Step[]; readonly claims: number }[] = [
    { state: requestModel.initial, path: [], claims: 0 },
  ];
  while (frontier.length > 0) {
    const fresh = frontier.filter(({ state, claims }) => {
      const key = `${requestModel.keyOf(state)} ${claims}`;
      return !seen.has(key) && seen.add(key);
    });
    found.push(...fresh.map(({ path }) => path));
    frontier = fresh.flatMap(({ state, path, claims }) =>
      STEPS.filter(({ what }) => what !== 'claim' || claims < MAX_CLAIMS).map((step) => {
        const after = requestModel.anyStep(state, inModel(step), nameOf(claims))[0]!;
        const won = step.what === 'claim' && after.claim === nameOf(claims);
        return { state: after, path: [...path, step], claims: claims + (won ? 1 : 0) };
      }),
    );
  }
  return found;
}

describe('the model of one request', () => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await openLedger();
  });
  afterAll(() => ledger?.stop());

  test('answers as the service does, in every state that it has', async () => {
    const ways = paths();
    const transitions = new Set<string>();
    for (const way of ways) {
      for (const last of STEPS) {
        const proposed = await propose(ledger);
        const claims: string[] = [];
        let state = requestModel.initial;
        for (const step of [...way, last]) {
          const input: Input = step.what === 'report' ? { ...step, claim: claims[step.claim] ?? nameOf(-1) } : step;
          const output = await ask(ledger, proposed, input);
          const after = output === undefined ? null : requestModel.step(state, input, output);
          if (after === null)
            throw new Error(`${JSON.stringify([...way, last])}: ${JSON.stringify({ state, input, output })}`);
          if (output?.claim !== undefined) claims.push(output.claim);
          transitions.add(`${requestModel.keyOf(state)} ${JSON.stringify(step)}`.replace(/clm_\w+/g, 'clm'));
          state = after;
        }
      }
    }
    console.log(`${ways.length} states, ${ways.length * STEPS.length} traces, ${transitions.size} transitions`);
    expect(ways.length).toBeGreaterThan(20);
  }, 120_000);
});
