/** Who can make an action happen: alone, in pairs, and without whom nobody can (docs/decisions/powers.md). */

import { readFileSync } from 'node:fs';
import type { ActionId, GroupId } from '../../src/protocol/identifiers';
import type { Passkey } from '../../src/service/access/rules/passkey';
import { WAITS } from '../../src/service/administration/rules/edits';
import type { ApiKey } from '../../src/service/configuration/rules/items';
import type { Policy } from '../../src/service/policy/rules/policy';
import { afterEdit, organizationOf } from '../../src/service/powers/rules/after';
import { answersFor, type CaseAnswer } from '../../src/service/powers/rules/answer';
import { casesOf } from '../../src/service/powers/rules/cases';
import { GIVES, POWERS, wordsIn } from '../../src/service/powers/rules/powers';
import { anApiKey, anApiToken, anOperator, aPasskey } from '../store/conformance/config-items';
import { ALPHA, aPolicy, BRAVO, ORG } from '../support/builders';
import { es256Key } from '../support/cose';
import { anOrganization, type Given, idOf, TWO } from './an-organization';

const nameOf = (given: Given) => (id: string) =>
  [...given.operators, ...(given.disabled ?? [])].find((name) => idOf(name) === id)!;

/** The names of the answer, and the steps of its first one. */
function answered(given: Given, at = 0) {
  const organization = anOrganization(given);
  const found: CaseAnswer = answersFor(organization)[0]!.cases[at]!;
  const names = (people: readonly { readonly id: string }[]) => people.map(({ id }) => nameOf(given)(id)).join('+');
  const pairs = found.pairs.first(Number.POSITIVE_INFINITY);
  const [first] = [...found.alone, ...pairs];
  return {
    alone: found.alone.map(({ people }) => names(people)),
    pairs: pairs.map(({ people }) => names(people)),
    missing: found.missing.map(names),
    steps: first === undefined ? null : wordsIn(organization)(first.steps()),
  };
}

const PEOPLE = ['Alpha', 'Bravo', 'Charlie'] as const;
const ONE = { default: 1, min: 1, max: 1, selectable: false };
const guards = 'grp_guards' as GroupId;

