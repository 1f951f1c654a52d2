/** What the second admin reads before they approve a change, and what is kept of it (docs/decisions/four-eyes.md). */

import { person } from '../../src/protocol/actor';
import type { ShownParam } from '../../src/protocol/display/display';
import { digestOf, operationHash } from '../../src/protocol/hash';
import type { ActionId, ApiKeyId, GroupId } from '../../src/protocol/identifiers';
import { approvedDocument, whyNotApplied } from '../../src/service/administration/rules/change';
import { type Base, type Edit, isSensitive, revisionOf } from '../../src/service/administration/rules/edits';
import * as words from '../../src/service/administration/rules/proposed-change';
import {
  documentText,
  editHeadline,
  editSubject,
  paramsOf,
  proposeChange,
} from '../../src/service/administration/rules/proposed-change';
import { baseCode } from '../../src/service/ceremony/rules/edits/reissue-code';
import { fitsInOneChange, type Line, lineText, packed } from '../../src/service/configuration/rules/declaration';
import { hasTwoAdmins } from '../../src/service/configuration/rules/two-admins';
import * as differences from '../../src/service/policy/rules/differences';
import { differUnseen, policyDifferences } from '../../src/service/policy/rules/differences';
import type { Group } from '../../src/service/policy/rules/groups';
import type { Policy } from '../../src/service/policy/rules/policy';
import { fromRequestItem, toRequestItem } from '../../src/service/request/store/request-conversion';
import { anAction, anApiKey, anOperator } from '../store/conformance/config-items';
import { accepted, aPolicy, aRequest, at, BRAVO, ORG, op, REQUEST_ID, refused } from '../support/builders';
import { aDisplay } from '../support/displays';

const NO_BASE: Base = {};
/** As the params of the request say it. */
const texts = (lines: readonly Line[]) => lines.map((line) => [line.field, lineText(line)] as [string, string]);
const inWords = (edit: Edit, base: Base) => {
  const { title, lines } = words.inWords(edit, base);
  return { title, lines: texts(lines) };
};
const policyLines = (...args: Parameters<typeof differences.policyLines>) => texts(differences.policyLines(...args));
const differenceLines = (...args: Parameters<typeof differences.differenceLines>) =>
  texts(differences.differenceLines(...args));

const BRAVO_NOW = anOperator(ORG, 'op_bravo', { name: 'Bravo', email: 'b@example.com', role: 'operator' });
const OPERATOR = { ...NO_BASE, operator: BRAVO_NOW };
const patchOf = (patch: object): Edit => ({ kind: 'update_operator', id: BRAVO, patch });
const linesOf = (edit: Edit, base = NO_BASE) => inWords(edit, base).lines;

it('an edit whose item is not known waits for a second admin, and shows the new values alone', () => {
  expect(isSensitive(patchOf({ enabled: false }), NO_BASE)).toBe(true);
  expect(linesOf(patchOf({ name: 'B' }))).toEqual([['name', 'none → B']]);
  expect(linesOf(patchOf({ role: undefined }), OPERATOR)).toEqual([]);
  expect(linesOf({ kind: 'send_sign_in_link', id: BRAVO })).toEqual([['sent to', 'unknown']]);
  expect(linesOf({ kind: 'reissue_code', request: REQUEST_ID, seat: BRAVO })[1]).toEqual(['action', 'unknown']);
});

