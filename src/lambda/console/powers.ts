/** Who can make an action happen (docs/decisions/powers.md). Only admins read the steps. */
import type { components } from '../../../generated/console';
import { LIMITS } from '../../../generated/limits';
import type { Counter } from '../../service/access/ports';
import type { ChangeStore } from '../../service/administration/ports';
import type { Found } from '../../service/powers/rules/answer';
import { NOT_COUNTED, type Step, wordsIn } from '../../service/powers/rules/powers';
import {
  editOfChange,
  type JudgedCase,
  type Powers,
  type ReadPowersDeps,
  readPowers,
} from '../../service/powers/use-cases';
import type { RequestStore } from '../../service/request/ports';
import { reply } from '../http/answer';
import { parseId } from '../http/ids';
import { type ConsoleHandlers, signedIn } from './caller';
import { NO_SUCH_CHANGE, tooMany } from './problems';

type Schemas = components['schemas'];

type PowersDeps = ReadPowersDeps & {
  readonly requests: Pick<RequestStore, 'load'>;
  readonly changes: ChangeStore;
  readonly counter: Counter;
};

/** An answer names no more pairs than this. Their number is in `pair_count`. */
const MOST_PAIRS = LIMITS.namedPairs.max;

export function createPowersHandlers(deps: PowersDeps) {
  return {
    getPowers: async ({ principal, query: { change } }) => {
      const { org, operator, record } = await signedIn(principal);
      const nowMs = deps.clock.nowMs();
      const limited = { what: 'powers', of: `${org}#${operator}`, windowMs: 60_000 } as const;
      const { count, endsAtMs } = await deps.counter.count(limited, nowMs);
      if (count > ANSWERS_A_MINUTE) return tooMany(TOO_MANY_ANSWERS, endsAtMs - nowMs);
      const id = change === undefined ? null : parseId('request', change);
      const edit = id === null ? null : await editOfChange(deps, org, id);
      if (change !== undefined && edit === null) return NO_SUCH_CHANGE;
      const powers = await readPowers(deps, org, edit);
      return reply(200, { server_now: deps.clock.nowMs(), ...powersView(powers, record.role === 'admin') });
    },
  } satisfies Partial<ConsoleHandlers>;
}

/** The console requests the answer once for a page or a dialog. It is the dearest one to compute. */
const ANSWERS_A_MINUTE = 60;
const TOO_MANY_ANSWERS =
  'You asked 60 times within a minute who can make an action happen. Wait for the seconds in Retry-After.';

export function powersView({ organization, actions }: Powers, withSteps: boolean) {
  const words = withSteps ? wordsIn(organization) : null;
  return {
    actions: actions.map(({ action, title, cases }) => ({
      action,
      title,
      cases: cases.map((each) => caseView(each, words)),
    })),
    keys_of_anybody: organization.keys.flatMap(({ name, holder, actions }) =>
      holder === null ? { name, actions } : [],
    ),
    not_counted: NOT_COUNTED,
  };
}

function caseView(
  { rule, alone, pairs, missing, newlyAlone }: JudgedCase,
  words: ((steps: readonly Step[]) => string) | null,
) {
  const view = ({ people, steps }: Found): Schemas['PowersOf'] => ({
    people: people.map(({ id }) => id),
    steps: words === null ? null : words(steps()),
  });
  return {
    rule,
    alone: alone.map(view),
    newly_alone: newlyAlone,
    pair_count: pairs.count,
    pairs: pairs.first(MOST_PAIRS).map(view),
    missing: missing.slice(0, MOST_PAIRS).map((people) => people.map(({ id }) => id)),
  };
}
