/** What is needed to approve a change of the configuration (docs/decisions/signed-turns.md). */

import { SET_UP } from '../../../../protocol/actor';
import type { OrgId } from '../../../../protocol/identifiers';
import { said } from '../../../../protocol/words';
import { type EntryWords, entryIn, type PendingEntry } from '../../../audit/rules/chain';
import { changed, nothing, readable, refuse, waiting, write } from '../../../configuration/rules/declaration';
import { edited } from '../../../configuration/rules/items';
import { neverSet, settingOf } from '../../../configuration/rules/setting';
import type { Organization } from '../../../policy/rules/organization';
import type { TurnNeeds } from '../../../policy/rules/policy';
import { CHANGES_TURN, type ChangesTurn } from '../signed-changes';

/** Whether every enabled admin has a countersigned key. Not read, and true, for a turn that needs none. */
export const ADMINS_CAN_SIGN = /* @__PURE__ */ readable<TurnNeeds, boolean>()('adminsCanSign', false);

export const CHANGES_TURN_ENTRIES = {
  'changes.turn_set': {
    audience: 'admins',
    told: ({ data }) =>
      data.turn === 'code'
        ? said`Approving a change of the configuration takes no passkey any more.`
        : said`Approving a change of the configuration takes a passkey from now on.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

export const CHANGES_TURN_ATTEMPT = 'change how changes are approved:';

const turnText = (turn: TurnNeeds): string => turn.replaceAll('_', ' ');
const noTurnSet = (org: OrgId): ChangesTurn => ({ ...neverSet(org), turn: 'code', atMs: 0 });

const withTurn = (before: ChangesTurn, turn: TurnNeeds, atMs: number, entry: PendingEntry): ChangesTurn =>
  edited<ChangesTurn>(before, { turn, atMs }, [entry]);

/** The setting that the service itself makes once every admin can sign. */
export function signedFrom(org: OrgId, at: number): ChangesTurn {
  const turn = 'code_and_passkey';
  const entry = entryIn(CHANGES_TURN_ENTRIES)(at, 'changes.turn_set', CHANGES_TURN, SET_UP, { turn });
  return withTurn(noTurnSet(org), turn, at, entry);
}

export const setChangesTurn = /* @__PURE__ */ waiting<{ readonly turn: TurnNeeds }>()({
  entries: CHANGES_TURN_ENTRIES,
  reads: ({ turn }) => [settingOf(CHANGES_TURN), ADMINS_CAN_SIGN.of(turn)],
  decide: ({ setting, adminsCanSign }, { turn }, { org, at, rule, entry }) => {
    if (rule === 'off') return refuse('nobody_approves');
    const before = setting ?? noTurnSet(org);
    // Another admin may have set it at the same moment.
    if (before.revision > 0 && before.turn === turn) return nothing(before);
    if (!adminsCanSign) return refuse('not_ready');
    const item = withTurn(before, turn, at, entry('changes.turn_set', CHANGES_TURN, { turn }));
    return write('setting', { name: CHANGES_TURN, item });
  },
  seen: ({ setting }) => setting,
  // Requiring a passkey takes effect at once because it makes things safer. Ending it needs another admin.
  waits: ({ turn }) => turn === 'code',
  subject: () => CHANGES_TURN,
  attempt: CHANGES_TURN_ATTEMPT,
  title: () => 'Change how changes are approved',
  headline: ({ turn }) => (turn === 'code' ? 'Approve changes with a code alone' : 'Approve changes with passkeys'),
  lines: ({ turn }, { setting }) => [changed('a turn needs', turnText(setting?.turn ?? 'code'), turnText(turn))],
  effect: ({ turn }) => (turn === 'code' ? 'lowers' : 'raises'),
  gives: 'approver',
  after: (organization: Organization, { turn }) => ({ ...organization, changesTurn: turn }),
});