describe('who can make an action happen', () => {
  it('with two keys needed and no admin, every pair of the roster can make an action happen and nobody alone', () => {
    expect(answered({ operators: PEOPLE })).toEqual({
      alone: [],
      pairs: ['Alpha+Bravo', 'Alpha+Charlie', 'Bravo+Charlie'],
      missing: ['Alpha+Bravo', 'Alpha+Charlie', 'Bravo+Charlie'],
      steps: 'Alpha creates a request with the API key "shared". Alpha turns a key. Bravo turns a key.',
    });
  });

  it('an operator whose key is enough makes an action happen alone with an API key of nobody', () => {
    expect(answered({ operators: PEOPLE, policy: { quorum: ONE, roster: [idOf('Bravo')] } })).toMatchObject({
      alone: ['Bravo'],
      pairs: [],
      missing: ['Bravo'],
      steps: 'Bravo creates a request with the API key "shared". Bravo turns a key.',
    });
  });

  it('an operator whose key is enough needs the holder of the API key, if one is named', () => {
    const given = { operators: PEOPLE, keys: ['Charlie'], policy: { quorum: ONE, roster: [idOf('Bravo')] } };
    expect(answered(given)).toMatchObject({
      alone: [],
      pairs: ['Bravo+Charlie'],
      steps: 'Charlie creates a request with the API key "of Charlie". Bravo turns a key.',
    });
  });

  it('an API key that is limited to other actions makes nothing happen', () => {
    const limited = (...actions: readonly string[]) =>
      answered({
        operators: PEOPLE,
        keys: [null, 'Charlie'],
        limits: [actions as readonly ActionId[]],
        policy: { quorum: ONE, roster: [idOf('Bravo')] },
      });
    expect(limited('payout')).toMatchObject({
      alone: [],
      pairs: ['Bravo+Charlie'],
      steps: 'Charlie creates a request with the API key "of Charlie". Bravo turns a key.',
    });
    expect(limited('payout', 'refund')).toMatchObject({ alone: ['Bravo'], pairs: [] });
  });

  it('a disabled operator who holds the API key still helps others to make an action happen', () => {
    const given = { operators: ['Alpha'], disabled: ['Delta'], keys: ['Delta'], policy: { quorum: ONE } };
    expect(answered(given)).toMatchObject({ alone: [], pairs: ['Alpha+Delta'] });
  });

  it('without an API key, only people who can make one make an action happen', () => {
    const given = { operators: PEOPLE, admins: ['Alpha', 'Bravo'], keys: [], policy: { quorum: ONE } };
    expect(answered(given)).toMatchObject({
      alone: [],
      pairs: ['Alpha+Bravo'],
      steps:
        'Alpha proposes to create an API key. Bravo approves. Alpha collects the token. Alpha creates a request with the new API key. Alpha turns a key.',
    });
  });

  it('where there never was a second admin, the admin alone makes every action happen', () => {
    expect(answered({ operators: PEOPLE, admins: ['Alpha'] })).toMatchObject({
      alone: ['Alpha'],
      pairs: ['Bravo+Charlie'],
      steps:
        'Alpha decides to lower the quorum to 1. Alpha creates a request with the API key "shared". Alpha turns a key.',
    });
  });

  it('where there once was a second admin, the admin who is left is not enough', () => {
    expect(
      answered({ operators: PEOPLE, admins: ['Alpha'], began: true, policy: { roster: [idOf('Bravo')] } }),
    ).toEqual({
      alone: [],
      pairs: [],
      missing: [''],
      steps: null,
    });
  });

  it('two admins make an action happen in which neither of them is asked', () => {
    const given = { operators: PEOPLE, admins: ['Alpha', 'Bravo'], policy: { roster: [idOf('Charlie')] } };
    expect(answered(given).steps).toBe(
      'Alpha proposes to lower the quorum to 1 and ask Alpha. Bravo approves. ' +
        'Alpha creates a request with the API key "shared". Alpha turns a key.',
    );
  });

  it('one person with two accounts makes alone what takes two operators', () => {
    const given = { operators: PEOPLE, same: [['Alpha', 'Charlie']] as const };
    expect(answered(given)).toMatchObject({ alone: ['Alpha'], pairs: [], missing: ['Alpha'] });
  });

  it('self approval that is denied takes a requester beside those who turn keys, and anybody can be named', () => {
    const policy = { denySelfApproval: true };
    expect(answered({ operators: PEOPLE, policy })).toMatchObject({
      pairs: ['Alpha+Bravo', 'Alpha+Charlie', 'Bravo+Charlie'],
      steps:
        'Alpha creates a request with the API key "shared", in the name of Charlie. Alpha turns a key. Bravo turns a key.',
    });
    expect(answered({ operators: ['Alpha', 'Bravo'], policy })).toMatchObject({ pairs: [] });
  });

  it('a proposer who selects the quorum selects the lowest one', () => {
    const policy = { quorum: { ...TWO, selectable: true } };
    expect(answered({ operators: PEOPLE, policy })).toMatchObject({ alone: [...PEOPLE] });
  });

  it('keys that a group must turn keep out the pairs without its members', () => {
    const policy = { requires: [{ group: guards, keys: 1 }] };
    expect(answered({ operators: PEOPLE, groups: { [guards]: ['Charlie'] }, policy })).toMatchObject({
      alone: [],
      pairs: ['Alpha+Charlie', 'Bravo+Charlie'],
      missing: ['Charlie', 'Alpha+Bravo'],
    });
  });

  it('each rule has its own answer, and a rule that always matches leaves no case without it', () => {
    const policy = {
      requiredParams: ['amount'],
      paramRules: [
        { when: [{ param: 'amount', op: 'lt' as const, value: '100' }], quorum: 1 },
        { when: [{ param: 'amount', op: 'gte' as const, value: '100' }], quorum: 2 },
      ],
    };
    const cases = answersFor(anOrganization({ operators: PEOPLE, policy }))[0]!.cases;
    expect(cases.map(({ rule, alone, pairs }) => [rule, alone.length, pairs.count])).toEqual([
      [0, 3, 0],
      [1, 0, 3],
    ]);
  });

  it('a case that needs another rule too is answered with the keys of both', () => {
    const policy = {
      paramRules: [
        { when: [{ param: 'amount', op: 'gt' as const, value: '10' }], quorum: 1 },
        { when: [{ param: 'amount', op: 'gt' as const, value: '5' }], quorum: 2 },
      ],
    };
    const cases = answersFor(anOrganization({ operators: PEOPLE, policy }))[0]!.cases;
    expect(cases.map(({ rule, alone }) => [rule, alone.length])).toEqual([
      [null, 0],
      [0, 0],
      [1, 0],
    ]);
  });

  it('signed turns count the operators with a trusted key after the bootstrap, and admins who countersign one', () => {
    const policy = { turn: 'code_and_passkey' as const, roster: [idOf('Bravo'), idOf('Charlie')], quorum: ONE };
    const given = { operators: PEOPLE, admins: ['Alpha', 'Charlie'], began: true, policy };
    expect(answered(given).alone).toEqual(['Bravo', 'Charlie']);
    expect(answered({ ...given, signers: [] })).toMatchObject({ alone: [], missing: [''] });
    expect(answered({ ...given, signers: ['Alpha'], admins: ['Alpha'] })).toMatchObject({
      alone: [],
      pairs: ['Alpha+Bravo', 'Alpha+Charlie'],
      steps:
        'Bravo adds a signing key. Alpha countersigns the key of Bravo. ' +
        'Alpha creates a request with the API key "shared". Bravo turns a key.',
    });
  });

  it('in the bootstrap, signed turns can be approved by everybody with a seat, and without those seats by nobody', () => {
    const policy = { turn: 'code_and_passkey' as const, roster: [idOf('Bravo'), idOf('Charlie')], quorum: ONE };
    expect(answered({ operators: PEOPLE, policy })).toMatchObject({
      alone: ['Bravo', 'Charlie'],
      missing: ['Bravo+Charlie'],
    });
  });

  it('changes that need passkeys need an admin with a trusted key who approves them', () => {
    const given = { operators: PEOPLE, admins: ['Alpha', 'Bravo'], changesTurn: 'code_and_passkey' as const };
    const policy = { roster: [idOf('Charlie')], quorum: ONE };
    expect(answered({ ...given, policy, signers: [], keys: [] })).toMatchObject({ pairs: [] });
    expect(answered({ ...given, policy, signers: ['Alpha'], keys: [] }).steps).toMatch(
      /^Bravo proposes to ask Alpha\. Alpha approves\. Bravo proposes to create an API key\. Alpha approves\./,
    );
  });

  it('an answer has as many actions as there are policies, each under its own id', () => {
    expect(answersFor(anOrganization({ operators: PEOPLE })).map(({ action }) => action)).toEqual([
      'refund' as ActionId,
    ]);
  });

  it('an edit that adds an admin is judged with the rule of the second admin', () => {
    const organization = anOrganization({ operators: PEOPLE, admins: ['Alpha'] });
    const operator = { id: idOf('Delta'), name: 'Delta', email: 'd@acme.dev', role: 'admin' as const };
    const after = afterEdit(organization, { kind: 'create_operator', operator }, 0);
    expect(answersFor(organization)[0]!.cases[0]!.alone).toHaveLength(1);
    expect(answersFor(after)[0]!.cases[0]!.alone).toHaveLength(0);
  });

  it('a holder who is no operator hides nothing: the API key counts as anybody’s', () => {
    const { groups, policies, operators } = anOrganization({ operators: PEOPLE });
    const key = anApiKey(ORG, { scopes: ['propose'], holder: idOf('Nobody') });
    const stored = { ruleBegan: false, changesTurn: 'code' as const, bootstrap: { endedAtMs: null }, passkeys: [] };
    const given = { ...stored, policies, groups: [], operators: operators as never, keys: [key] };
    expect([groups, organizationOf(given, 0).keys]).toMatchObject([[], [{ holder: null }]]);
  });
});

