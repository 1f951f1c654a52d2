import { type Base, type Edit, effectOf, isSensitive } from '../../../src/core/administration/edits';
import { headlineOf } from '../../../src/core/administration/words';
import type { Policy } from '../../../src/core/policy/policy';
import type { ActionId } from '../../../src/protocol/identifiers';
import { anAction } from '../../store/conformance/config-items';
import { ALPHA, aPolicy, BRAVO, CHARLIE } from '../../support/builders';
import { aDisplay } from '../../support/displays';

const NO_BASE: Base = {};
const BEFORE = aPolicy({
  ...{ id: 'release' as ActionId, version: 3, title: 'Release to customers', roster: [ALPHA, BRAVO] },
  ...{
    quorum: { default: 2, min: 1, max: 3, selectable: false },
    denySelfApproval: true,
    requiredParams: ['version', 'to'],
  },
  paramRules: [{ when: [{ param: 'to', op: 'eq', value: 'all' }], quorum: 3 }],
  ...{ ttlSeconds: 7200, maxOpen: 10 },
});
const base = (policy: Policy = BEFORE, deletedAtMs: number | null = null): Base => ({
  ...NO_BASE,
  action: anAction({ revision: 3, policy, deletedAtMs }),
});
const put = (fields: Partial<Policy>): Edit => ({ kind: 'put_action', policy: { ...BEFORE, ...fields } });
const stricter = { when: [{ param: 'day', op: 'eq', value: 'Sunday' }], quorum: 2 } as const;
const weaker = { ...stricter, quorum: 1 };

describe('what an edit of a policy means for approvals, and whether another admin must approve it', () => {
  it.each<[string, Partial<Policy>, string | null, 'waits' | 'at once']>([
    ['fewer keys lower protection', { quorum: { ...BEFORE.quorum, default: 1 } }, 'lowers', 'waits'],
    ['more keys raise it', { quorum: { ...BEFORE.quorum, default: 3 } }, 'raises', 'at once'],
    ['a lower minimum lowers it', { quorum: { ...BEFORE.quorum, min: 0 } }, 'lowers', 'waits'],
    ['a higher minimum raises it', { quorum: { ...BEFORE.quorum, min: 2 } }, 'raises', 'at once'],
    ['a lower maximum lowers it: nobody can ask for more', { quorum: { ...BEFORE.quorum, max: 2 } }, 'lowers', 'waits'],
    ['a higher maximum raises it', { quorum: { ...BEFORE.quorum, max: 4 } }, 'raises', 'waits'],
    ['a choice of the proposer lowers it', { quorum: { ...BEFORE.quorum, selectable: true } }, 'lowers', 'waits'],
    ['self approval lowers it', { denySelfApproval: false }, 'lowers', 'waits'],
    ['a signature for each turn raises it', { turn: 'code_and_passkey' }, 'raises', 'waits'],
    ['keys within a minute raise it', { mode: 'coincident' }, 'raises', 'waits'],
    ['one required param less lowers it', { requiredParams: [] }, 'lowers', 'waits'],
    ['one required param in place of another lowers it', { requiredParams: ['to', 'day'] }, 'lowers', 'waits'],
    ['one required param more raises it', { requiredParams: ['day', 'to', 'version'] }, 'raises', 'at once'],
    ['a removed rule lowers it', { paramRules: [] }, 'lowers', 'waits'],
    ['one more strict rule raises it', { paramRules: [...BEFORE.paramRules, stricter] }, 'raises', 'waits'],
    ['a rule for fewer keys lowers it', { paramRules: [...BEFORE.paramRules, weaker] }, 'lowers', 'waits'],
    ['more time lowers it', { ttlSeconds: 9000 }, 'lowers', 'waits'],
    ['less time raises it', { ttlSeconds: 3600 }, 'raises', 'at once'],
    ['a higher limit of open requests lowers it', { maxOpen: null }, 'lowers', 'waits'],
    ['a lower limit of open requests raises it', { maxOpen: 1 }, 'raises', 'waits'],
    ['a call at the last key lowers it', { integration: 'pay' }, 'lowers', 'waits'],
    ['a display may lower it, because people approve what they read', { display: aDisplay() }, 'lowers', 'waits'],
    ['one operator less changes who decides', { roster: [ALPHA] }, 'changes_who', 'waits'],
    ['one more operator changes who decides', { roster: [...BEFORE.roster, CHARLIE] }, 'changes_who', 'waits'],
    [
      'what shows no difference, as another order of operators, may lower it',
      { roster: [BRAVO, ALPHA] },
      'lowers',
      'waits',
    ],
    ['a title concerns no approval', { title: 'Ship' }, null, 'waits'],
    ['nothing changes nothing', {}, null, 'at once'],
  ])('the effect of a change on approvals: %s', (_, fields, effect, waits) => {
    expect(effectOf(put(fields), base())).toBe(effect);
    expect(isSensitive(put(fields), base())).toBe(waits === 'waits');
  });

  it('to end what the proposer or the requester could do raises protection, and only self approval ends at once', () => {
    const open = { ...BEFORE, denySelfApproval: false, quorum: { ...BEFORE.quorum, selectable: true } };
    const judged = (fields: Partial<Policy>) => {
      const edit: Edit = { kind: 'put_action', policy: { ...open, ...fields } };
      return [effectOf(edit, base(open)), isSensitive(edit, base(open))];
    };
    expect(judged({ denySelfApproval: true })).toEqual(['raises', false]);
    expect(judged({ quorum: BEFORE.quorum })).toEqual(['raises', true]);
    expect(judged({ denySelfApproval: true, requiredParams: [] })).toEqual(['lowers', true]);
  });

  it('the effect of several differences is the most serious of them', () => {
    const raised = { ttlSeconds: 3600 };
    expect(effectOf(put({ ...raised, roster: [ALPHA] }), base())).toBe('changes_who');
    expect(effectOf(put({ ...raised, roster: [ALPHA], denySelfApproval: false }), base())).toBe('lowers');
  });
});

describe('the headline of a change', () => {
  it('the headline of a change names the policy and its difference, and says how many more there are', () => {
    expect(headlineOf(put({ roster: [ALPHA], ttlSeconds: 3600 }), base())).toBe(
      'Release to customers: operators asked removed: "op_bravo", and 1 more',
    );
  });
});