describe('the other edits', () => {
  describe('people who are invited', () => {
    const invited = (count: number, role = 'operator', name = 'New "N"') =>
      Array.from({ length: count }, (_, n) => ({ id: op(`op_${role}${n}`), name, email: `n${n}@example.com`, role }));
    const editOf = (...operators: object[]) => ({ kind: 'invite_operators', operators }) as unknown as Edit;

    it('the title of an invitation names three people, and says how many more there are', () => {
      const edit = editOf(...invited(4));
      expect(editHeadline(edit, NO_BASE)).toBe('4 operators invited: New "N", New "N", New "N" and 1 more');
      expect(editSubject(edit)).toBe('op_operator0 and 3 more');
    });

    it('people can be invited at once if the params of one request can show all of them', () => {
      const fifty = editOf(...invited(50));
      const fits = (edit: Edit) => {
        const { title, lines } = words.inWords(edit, NO_BASE);
        return fitsInOneChange(title, lines);
      };
      expect(fits(fifty)).toBe(true);
      const texts = linesOf(fifty).map(([, text]) => text);
      expect(texts.every((text) => text.length <= 512)).toBe(true);
      expect(texts.join('; ').match(/<n\d+@/g)).toHaveLength(50);
      expect(fits(editOf(...invited(50, 'operator', 'N'.repeat(300))))).toBe(false);
    });
  });

  it.each([
    [512, ['texts'], [512]],
    [513, ['texts', 'texts 2'], [256, 255]],
  ])('texts that take %i characters together stand in the lines %j', (length, fields, lengths) => {
    // Two texts, with two characters between.
    const texts = [256, length - 258].map((each) => ['x'.repeat(each)]);
    const lines = packed('texts', texts);
    expect(lines.map(({ field }) => field)).toEqual(fields);
    expect(lines.map((line) => lineText(line).length)).toEqual(lengths);
    expect(packed('texts', [])).toEqual([]);
    expect(packed('texts', [['a'], ['b'], ['c']]).map(lineText)).toEqual(['a; b; c']);
  });

  it('twenty of the longest ids, instead of twenty others, can be read in one change with everything else', () => {
    const ids = (first: string) => Array.from({ length: 20 }, (_, n) => `${first}${n}`.padEnd(128, 'x') as ActionId);
    const edit = {
      ...({ kind: 'update_key', id: 'key_1' as ApiKeyId } as const),
      ...{ actions: ids('a'), maxOpen: 5, holder: BRAVO },
    };
    const key = { ...anApiKey(ORG), actions: ids('b'), maxOpen: 4 };
    const { title, lines } = words.inWords(edit, { key });
    expect(fitsInOneChange(title, lines)).toBe(true);
    const named = (what: string) =>
      lines
        .filter(({ field }) => field.startsWith(what))
        .map(lineText)
        .join('; ');
    expect(named('actions added')).toBe(
      ids('a')
        .sort()
        .map((id) => `"${id}"`)
        .join('; '),
    );
    expect(named('actions removed')).toBe(
      ids('b')
        .sort()
        .map((id) => `"${id}"`)
        .join('; '),
    );
  });

  it('a new code aborts the request if the seat has had three, and what is approved says so', () => {
    const request = aRequest();
    const seats = request.seats.map((seat) => ({ ...seat, issue: 3 }));
    const base = { code: baseCode({ ...request, seats }, BRAVO, 0) };
    const last = linesOf({ kind: 'reissue_code', request: REQUEST_ID, seat: BRAVO }, base).at(-1);
    expect(last).toEqual(['effect', 'the request is aborted, because the seat has had 3 re-issues']);
  });
});

const putOf = (policy: Omit<Policy, 'version'>): Edit => ({ kind: 'put_action', policy });
const storedAs = (policy: Policy) => ({ ...NO_BASE, action: anAction({ revision: 1, policy }) });