/** What each case of a policy needs: its own keys and requirements, and those of every rule that matches (docs/decisions/powers.md). */
type Rule = Policy['paramRules'][number];
const of = (group: string, keys: number) => [{ group: `grp_${group}` as GroupId, keys }];
const rule = (patch: Partial<Rule> = {}): Rule => ({
  when: [{ param: 'kind', op: 'eq', value: 'x' }],
  quorum: 1,
  ...patch,
});
const quorum = { ...TWO, default: 1 };

const ROWS: readonly [title: string, policy: Partial<Policy>, expected: readonly string[]][] = [
  ['no rule', {}, ['none: 1']],
  ['the requirements of the policy', { requires: of('a', 1) }, ['none: 1 grp_a 1']],
  ['more keys required than the quorum', { requires: of('a', 3) }, ['none: 3 grp_a 3']],
  ['the quorum of a rule', { paramRules: [rule({ quorum: 2 })] }, ['none: 1', '0: 2']],
  ['the requirements of a rule', { paramRules: [rule({ requires: of('a', 1) })] }, ['none: 1', '0: 1 grp_a 1']],
  [
    'those of the policy and of a rule',
    { requires: of('a', 1), paramRules: [rule({ requires: of('b', 1) })] },
    ['none: 1 grp_a 1', '0: 2 grp_a 1 grp_b 1'],
  ],
  [
    'a rule that several kinds of request match needs one thing',
    { paramRules: [rule(), rule({ when: [{ param: 'place', op: 'eq', value: 'y' }] })] },
    ['none: 1', '0: 1', '1: 1'],
  ],
];

