/** Which changes of the configuration wait for a second admin, and what that admin reads (docs/decisions/four-eyes.md). */

import { type Base, type Edit, isSensitive } from '../../../src/core/administration/edits';
import { documentText, inWords, paramsOf } from '../../../src/core/administration/words';
import type { OperatorPatch } from '../../../src/core/configuration/items';
import { beginsRule, isRuleOn } from '../../../src/core/configuration/rule';
import type { Policy } from '../../../src/core/policy/policy';
import type { OperatorId } from '../../../src/protocol/identifiers';
import { textOf } from '../../../src/protocol/words';
import { anAction, anOperator } from '../../store/conformance/config-items';
import { ALPHA, aPolicy, BRAVO, ORG, REQUEST_ID } from '../../support/builders';

const NO_BASE: Base = {};
const STORED = aPolicy({ requiredParams: ['ticket'], ttlSeconds: 7200, denySelfApproval: false });
const base = (deletedAtMs: number | null = null): Base => ({
  ...NO_BASE,
  action: anAction({ revision: 3, policy: STORED, deletedAtMs }),
});
const put = (patch: Partial<Policy>): Edit => ({ kind: 'put_action', policy: { ...STORED, ...patch } });
const quorum = (patch: Partial<Policy['quorum']>) => put({ quorum: { ...STORED.quorum, ...patch } });

describe('an edit of a policy', () => {
  it.each<[string, Edit]>([
    ['a higher default', quorum({ default: 3 })],
    ['a higher minimum', quorum({ min: 2 })],
    ['self approval denied', put({ denySelfApproval: true })],
    ['one more required param', put({ requiredParams: ['reason', 'ticket'] })],
    ['a shorter TTL', put({ ttlSeconds: 3600 })],
    ['nothing', put({})],
  ])('an edit of a policy is made at once: %s', (_, edit) => {
    expect(isSensitive(edit, base())).toBe(false);
  });

  it.each<[string, Edit]>([
    ['a lower default', quorum({ default: 1 })],
    ['a higher maximum', quorum({ max: 4 })],
    ['a quorum that proposers no longer select', quorum({ selectable: false })],
    ['a lower minimum', put({ quorum: { ...STORED.quorum, min: 0 } })],
    ['another title', put({ title: 'Other' })],
    ['one required param in place of another', put({ requiredParams: ['reason'] })],
    ['a longer TTL', put({ ttlSeconds: 8000 })],
    ['a required param less', put({ requiredParams: [] })],
    ['one more operator', put({ roster: [...STORED.roster, 'op_evil' as OperatorId] })],
    ['one operator less', put({ roster: STORED.roster.slice(1) })],
    ['a rule', put({ paramRules: [{ when: [{ param: 'x', op: 'present' }], quorum: 1 }] })],
    ['another mode', put({ mode: 'coincident' })],
    ['an integration', put({ integration: 'bank' })],
    ['a limit of open requests', put({ maxOpen: 5 })],
    ['signed turns', put({ turn: 'code_and_passkey' })],
    ['the same roster in another order', put({ roster: [...STORED.roster].reverse() })],
    ['safer and weaker at once', put({ denySelfApproval: true, requiredParams: [] })],
  ])('an edit of a policy waits: %s', (_, edit) => {
    expect(isSensitive(edit, base())).toBe(true);
  });

  it('an edit of a policy waits if it allows self approval again, lets proposers select the quorum, or drops a required param', () => {
    const fixed = { ...STORED.quorum, selectable: false };
    const strict = { ...STORED, denySelfApproval: true, requiredParams: ['ticket', 'reason'], quorum: fixed };
    const from: Base = { ...NO_BASE, action: anAction({ revision: 3, policy: strict }) };
    const edit = (patch: Partial<Policy>): Edit => ({ kind: 'put_action', policy: { ...strict, ...patch } });
    expect(isSensitive(edit({ denySelfApproval: false }), from)).toBe(true);
    expect(isSensitive(edit({ quorum: { ...fixed, selectable: true } }), from)).toBe(true);
    expect(isSensitive(edit({ requiredParams: ['ticket', 'other'] }), from)).toBe(true);
    expect(isSensitive(edit({ requiredParams: ['reason', 'ticket', 'more'] }), from)).toBe(false);
  });

  it('an edit of a policy waits if the action is new or was deleted', () => {
    expect(isSensitive(put({}), NO_BASE)).toBe(true);
    expect(isSensitive(put({}), base(1))).toBe(true);
  });

  it('an edit of a policy is described by its differences, with the digest of the complete document', () => {
    const edit = put({ quorum: { ...STORED.quorum, default: 1 }, roster: [ALPHA, BRAVO], requiredParams: [] });
    const { title, lines } = inWords(edit, base());
    expect({ title, lines: lines.map((line) => [line.field, textOf(line)]) }).toEqual({
      title: 'Edit the action deploy, version 7',
      lines: [
        ['roster', 'removed: "op_charlie", "op_delta"'],
        ['quorum', '2 → 1'],
        ['required params', 'removed: "ticket"'],
      ],
    });
    expect(paramsOf(edit, base())).toMatchObject({ quorum: '2 → 1', document: expect.stringMatching(/^sha256:/) });
    expect(JSON.parse(documentText(edit, base()))).toMatchObject({
      v: 1,
      base: 3,
      edit: { policy: { roster: [ALPHA, BRAVO] } },
    });
  });
});

