/**
 * Every power that could lead to a verdict, beside the code that limits it (docs/decisions/powers.md). A new edit of the
 * configuration does not compile until it says what it gives.
 */
import { EDITS, type EditKind } from '../../administration/rules/edits';
import type { Gives } from '../../configuration/rules/declaration';

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
    needs: 'a session, the code that was sent to them, and a trusted signing key if the policy requires it',
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
      ['src/service/configuration/rules/rule.ts', 'isRuleOn'],
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
] as const;
