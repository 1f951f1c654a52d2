/** When changes of the configuration wait for a second admin (docs/decisions/four-eyes.md). */

import { rendered } from '../../src/adapters/mail/rendered';
import { DELIVERIES, HEADS, person } from '../../src/protocol/actor';
import { EVENT_TYPES } from '../../src/protocol/event-types';
import type { ActionId } from '../../src/protocol/identifiers';
import { announcementMail, receiversOf } from '../../src/service/administration/rules/announcements';
import { type Base, type Edit, effectOf, isSensitive } from '../../src/service/administration/rules/edits';
import { editHeadline } from '../../src/service/administration/rules/proposed-change';
import { type PendingEntry, pendingEntry } from '../../src/service/audit/rules/chain';
import {
  type Endpoint,
  edited,
  incident,
  type OperatorPatch,
  takesEvent,
} from '../../src/service/configuration/rules/items';
import { beginsRule, isRuleOn } from '../../src/service/configuration/rules/two-admins';
import type { Policy } from '../../src/service/policy/rules/policy';
import { anAction, anOperator, created } from '../store/conformance/config-items';
import { ALPHA, aPolicy, at, BRAVO, CHARLIE, ORG } from '../support/builders';
import { aDisplay } from '../support/displays';

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

const endpoint: Endpoint = {
  org: ORG,
  id: 'whe_000000000000000000000001' as Endpoint['id'],
  url: 'https://receiver.test/hook',
  types: null,
  description: '',
  enabled: true,
  enabledSinceMs: at('12:00'),
  sealedSecret: 'sealed',
  previous: null,
  createdAtMs: at('11:00'),
  deletedAtMs: null,
  revision: 3,
  journal: [],
};

describe('an endpoint takes an event', () => {
  const takes = (change: Partial<Endpoint>, time = '12:30') =>
    takesEvent({ ...endpoint, ...change }, 'request.denied', at(time));

  it('an endpoint takes events of every type, or of the types it names', () => {
    for (const type of EVENT_TYPES) expect(takesEvent(endpoint, type, at('12:30'))).toBe(true);
    expect(takes({ types: ['request.denied'] })).toBe(true);
    expect(takes({ types: ['request.authorized'] })).toBe(false);
    expect(takes({ types: [] })).toBe(false);
  });

  it('an endpoint takes events only while it is enabled, and no events from before', () => {
    expect(takes({ enabled: false })).toBe(false);
    expect(takes({ deletedAtMs: at('12:10') })).toBe(false);
    expect(takes({}, '11:59:59.999')).toBe(false);
    expect(takes({}, '12:00')).toBe(true);
  });
});

it('an edit is recorded as one revision with its entries', () => {
  const entry = pendingEntry(1, 'endpoint.updated', endpoint.id, person('op_alpha'));
  const after = edited(endpoint, { enabled: false }, [entry]);
  expect(after).toMatchObject({ enabled: false, revision: 4, journal: [{ revision: 4, entries: [entry] }] });
  expect(endpoint.revision).toBe(3);
});

it('an incident is recorded as one audit entry', () => {
  const entry = created('inc_1', at('12:00'));
  expect(incident(ORG, 'inc_1', entry).journal.flatMap(({ entries }) => entries)).toEqual([entry]);
});

/** What people are told about the configuration, and what of it a mail says (docs/decisions/four-eyes.md). */

const TO = { organization: 'Acme', consoleUrl: 'https://console.example.org', names: new Map() };
const announcementText = (entry: Parameters<typeof announcementMail>[0], head: typeof TO) =>
  rendered(announcementMail(entry, head, null));
const head = pendingEntry(at('12:00'), 'audit.head_refused', 'head_1', HEADS, {
  entry: 7,
  fault: 'edited',
  published: 6,
});
const everybody = [
  anOperator(ORG, 'op_a', { role: 'admin' }),
  anOperator(ORG, 'op_b', { role: 'admin' }),
  anOperator(ORG, 'op_c'),
];
const told = (entry: PendingEntry, operators = everybody) =>
  receiversOf(entry, operators, true).map(({ id }) => id as string);

describe('a chain that got no head', () => {
  it('all admins are told of an audit chain without a head, with the first entry that does not fit', () => {
    expect(told(head)).toEqual(['op_a', 'op_b']);
    const { subject, text } = announcementText(head, TO);
    expect(subject).toBe('The audit log does not match what was published of it');
    expect(text).toContain('from entry 7 on (edited)');
    expect(text).toMatch(/Found at \d{4}-/);
    expect(text).not.toContain('Changed by');
  });
});

describe('a request in the name of an operator who did not make it', () => {
  it('all admins are told of a request in the name of an operator who did not make it, with the API key that was used', () => {
    const data = { request: 'req_1', key: 'key_1', key_name: 'billing \u202e prod' };
    const entry = pendingEntry(at('12:00'), 'request.misused', 'key_1', person('op_c'), data);
    expect(told(entry)).toEqual(['op_a', 'op_b']);
    const { subject, text } = announcementText(entry, TO);
    expect(subject).toBe('An operator did not make a request in their name');
    expect(text).toContain('The operator op_c did not make the request req_1, which was made in their name.');
    expect(text).toContain('The API key “billing [U+202E] prod” (key_1) was used');
    expect(text).toContain('Reported by op_c at 2026-11-20T12:00:00.000Z.');
  });

  it('all admins are told of a stolen session if a request in another operator’s name used no API key', () => {
    const data = { request: 'req_1', key: null, key_name: null };
    const { text } = announcementText(pendingEntry(at('12:00'), 'request.misused', 'op_c', person('op_c'), data), TO);
    expect(text).toContain('which was made in their session');
  });
});

describe('a failing endpoint', () => {
  it('all admins are told of a failing endpoint, with the time since which it accepts nothing', () => {
    const data = { since: at('11:30'), attempts: 9 };
    const entry = pendingEntry(at('12:00'), 'endpoint.failing', 'whe_1', DELIVERIES, data);
    expect(told(entry)).toEqual(['op_a', 'op_b']);
    const { subject, text } = announcementText(entry, TO);
    expect(subject).toBe('A webhook endpoint is failing');
    expect(text).toContain('The webhook endpoint whe_1 has accepted no event since 2026-11-20T11:30:00.000Z.');
    expect(text).not.toContain('Changed by');
  });

  it('that a failing endpoint works again is announced to nobody', () => {
    expect(told(pendingEntry(at('12:00'), 'endpoint.working', 'whe_1', DELIVERIES))).toEqual([]);
  });
});

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
    expect(editHeadline(put({ roster: [ALPHA], ttlSeconds: 3600 }), base())).toBe(
      'Release to customers: operators asked removed: "op_bravo", and 1 more',
    );
  });
});