describe('an edit of an operator', () => {
  const bravo = anOperator(ORG, 'op_bravo', { role: 'admin' });
  const edit = (patch: OperatorPatch): Edit => ({ kind: 'update_operator', id: BRAVO, patch });
  const of = (operator = bravo): Base => ({ ...NO_BASE, operator });

  it('an edit of an operator is made at once if it only removes access', () => {
    for (const patch of [
      { enabled: false },
      { role: 'operator' },
      { enabled: false, name: bravo.name },
      { enabled: false, name: undefined },
    ] as const) {
      expect(isSensitive(edit(patch), of())).toBe(false);
    }
  });

  it('an edit of an operator waits if it gives access or changes who somebody is', () => {
    const disabled = anOperator(ORG, 'op_bravo', { enabled: false });
    for (const patch of [
      { email: 'b@example.org' },
      { name: 'B' },
      { enabled: false, email: 'b@example.org' },
      { role: 'operator', name: 'B' },
    ] as const) {
      expect(isSensitive(edit(patch), of())).toBe(true);
    }
    expect(isSensitive(edit({ enabled: true }), of(disabled))).toBe(true);
    expect(isSensitive(edit({ role: 'admin' }), of(disabled))).toBe(true);
  });
});

it.each<Edit>([
  { kind: 'create_operator', operator: { id: BRAVO, name: 'B', email: 'b@example.org', role: 'operator' } } as Edit,
  {
    kind: 'invite_operators',
    operators: [{ id: BRAVO, name: 'B', email: 'b@example.org', role: 'operator' }],
  } as Edit,
  { kind: 'send_sign_in_link', id: BRAVO },
  { kind: 'create_key', name: 'worker', scopes: ['read'] } as Edit,
  { kind: 'reissue_code', request: REQUEST_ID, seat: BRAVO },
])('an edit that gives somebody access, or another guess at a code, waits: $kind', (edit) => {
  expect(isSensitive(edit, NO_BASE)).toBe(true);
});

describe('the rule', () => {
  const admin = (id: string, patch = {}) => anOperator(ORG, id, { role: 'admin', ...patch });

  it('the rule for changes begins with the second enabled admin, and does not end when there are fewer', () => {
    const [one, two] = [admin('op_a'), admin('op_b')];
    expect(isRuleOn(false, [one])).toBe(false);
    expect(isRuleOn(false, [one, { ...two, enabled: false }])).toBe(false);
    expect(isRuleOn(false, [one, two])).toBe(true);
    expect(isRuleOn(true, [one])).toBe(true);
    expect(beginsRule([one], null, two)).toBe(true);
    expect(beginsRule([], null, one)).toBe(false);
    expect(beginsRule([one], one, { ...one, name: 'Renamed' })).toBe(false);
  });

  it('the edit that removes the second admin marks that the rule applies, if there is no mark yet', () => {
    const [one, two] = [admin('op_a'), admin('op_b')];
    expect(beginsRule([one, two], two, { ...two, enabled: false })).toBe(true);
  });
});
