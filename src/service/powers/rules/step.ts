/** A step of a list that leads to a verdict: as data that can be played, and in words. */
import type { ActionId, ApiKeyId, OperatorId } from '../../../protocol/identifiers';
import type { EditOf } from '../../administration/rules/edits';
import type { Organization } from '../../policy/rules/organization';
import type { Params } from '../../request/rules/request';

export type Step =
  | { readonly kind: 'enrol'; readonly by: OperatorId }
  | { readonly kind: 'countersign'; readonly by: OperatorId; readonly owner: OperatorId }
  | {
      readonly kind: 'edit';
      readonly by: OperatorId;
      readonly edit: EditOf<'put_action' | 'create_key'>;
      /** What it does, after "proposes to" or "decides to". */
      readonly words: string;
      readonly waits: boolean;
    }
  | { readonly kind: 'approve'; readonly by: OperatorId }
  | { readonly kind: 'collect'; readonly by: OperatorId }
  | {
      readonly kind: 'propose';
      readonly by: OperatorId;
      /** Null: the key that an earlier step made. */
      readonly key: { readonly id: ApiKeyId; readonly name: string } | null;
      readonly action: ActionId;
      readonly requester: OperatorId;
      readonly params: Params;
      readonly selected: number | null;
    }
  | { readonly kind: 'turn'; readonly by: OperatorId };

/** "Alpha proposes to lower the quorum to 1. Echo approves. Alpha turns a key." */
export function wordsIn({ operators }: Pick<Organization, 'operators'>): (steps: readonly Step[]) => string {
  const names = new Map(operators.map(({ id, name }) => [id, name]));
  const nameOf = (id: OperatorId): string => names.get(id) ?? id;
  return (steps) => steps.map((step) => `${nameOf(step.by)} ${deed(step, nameOf)}.`).join(' ');
}

function deed(step: Step, nameOf: (id: OperatorId) => string): string {
  switch (step.kind) {
    case 'enrol':
      return 'adds a signing key';
    case 'countersign':
      return `countersigns the key of ${nameOf(step.owner)}`;
    case 'edit':
      return `${step.waits ? 'proposes' : 'decides'} to ${step.words}`;
    case 'approve':
      return 'approves';
    case 'collect':
      return 'collects the token';
    case 'propose': {
      const key = step.key === null ? 'the new API key' : `the API key ${JSON.stringify(step.key.name)}`;
      const whose = step.requester === step.by ? '' : `, in the name of ${nameOf(step.requester)}`;
      return `creates a request with ${key}${whose}`;
    }
    case 'turn':
      return 'turns a key';
  }
}