it.each(ROWS)('a case needs: %s', (_, patch, expected) => {
  const found = casesOf(aPolicy({ quorum, requiredParams: [], paramRules: [], ...patch })).map(
    (each) =>
      `${each.rule ?? 'none'}: ${each.needs
        .map((need) => [need.quorum, ...need.requires.flatMap(({ group, keys }) => [group, keys])].join(' '))
        .join(' or ')}`,
  );
  expect(found).toEqual(expected);
});

/** The powers name the code that enforces them, and agree with the rule of the second admin. */
describe('the powers of the model', () => {
  it.each(Object.entries(POWERS))('the power "%s" names code that exists', (_, { enforcedBy }) => {
    for (const [file, name] of enforcedBy) {
      expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`(function|const) ${name}\\b`));
    }
  });

  it('every edit that gives a power waits for a second admin, unless it only makes things safer', () => {
    const kinds = Object.keys(GIVES) as (keyof typeof GIVES)[];
    expect(kinds.filter((kind) => GIVES[kind] !== 'nothing' && WAITS[kind] === 'never')).toEqual([]);
  });
});

/** What of the stored configuration counts now: one row for each field and both sides of each boundary (docs/decisions/powers.md). */
const NOW = 1_000;
const COUNTERSIGNED = { atMs: 1, by: BRAVO, passkey: 'psk_2', statement: 'sha256:y' };

const stored = {
  operators: [anOperator(ORG, ALPHA, { role: 'admin', accessEpoch: 1 })],
  ruleBegan: false,
  changesTurn: 'code' as const,
  bootstrap: { endedAtMs: null as number | null },
  passkeys: [] as readonly Passkey[],
  policies: [],
  groups: [],
  keys: [] as readonly ApiKey[],
};

describe('what is stored counts only while it works', () => {
  it.each<[string, Partial<ApiKey>, boolean]>([
    ['with the scope', {}, true],
    ['without the scope', { scopes: ['read', 'execute'] }, false],
    ['revoked', { revokedAtMs: 1 }, false],
    ['without a token', { tokens: [] }, false],
    ['with a token that ends next', { tokens: [anApiToken('h', { endsAtMs: NOW + 1 })] }, true],
    ['with a token that ends now', { tokens: [anApiToken('h', { endsAtMs: NOW })] }, false],
  ])('an API key %s', (_, patch, counts) => {
    const key = anApiKey(ORG, { scopes: ['propose'], ...patch });
    expect(organizationOf({ ...stored, keys: [key] }, NOW).keys).toHaveLength(counts ? 1 : 0);
  });

  it.each([[undefined], [['refund' as ActionId]]])('an API key is as limited as it is stored: %s', (actions) => {
    const key = anApiKey(ORG, { scopes: ['propose'], ...(actions === undefined ? {} : { actions }) });
    expect(organizationOf({ ...stored, keys: [key] }, NOW).keys).toMatchObject([{ actions: actions ?? null }]);
  });

  it.each<[string, Partial<Passkey>, endedAtMs: number | null, boolean]>([
    ['in the bootstrap', {}, null, true],
    ['after the bootstrap', {}, 1, false],
    ['countersigned, after the bootstrap', { countersigned: COUNTERSIGNED }, 1, true],
    ['deleted', { countersigned: COUNTERSIGNED, deletedAtMs: 1 }, 1, false],
    ['of an access that ended', { countersigned: COUNTERSIGNED, accessEpoch: 0 }, 1, false],
    ['of nobody here', { countersigned: COUNTERSIGNED, operator: BRAVO }, 1, false],
    ['with another algorithm', { countersigned: COUNTERSIGNED, publicKey: 'cose' }, 1, false],
  ])('a signing key %s', (_, patch, endedAtMs, counts) => {
    const passkeys = [aPasskey(ORG, 'psk_1', { publicKey: es256Key(), accessEpoch: 1, ...patch })];
    const found = organizationOf({ ...stored, passkeys, bootstrap: { endedAtMs } }, NOW);
    expect([...found.signers]).toEqual(counts ? [ALPHA] : []);
    expect(found.inBootstrap).toBe(endedAtMs === null);
  });

  it.each<[string, startsAtMs: number | null, endsAtMs: number | null, boolean]>([
    ['starts now', NOW, null, true],
    ['starts next', NOW + 1, null, false],
    ['ends next', null, NOW + 1, true],
    ['ends now', null, NOW, false],
  ])('a membership that %s', (_, startsAtMs, endsAtMs, counts) => {
    const group = { id: 'grp_a' as GroupId, name: 'a', members: [{ operator: ALPHA, startsAtMs, endsAtMs }] };
    expect(organizationOf({ ...stored, groups: [group] }, NOW).groups[0]!.members).toEqual(counts ? [ALPHA] : []);
  });
});
