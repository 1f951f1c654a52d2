/**
 * Every state of the model and every operation in it, on the real handlers: the service answers what
 * the model of docs/contract.md answers.
 */
import { openLedger } from '../support/ledger';
import { openedOnce } from '../support/opened';
import { ask, OPERATORS, propose } from './record';
import { type Input, requestModel, type State } from './request-model';

/** A report names a claim by its place among the claims that were won. -1: a claim that nobody won. */
type Step = Exclude<Input, { what: 'report' }> | { what: 'report'; claim: number; status: 'succeeded' | 'failed' };

const MAX_CLAIMS = 2;
const PHASES = [
  'open',
  'denied',
  'aborted',
  'unclaimed',
  'claimed',
  'stopped',
  'reported',
  'stopped and reported',
] as const;
const STEPS: readonly Step[] = [
  ...OPERATORS.flatMap((operator) =>
    (['turn', 'withdraw', 'refuse'] as const).map((what): Step => ({ what, operator })),
  ),
  { what: 'claim' },
  { what: 'read' },
  { what: 'wait' },
  { what: 'abort' },
  { what: 'stop' },
  ...[-1, 0, 1].map((claim): Step => ({ what: 'report', claim, status: 'succeeded' })),
  { what: 'report', claim: 0, status: 'failed' },
];

const nameOf = (claim: number): string => (claim < 0 ? `clm_${'0'.repeat(24)}` : `claim ${claim}`);
const inModel = (step: Step): Input => (step.what === 'report' ? { ...step, claim: nameOf(step.claim) } : step);

/** The shortest path to every state. */
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
  const ledger = openedOnce(() => openLedger({ memory: true }));

  /** The same request after each of the steps, whose answers are compared with the model's. */
  const walk = async (steps: readonly Step[]): Promise<void> => {
    const proposed = await propose(ledger);
    const claims: string[] = [];
    let state = requestModel.initial;
    for (const step of steps) {
      const input: Input = step.what === 'report' ? { ...step, claim: claims[step.claim] ?? nameOf(-1) } : step;
      const output = await ask(ledger, proposed, input);
      const after = output === undefined ? null : requestModel.step(state, input, output);
      if (after === null) throw new Error(`${JSON.stringify(steps)}: ${JSON.stringify({ state, input, output })}`);
      if (output?.claim !== undefined) claims.push(output.claim);
      state = after;
    }
  };

  const ways = paths();
  const phases = new Map(PHASES.map((phase) => [phase, ways.filter((way) => phaseOf(way) === phase)]));

  test('the model of one request has states of every phase', () => {
    const counts = [...phases].map(([phase, of]) => [phase, of.length]);
    const undisturbed = { open: 4, denied: 1, unclaimed: 3, claimed: 12, reported: 18 };
    // Each state with an authorization, with the mark of a stop as well.
    const ended = { aborted: 1, stopped: 15, 'stopped and reported': 18 };
    expect(Object.fromEntries(counts)).toEqual({ ...undisturbed, ...ended });
  });

  test.each(PHASES)('the model answers as the service does, in every state of a request that is %s', async (phase) => {
    for (const way of phases.get(phase)!) {
      // Operations that do not change the state are run on one request, one after the other. The others get one request
      // each.
      const [idle, moving] = partition(way);
      for (const last of [idle, ...moving.map((step) => [step])]) await walk([...way, ...last]);
    }
  });
});

function phaseOf(way: readonly Step[]): (typeof PHASES)[number] {
  const { outcome, claim, report, stopped } = stateAfter(way).state;
  if (outcome !== 'authorized') return outcome;
  if (stopped) return report !== null ? 'stopped and reported' : 'stopped';
  return report !== null ? 'reported' : claim !== null ? 'claimed' : 'unclaimed';
}

function stateAfter(way: readonly Step[]): { readonly state: State; readonly claims: number } {
  let state = requestModel.initial;
  let claims = 0;
  for (const step of way) {
    state = requestModel.anyStep(state, inModel(step), nameOf(claims))[0]!;
    if (state.claim === nameOf(claims)) claims += 1;
  }
  return { state, claims };
}

/** The steps that do not change the state at the end of the path, and those that do. */
function partition(way: readonly Step[]): [Step[], Step[]] {
  const { state, claims } = stateAfter(way);
  const isIdle = (step: Step) =>
    requestModel.keyOf(requestModel.anyStep(state, inModel(step), nameOf(claims))[0]!) === requestModel.keyOf(state);
  return [STEPS.filter(isIdle), STEPS.filter((step) => !isIdle(step))];
}