describe('the fields of a policy', () => {
  const text = (patch: Partial<Policy>) => Object.fromEntries(policyLines(aPolicy(patch)));

  it('the fields of a policy are shown in words', () => {
    expect(
      text({
        quorum: { default: 2, min: 1, max: 3, selectable: false },
        denySelfApproval: true,
        requiredParams: ['ticket', 'amount'],
        paramRules: [
          {
            when: [
              { param: 'amount', op: 'gt', value: '10' },
              { param: 'x', op: 'present' },
            ],
            quorum: 3,
          },
          { when: [{ param: 'env', op: 'in', value: ['a', 'b'] }], quorum: 1 },
        ] as Policy['paramRules'],
        turn: 'code_and_passkey',
        maxOpen: 5,
        integration: 'bank',
        roster: [op('op_z'), op('op_a')],
      }),
    ).toMatchObject({
      roster: '"op_a", "op_z"',
      'proposer selects the quorum': 'not allowed',
      'a turn needs': 'code and passkey',
      'self approval': 'not allowed',
      'required params': '"amount", "ticket"',
      'rule 1': 'if "amount" > "10" and "x" is present: 3 keys',
      'rule 2': 'if "env" is one of "a", "b": 1 key',
      'open requests at most': '5',
      integration: 'bank',
    });
  });

  it('a group is shown with its name and its id in every line, and its name cannot look like several', () => {
    const [finance, legal] = ['grp_finance', 'grp_legal'] as [GroupId, GroupId];
    const groups = [
      { id: finance, name: 'Finance", "op_echo' },
      { id: legal, name: 'Legal' },
    ];
    const rule = { when: [{ param: 'x', op: 'present' as const }], quorum: 2, requires: [{ group: legal, keys: 1 }] };
    const after = aPolicy({
      roster: [op('op_a'), finance, legal],
      requires: [
        { group: legal, keys: 1 },
        { group: finance, keys: 2 },
      ],
      paramRules: [rule],
    });
    const [shown, legalShown] = ['"Finance\\", \\"op_echo" (grp_finance)', '"Legal" (grp_legal)'];
    const created = { roster: `${shown}, ${legalShown}, "op_a"`, requirements: `2 of ${shown} and 1 of ${legalShown}` };
    const rules = `if "x" is present: 2 keys, with 1 of ${legalShown}`;
    const linesWith = (base: Base) =>
      Object.fromEntries(inWords(putOf(after), { ...base, groups: groups as Group[] }).lines);
    expect(linesWith(NO_BASE)).toMatchObject({ ...created, 'rule 1': rules });
    expect(linesWith(storedAs(aPolicy({ roster: [op('op_a'), op('op_b')] })))).toEqual({
      roster: `added: ${shown}, ${legalShown}; removed: "op_b"`,
      requirements: `none → ${created.requirements}`,
      'rule 1, added': rules,
    });
    expect(
      editHeadline(putOf(after), { ...storedAs(aPolicy({ roster: [op('op_a')] })), groups: groups as Group[] }),
    ).toContain(`added: ${shown}`);
    // A group that does not exist has no name.
    expect(linesOf(putOf(after))).toContainEqual(['roster', '"grp_finance", "grp_legal", "op_a"']);
    expect(revisionOf(putOf(after), { ...NO_BASE, groups: groups as Group[] })).toBe(0);
  });

  it('the order of a list makes no difference between two policies', () => {
    const before = aPolicy({ requiredParams: ['a', 'b'], roster: [op('op_a'), op('op_b')] });
    const after = aPolicy({ requiredParams: ['b', 'a'], roster: [op('op_b'), op('op_a')] });
    expect(policyDifferences(before, after)).toEqual([]);
    const rules = [{ when: [{ param: 'x', op: 'present' as const }], quorum: 1 }];
    expect(policyDifferences(before, { ...before, paramRules: rules })).toEqual(['rules']);
    const one = [{ when: [{ param: 'x', op: 'in' as const, value: 'a' }], quorum: 1 }];
    const list = [{ when: [{ param: 'x', op: 'in' as const, value: ['a'] }], quorum: 1 }];
    expect(policyDifferences({ ...before, paramRules: one }, { ...before, paramRules: list })).toEqual(['rules']);
    const same = [{ quorum: 1, when: [{ op: 'present' as const, param: 'x', value: undefined }] }];
    expect(policyDifferences({ ...before, paramRules: rules }, { ...before, paramRules: same })).toEqual([]);
  });

  it('a changed list says what is added and what is removed', () => {
    const before = aPolicy({ requiredParams: ['a', 'b'] });
    const after = aPolicy({ requiredParams: ['c', 'a', 'd'] });
    expect(differenceLines(before, after)).toEqual([['required params', 'added: "c", "d"; removed: "b"']]);
  });

  it('list entries are compared as values: a name that looks like two names differs from the two, also in words', () => {
    const before = aPolicy({ requiredParams: ['environment', 'service'] });
    const after = { ...before, requiredParams: ['environment, service'] };
    expect(policyDifferences(before, after)).toEqual(['required params']);
    expect(differenceLines(before, after)).toEqual([
      ['required params', 'added: "environment, service"; removed: "environment", "service"'],
    ]);
    expect(isSensitive(putOf(after), storedAs(before))).toBe(true);
  });

  it('each rule is named on a line of its own, so that no param can make one rule look like two', () => {
    const rule = (param: string, quorum: number) => ({ when: [{ param, op: 'gte' as const, value: '5' }], quorum });
    const forged = 'amount" ≥ "1000": 3 keys; if "currency';
    const before = aPolicy({ paramRules: [rule('amount', 2)] });
    const after = { ...before, paramRules: [rule('amount', 2), rule(forged, 1), rule('size', 3)] };
    expect(differenceLines(before, after)).toEqual([
      ['rule 2, added', `if ${JSON.stringify(forged)} ≥ "5": 1 key`],
      ['rule 3, added', 'if "size" ≥ "5": 3 keys'],
    ]);
    expect(differenceLines(after, before).map(([field]) => field)).toEqual(['rule 2, removed', 'rule 3, removed']);
    const turned = { ...after, paramRules: [...after.paramRules].reverse() };
    expect(differenceLines(after, turned)).toEqual([['rules', 'in another order or number: 3 rules → 3 rules']]);
  });

  it('each part of a display that differs is named on a line of its own, and waits for a second admin', () => {
    const before = aPolicy({ display: aDisplay() });
    const [amount, to] = aDisplay().params as [ShownParam, ShownParam];
    const after = aPolicy({
      display: aDisplay({
        title: 'Pay {amount}',
        params: [to, { ...amount, format: { type: 'money', currency: { code: 'USD' }, unit: 'major' } }],
        hosts: [{ host: 'bank.acme.dev', words: 'The bank' }],
      }),
    });
    expect(differenceLines(before, after)).toEqual([
      ['display', '"Pay {amount} to {to}" → "Pay {amount}"'],
      [
        'display of "amount"',
        '"Amount" as {"currency":{"code":"EUR"},"type":"money","unit":"minor"} → ' +
          '"Amount" as {"currency":{"code":"USD"},"type":"money","unit":"major"}',
      ],
      ['order of the display', '"amount", "to" → "to", "amount"'],
      ['hosts of the display', 'none → "The bank (bank.acme.dev)"'],
    ]);
    expect(isSensitive(putOf(after), storedAs(before))).toBe(true);
    expect(isSensitive(putOf(aPolicy()), storedAs(before))).toBe(true);
    expect(differenceLines(before, aPolicy())[0]).toEqual(['display', '"Pay {amount} to {to}" → none']);
  });

  it('an edit without a visible difference waits for a second admin if the documents differ', () => {
    const before = aPolicy({ requiredParams: ['a', 'b'] });
    const after = { ...before, requiredParams: ['b', 'a'] };
    expect([policyDifferences(before, after), differUnseen(before, after)]).toEqual([[], true]);
    expect(isSensitive(putOf(after), storedAs(before))).toBe(true);
    expect(inWords(putOf(after), storedAs(before)).lines).toEqual([
      ['fields', 'the same in words; the order of a list or a field without a name differs'],
    ]);
    const unknown = { ...before, ofALaterRelease: 1 };
    expect(isSensitive(putOf(unknown), storedAs(before))).toBe(true);
    for (const same of [{ ...before }, { ...before, turn: 'code' as const, maxOpen: null, version: 9 }])
      expect(isSensitive(putOf(same), storedAs(before))).toBe(false);
  });
});

