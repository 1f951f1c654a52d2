/**
 * Every power that could lead to a verdict, beside the code that limits it, and the steps that use them
 * (docs/decisions/powers.md). A new edit of the configuration does not compile until it says what it gives.
 */

import type { ActionId, ApiKeyId, OperatorId } from '../../../protocol/identifiers';
import { EDITS, type EditKind, type EditOf } from '../../administration/rules/edits';
import type { Gives } from '../../configuration/rules/declaration';
import type { Organization } from '../../policy/rules/organization';
import type { Params } from '../../request/rules/request';

interface Power {
  readonly who: string;
  readonly needs: string;
  readonly gives: string;
  /** The file and the name of the code that enforces it. */
  readonly enforcedBy: readonly (readonly [file: string, name: string])[];
}

export const POWERS = {
  propose: {
    who: 'the holder of an API key; anybody, if no holder is named',
    needs: 'a token with the scope propose',
    gives: 'a request, in the name of any enabled operator',
    enforcedBy: [['src/service/ceremony/use-cases/create-request.ts', 'createRequest']],
  },
  turn: {
    who: 'an operator with a seat',
    needs:
      'a session, the code that was sent to their address and, where a passkey is needed too, to their devices, and a trusted signing key if the policy requires it',
    gives: 'a key; with enough keys, the verdict',
    enforcedBy: [
      ['src/service/ceremony/rules/turn.ts', 'turnKey'],
      ['src/service/ceremony/rules/requirements.ts', 'meetsPolicy'],
    ],
  },
  edit_at_once: {
    who: 'an enabled admin',
    needs: 'an organization that never had two enabled admins; a mark that nobody can remove ends this',
    gives: 'every edit',
    enforcedBy: [
      ['src/service/administration/use-cases/change-configuration.ts', 'changeConfiguration'],
      ['src/service/configuration/rules/two-admins.ts', 'isRuleOn'],
    ],
  },
  edit_approved: {
    who: 'an enabled admin, with another enabled admin who approves',
    needs: 'a trusted signing key of the second admin, if changes need passkeys',
    gives: 'every edit',
    enforcedBy: [
      ['src/service/administration/use-cases/propose-edit.ts', 'proposeEdit'],
      ['src/service/administration/use-cases/apply-change.ts', 'hasSecondKey'],
    ],
  },
  enrol: {
    who: 'an operator, for their own account',
    needs: 'a fresh sign-in; the bootstrap, for a key that counts at once',
    gives: 'a signing key; in the bootstrap, a trusted one',
    enforcedBy: [
      ['src/service/access/use-cases/signing-keys/enrolment.ts', 'signEnrolment'],
      ['src/service/access/rules/signing-keys.ts', 'isTrusted'],
    ],
  },
  countersign: {
    who: 'an enabled admin with a trusted signing key, for another operator',
    needs: 'a key that signed its own enrolment',
    gives: 'a trusted signing key of the other operator',
    enforcedBy: [['src/service/access/rules/signing-keys.ts', 'mayCountersign']],
  },
} as const satisfies Readonly<Record<string, Power>>;

/** What an edit of each kind could be used for. One that never waits gives nothing. */
export const GIVES = Object.fromEntries(
  Object.entries(EDITS).map(([kind, edit]) => [kind, 'gives' in edit ? edit.gives : 'nothing']),
) as Readonly<Record<EditKind, Gives>>;

/** Others who could use this power. The answer names them separately and does not count them. */
export const NOT_COUNTED = [
  'Administrators of the AWS account, who can also run the administration command with --rescue',
  'Administrators of the identity provider at which operators sign in, together with those of the mailboxes',
  'Administrators of the mailboxes to which codes and sign-in links are sent',
  'Anybody who holds a device of an operator and can use the passkey on it',
] as const;

/** A step of a list that leads to a verdict: as data that can be played, and in words. */
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
