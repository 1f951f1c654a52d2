/** Who can make an action happen (docs/decisions/powers.md). Only admins read the steps. */
import type { components } from '../../../generated/console';
import type { ChangeStore, RequestStore } from '../../app/ports';
import { editOfChange, type JudgedCase, type ReadPowersDeps, readPowers } from '../../app/powers/read-powers';
import type { Found } from '../../core/powers/answer';
import type { Organization } from '../../core/powers/organization';
import { NOT_COUNTED } from '../../core/powers/powers';
import { inWords } from '../../core/powers/step';
import { reply } from '../http/answer';
import { parseId } from '../http/ids';
import { type ConsoleHandlers, signedIn } from './caller';
import { NO_SUCH_CHANGE } from './problems';

type Schemas = components['schemas'];

export type PowersDeps = ReadPowersDeps & {
  readonly requests: Pick<RequestStore, 'load'>;
  readonly changes: ChangeStore;
};

/** An answer names no more pairs than this. Their number is in `pair_count`. */
const MOST_PAIRS = 20;

export function createPowersHandlers(deps: PowersDeps) {
  return {
    getPowers: async ({ principal, query: { change } }) => {
      const { org, record } = await signedIn(principal);
      const id = change === undefined ? null : parseId('request', change);
      const edit = id === null ? null : await editOfChange(deps, org, id);
      if (change !== undefined && edit === null) return NO_SUCH_CHANGE;
      const { organization, actions } = await readPowers(deps, org, edit);
      const words = record.role === 'admin' ? organization : null;
      return reply(200, {
        server_now: deps.clock.nowMs(),
        actions: actions.map(({ action, title, cases }) => ({
          action,
          title,
          cases: cases.map((each) => caseView(each, words)),
        })),
        keys_of_anybody: organization.keys.filter(({ holder }) => holder === null).map(({ name }) => name),
        not_counted: NOT_COUNTED,
      });
    },
  } satisfies Partial<ConsoleHandlers>;
}

function caseView({ rule, alone, pairs, missing, newlyAlone }: JudgedCase, words: Organization | null) {
  const view = ({ people, steps }: Found): Schemas['PowersOf'] => ({
    people: people.map(({ id }) => id),
    steps: words === null ? null : inWords(steps(), words),
  });
  return {
    rule,
    alone: alone.map(view),
    newly_alone: newlyAlone,
    pair_count: pairs.length,
    pairs: pairs.slice(0, MOST_PAIRS).map(view),
    missing: missing.slice(0, MOST_PAIRS).map((people) => people.map(({ id }) => id)),
  };
}
