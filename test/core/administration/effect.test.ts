import { type Base, type Edit, effectOf } from '../../../src/core/administration/edits';
import { headlineOf } from '../../../src/core/administration/words';
import type { Policy } from '../../../src/core/policy/policy';
import type { ActionId } from '../../../src/protocol/identifiers';
import { anAction, anOperator } from '../../store/conformance/config-items';
import { ALPHA, aPolicy, BRAVO, ORG } from '../../support/builders';
import { aDisplay } from '../../support/displays';

const NO_BASE: Base = {};
const BEFORE = aPolicy({
  ...{ id: 'release' as ActionId, version: 3, title: 'Release to customers', roster: [ALPHA, BRAVO] },
  ...{ quorum: { default: 2, min: 1, max: 3, selectable: false }, denySelfApproval: true, requiredParams: ['version'] },
  paramRules: [{ when: [{ param: 'to', op: 'eq', value: 'all' }], quorum: 3 }],
  ...{ ttlSeconds: 7200, maxOpen: 10 },
});
const base = (policy: Policy = BEFORE, deletedAtMs: number | null = null): Base => ({
  ...NO_BASE,
  action: anAction({ revision: 3, policy, deletedAtMs }),
});
const put = (fields: Partial<Policy>): Edit => ({ kind: 'put_action', policy: { ...BEFORE, ...fields } });
const stricter = { when: [{ param: 'day', op: 'eq', value: 'Sunday' }], quorum: 2 } as const;

describe('what a change means for approvals', () => {
  it.each<[string, Partial<Policy>, string | null]>([
    ['fewer keys lower protection', { quorum: { ...BEFORE.quorum, default: 1 } }, 'lowers'],
    ['more keys raise it', { quorum: { ...BEFORE.quorum, default: 3 } }, 'raises'],
    ['a lower minimum lowers it', { quorum: { ...BEFORE.quorum, min: 0 } }, 'lowers'],
    ['a lower maximum lowers it, because nobody can ask for more', { quorum: { ...BEFORE.quorum, max: 2 } }, 'lowers'],
    ['a choice of the proposer lowers it', { quorum: { ...BEFORE.quorum, selectable: true } }, 'lowers'],
    ['self approval lowers it', { denySelfApproval: false }, 'lowers'],
    ['a signature for each turn raises it', { turn: 'code_and_passkey' }, 'raises'],
    ['keys within a minute raise it', { mode: 'coincident' }, 'raises'],
    ['one required param less lowers it', { requiredParams: [] }, 'lowers'],
    ['one required param more raises it', { requiredParams: ['version', 'to'] }, 'raises'],
    ['a removed rule lowers it', { paramRules: [] }, 'lowers'],
    ['one more strict rule raises it', { paramRules: [...BEFORE.paramRules, stricter] }, 'raises'],
    ['a rule for fewer keys lowers it', { paramRules: [...BEFORE.paramRules, { ...stricter, quorum: 1 }] }, 'lowers'],
    ['more time lowers it', { ttlSeconds: 9000 }, 'lowers'],
    ['less time raises it', { ttlSeconds: 3600 }, 'raises'],
    ['a higher limit of open requests lowers it', { maxOpen: null }, 'lowers'],
    ['a lower limit of open requests raises it', { maxOpen: 1 }, 'raises'],
    ['a call at the last key lowers it', { integration: 'pay' }, 'lowers'],
    ['a display may lower it, because people approve what they read', { display: aDisplay() }, 'lowers'],
    ['other operators change who decides', { roster: [ALPHA] }, 'changes_who'],
    ['what shows no difference, as another order of operators, may lower it', { roster: [BRAVO, ALPHA] }, 'lowers'],
    ['a title concerns no approval', { title: 'Ship' }, null],
  ])('the effect of a change on approvals: %s', (_, fields, effect) => {
    expect(effectOf(put(fields), base())).toBe(effect);
  });

  it('the effect of several differences is the most serious of them', () => {
    const raised = { ttlSeconds: 3600 };
    expect(effectOf(put({ ...raised, roster: [ALPHA] }), base())).toBe('changes_who');
    expect(effectOf(put({ ...raised, roster: [ALPHA], denySelfApproval: false }), base())).toBe('lowers');
  });

  it('a new action, a deleted action that is created again, and an API key have no effect on approvals', () => {
    const key: Edit = { kind: 'create_key', name: 'ci', scopes: ['read'] };
    expect([effectOf(put({}), NO_BASE), effectOf(put({}), base(BEFORE, 1)), effectOf(key, NO_BASE)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('every edit of an operator except of the name counts as another person', () => {
    const edit = (patch: object): Edit => ({ kind: 'update_operator', id: BRAVO, patch });
    const operator = {
      ...NO_BASE,
      operator: anOperator(ORG, 'bravo', { name: 'Bravo', email: 'b@x.dev', role: 'operator' }),
    };
    expect(effectOf(edit({ email: 'c@x.dev' }), operator)).toBe('changes_who');
    expect(effectOf(edit({ role: 'admin' }), operator)).toBe('changes_who');
    expect(effectOf(edit({ name: 'Robert' }), operator)).toBeNull();
  });
});

describe('the headline of a change', () => {
  it('the headline of a change names the policy and its difference, and says how many more there are', () => {
    expect(headlineOf(put({ quorum: { ...BEFORE.quorum, default: 1 } }), base())).toBe(
      'Release to customers: keys needed 2 → 1',
    );
    expect(headlineOf(put({ roster: [ALPHA], ttlSeconds: 3600 }), base())).toBe(
      'Release to customers: operators asked removed: "op_bravo", and 1 more',
    );
    expect(headlineOf(put({}), NO_BASE)).toBe('New action: Release to customers');
  });
});
