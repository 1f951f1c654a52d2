/** `npm run admin -- powers`: who can make each action happen. Exit code 1 if anybody alone can. */

import type { OperatorId, OrgId } from '../../src/protocol/identifiers';
import { NOT_COUNTED, wordsIn } from '../../src/service/powers/rules/powers';
import { type ReadPowersDeps, readPowers } from '../../src/service/powers/use-cases';

const MOST_PAIRS = 1000;

export async function powers(deps: ReadPowersDeps, org: OrgId): Promise<string> {
  const { organization, actions } = await readPowers(deps, org);
  const names = new Map(organization.operators.map(({ id, name }) => [id, name]));
  const named = (people: readonly { readonly id: OperatorId }[]) =>
    people.map(({ id }) => names.get(id) ?? id).join(' and ');
  const inWords = wordsIn(organization);
  const lines = actions.flatMap(({ action, cases }) =>
    cases.flatMap(({ rule, alone, pairs, missing }) => [
      `${action}${rule === null ? '' : `, rule ${rule + 1}`}: ${
        alone.length === 0 ? 'nobody' : alone.map(({ people }) => named(people)).join(', ')
      } alone; ${pairs.count} pairs`,
      ...[...alone, ...pairs.first(MOST_PAIRS)].map(({ people, steps }) => `  ${named(people)}: ${inWords(steps())}`),
      ...(pairs.count > MOST_PAIRS ? [`  … and ${pairs.count - MOST_PAIRS} more pairs`] : []),
      ...missing.map((people) =>
        people.length === 0
          ? '  Nobody can approve it now.'
          : `  If ${named(people)} cannot act, nobody can approve it.`,
      ),
    ]),
  );
  const isEnough = actions.some(({ cases }) => cases.some(({ alone }) => alone.length > 0));
  process.exitCode = isEnough ? 1 : 0;
  const unnamed = organization.keys
    .filter(({ holder }) => holder === null)
    .map(({ name, actions }) => (actions === null ? name : `${name} (limited to ${actions.join(', ')})`));
  return [
    ...lines,
    ...(unnamed.length === 0 ? [] : [`API keys that count as anybody's: ${unnamed.join(', ')}`]),
    `Not counted: ${NOT_COUNTED.join('; ')}`,
  ].join('\n');
}
