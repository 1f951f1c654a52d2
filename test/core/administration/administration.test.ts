/** When changes of the configuration wait for a second admin (docs/decisions/four-eyes.md). */

import { isSensitive } from '../../../src/core/administration/edits';
import type { OperatorPatch } from '../../../src/core/configuration/items';
import { beginsRule, isRuleOn } from '../../../src/core/configuration/rule';
import { anOperator } from '../../store/conformance/config-items';
import { BRAVO, ORG } from '../../support/builders';

it('an edit of an operator waits if it does more than to remove access', () => {
  const bravo = anOperator(ORG, 'op_bravo', { role: 'admin' });
  const of = (patch: OperatorPatch) => isSensitive({ kind: 'update_operator', id: BRAVO, patch }, { operator: bravo });
  expect(of({ enabled: false, name: undefined })).toBe(false);
  expect(of({ enabled: false, email: 'b@example.org' })).toBe(true);
  expect(of({ role: 'operator', name: 'B' })).toBe(true);
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
