/** What is needed to approve a change of the configuration (docs/decisions/signed-turns.md). */

import { SET_UP } from '../../../protocol/actor';
import type { OrgId } from '../../../protocol/identifiers';
import { said } from '../../../protocol/words';
import { type EntryWords, entryIn, type PendingEntry } from '../../audit/chain';
import { changed, nothing, refuse, waiting, write } from '../../configuration/declaration';
import { edited } from '../../configuration/items';
import { blankSetting } from '../../configuration/setting';
import type { TurnNeeds } from '../../policy/policy';
import { CHANGES_TURN, type ChangesTurn } from '../signed-changes';

declare module '../../configuration/setting' {
  interface Settings {
    readonly 'changes-turn': ChangesTurn;
  }
}
declare module '../../configuration/declaration' {
  interface Readable {
    /** Whether every enabled admin has a countersigned key. Not read, and true, for a turn that needs none. */
    readonly adminsCanSign: { readonly of: TurnNeeds; readonly item: boolean };
  }
}

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
const neverSet = (org: OrgId): ChangesTurn => blankSetting({ turn: 'code', atMs: 0 }, org);

const withTurn = (before: ChangesTurn, turn: TurnNeeds, atMs: number, entry: PendingEntry): ChangesTurn =>
  edited<ChangesTurn>(before, { turn, atMs }, [entry]);

/** The setting that the service itself makes once every admin can sign. */
export function signedFrom(org: OrgId, at: number): ChangesTurn {
  const turn = 'code_and_passkey';
  const entry = entryIn(CHANGES_TURN_ENTRIES)(at, 'changes.turn_set', CHANGES_TURN, SET_UP, { turn });
  return withTurn(neverSet(org), turn, at, entry);
}

export const setChangesTurn = /* @__PURE__ */ waiting<{ readonly turn: TurnNeeds }>()({
  entries: CHANGES_TURN_ENTRIES,
  reads: ({ turn }) => ({ setting: CHANGES_TURN, adminsCanSign: turn }),
  decide: ({ setting, adminsCanSign }, { turn }, { org, at, rule, entry }) => {
    if (rule === 'off') return refuse('nobody_approves');
    const before = (setting as ChangesTurn | null) ?? neverSet(org);
    // Another admin may have set it at the same moment.
    if (before.revision > 0 && before.turn === turn) return nothing(before);
    if (!adminsCanSign) return refuse('not_ready');
    const item = withTurn(before, turn, at, entry('changes.turn_set', CHANGES_TURN, { turn }));
    return { ok: true, value: { ...write('setting', { name: CHANGES_TURN, item }).value, item } };
  },
  seen: ({ setting }) => setting,
  // Requiring a passkey takes effect at once because it makes things safer. Ending it needs another admin.
  waits: ({ turn }) => turn === 'code',
  subject: () => CHANGES_TURN,
  attempt: CHANGES_TURN_ATTEMPT,
  title: () => 'Change how changes are approved',
  headline: ({ turn }) => (turn === 'code' ? 'Approve changes with a code alone' : 'Approve changes with passkeys'),
  lines: ({ turn }, { setting }) => [
    changed('a turn needs', turnText((setting as ChangesTurn | null)?.turn ?? 'code'), turnText(turn)),
  ],
  effect: ({ turn }) => (turn === 'code' ? 'lowers' : 'raises'),
  gives: 'approver',
  after: (organization, { turn }) => ({ ...organization, changesTurn: turn }),
});