describe('the document of a change', () => {
  const edit: Edit = { kind: 'set_changes_turn', turn: 'code' };
  const text = documentText(edit, NO_BASE);
  const request = (params: Record<string, string>, of = params) => ({
    ...aRequest({ params }),
    operationHash: operationHash('deploy', of),
  });
  const params = { ...paramsOf(edit, NO_BASE) };

  it('the document of a change is the approved one only if it and its params have the approved hash', () => {
    expect(approvedDocument(request(params), text)).toEqual({ v: 1, edit, base: 0 });
    expect(approvedDocument(request(params), null)).toBeNull();
    expect(approvedDocument(request(params), `${text} `)).toBeNull();
    expect(approvedDocument(request({ ...params, change: 'Nothing' }, params), text)).toBeNull();
    expect(digestOf(text)).toBe(params.document);
  });

  it('the document of a change names the revision of the object that it was made from', () => {
    expect(revisionOf(patchOf({}), NO_BASE)).toBe(0);
    expect(revisionOf(patchOf({}), { ...NO_BASE, operator: { ...BRAVO_NOW, revision: 4 } })).toBe(4);
    expect(revisionOf(patchOf({}), { action: null, operator: null })).toBe(0);
  });

  it('the document of a new code changes with each code of the seat and with each round', () => {
    const at = (round: number, issue: number) => {
      const open = aRequest({ round });
      return baseCode({ ...open, seats: open.seats.map((seat) => ({ ...seat, issue })) }, BRAVO, 0).revision;
    };
    expect([at(1, 0), at(1, 1), at(1, 3), at(2, 0), at(2, 1)]).toEqual([4, 5, 7, 8, 9]);
    expect(baseCode(aRequest(), op('op_zulu'), 0).revision).toBe(0);
  });
});

