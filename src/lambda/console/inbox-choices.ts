/** What the filters of the inbox offer: the actions and the requesters of what was read. */

import type { components } from '../../../generated/console';
import type { ActionId } from '../../protocol/identifiers';
import type { Operator } from '../../service/configuration/rules/items';
import { isAdministrative } from '../../service/request/rules/administrative';
import type { Request } from '../../service/request/rules/request';
import type { DeepReadonly } from '../http/typed';

type Schemas = components['schemas'];
type Choice = Schemas['Choice'];

interface Row {
  readonly request: Request;
  readonly shown: DeepReadonly<Schemas['RequestWithView']>;
}

interface Choices {
  readonly actions: Choice[];
  readonly requesters: Choice[];
}

const MOST_CHOICES = 50;

/** `ofAnyAction`: the rows without the filter for actions; `ofAnyRequester`: those without the filter for requesters. */
export function countedChoices(ofAnyAction: readonly Row[], ofAnyRequester: readonly Row[]): Choices {
  return {
    actions: counted(ofAnyAction, (row) => [row.request.action, actionNameOf(row)]),
    requesters: counted(ofAnyRequester, ({ shown }) => [shown.request.requester, shown.view.requester_name]),
  };
}

/** Choices without counts, if not every request was read: the actions in the index, and every operator as requester. */
export function uncountedChoices(
  actions: readonly ActionId[],
  rows: readonly Row[],
  operators: readonly Operator[],
): Choices {
  const names = new Map(rows.map((row) => [row.request.action, actionNameOf(row)]));
  const choice = (id: string, name: string): Choice => ({ id, name, count: null });
  return {
    actions: actions.slice(0, MOST_CHOICES).map((id) => choice(id, names.get(id) ?? id)),
    requesters: operators.slice(0, MOST_CHOICES).map(({ id, name }) => choice(id, name)),
  };
}

const actionNameOf = ({ request, shown }: Row): string =>
  isAdministrative(request) ? 'Changes of the configuration' : shown.view.title;

function counted(rows: readonly Row[], of: (row: Row) => readonly [id: string, name: string]): Choice[] {
  const found = new Map<string, Choice & { count: number }>();
  for (const row of rows) {
    const [id, name] = of(row);
    const { count = 0 } = found.get(id) ?? {};
    found.set(id, { id, name, count: count + 1 });
  }
  return [...found.values()].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)).slice(0, MOST_CHOICES);
}