describe('the request of a change', () => {
  const [alpha, bravo] = ['op_alpha', 'op_bravo'].map((id) => anOperator(ORG, id, { role: 'admin' }));
  const charlie = anOperator(ORG, 'op_charlie');
  const command = {
    org: ORG,
    id: REQUEST_ID,
    requester: op('op_alpha'),
    edit: { kind: 'send_sign_in_link', id: BRAVO } as Edit,
    base: OPERATOR,
    codeKeyId: 'code_1',
    turn: 'code_and_passkey' as const,
  };

  it('the request of a change keeps the kind of the edit and what it means, where it is stored', () => {
    const { request } = accepted(proposeChange(command, [alpha!, bravo!, charlie], at('12:00')));
    const change = { kind: 'send_sign_in_link', effect: 'changes_who' };
    expect(request.change).toEqual(change);
    expect(fromRequestItem(toRequestItem(request)).change).toEqual(change);
  });

  it('the request of a change asks the other admins for one key within a day, as the policy for changes says', () => {
    const { request, entries } = accepted(proposeChange(command, [alpha!, bravo!, charlie], at('12:00')));
    expect(request).toMatchObject({
      action: 'service.admin',
      minForm: 1,
      summary: 'Send a sign-in link to the operator op_bravo',
      params: { change: 'Send a sign-in link to the operator op_bravo', 'sent to': 'b@example.com' },
      policy: {
        version: 1,
        title: 'Sign-in link for Bravo',
        mode: 'independent',
        quorum: 1,
        denySelfApproval: true,
        turn: 'code_and_passkey',
        integration: 'service.admin',
        ttlMs: 86_400_000,
      },
      callback: null,
      sent: null,
      executeWithinMs: null,
    });
    expect(request.seats.map(({ operator }) => operator)).toEqual(['op_bravo']);
    expect(entries[0]).toMatchObject({ kind: 'request.proposed', ...person('op_alpha') });
  });

  it('the request of a change is refused if no other admin is enabled', () => {
    const alone = [alpha!, { ...bravo!, enabled: false }, charlie];
    expect(hasTwoAdmins(alone)).toBe(false);
    expect(refused(proposeChange(command, alone, at('12:00')))).toEqual({
      reason: 'roster_too_short',
      seats: 0,
      quorum: 1,
    });
  });

  it.each([
    ['base_moved', /somebody else changed this .*Make the change again/],
    ['no_longer_valid', /^it is not valid any more/],
    ['last_admin', /^it would leave no enabled admin/],
    ['id_taken', /^the operator id is already used/],
    ['operator_disabled', /^the operator is disabled/],
    ['too_many_operators', /^an organization can have at most 1000 operators/],
    ['code_not_needed', /^the request was decided/],
    ['signed_changes_began', /takes a passkey since then\. Make it again/],
    ['document_changed', /not the one that was approved\. Tell all admins/],
    ['integration_window_closed', /within a day\. Make it again/],
    ['anything else', /^it could not be made\.$/],
    [null, /^it could not be made\.$/],
  ])('a change that could not be applied says why: %s', (reason, said) => {
    expect(whyNotApplied(reason)).toMatch(said);
  });
});
