/** Every kind of edit that people are told about: whom, and in which words (docs/decisions/four-eyes.md). */

import { rendered } from '../../src/adapters/mail/rendered';
import { ACTOR_IDS, ACTOR_KINDS, type Actor, isBy, person, SERVICE, SET_UP } from '../../src/protocol/actor';
import {
  announcementMail,
  announcementText,
  carriesLink,
  formerEmailOf,
  isAnnounced,
  receiversOf,
} from '../../src/service/administration/rules/announcements';
import {
  type AttemptRefusal,
  isNotedRefusal,
  refusedEntry,
} from '../../src/service/administration/rules/refused-attempt';
import { pendingEntry } from '../../src/service/audit/rules/chain';
import { anOperator } from '../store/conformance/config-items';
import { at, ORG } from '../support/builders';

const ADMIN_A = anOperator(ORG, 'op_a', { role: 'admin' });
const ADMIN_B = anOperator(ORG, 'op_b', { role: 'admin' });
const CONCERNED = anOperator(ORG, 'op_c');
const OTHER = anOperator(ORG, 'op_d');
const EVERYBODY = [ADMIN_A, ADMIN_B, CONCERNED, OTHER];

/** Nobody has a name here, so people are called by their ids. */
const NOBODY = new Map();

type Data = Parameters<typeof pendingEntry>[4];
const entryOf = (kind: string, data: Data = {}, actor: string | Actor = 'op_a', subject = 'op_c') =>
  pendingEntry(at('12:00'), kind, subject, typeof actor === 'string' ? person(actor) : actor, data);
const receivers = (entry: ReturnType<typeof entryOf>, operators = EVERYBODY, ruleIsOn = true) =>
  receiversOf(entry, operators, ruleIsOn).map(({ id }) => id as string);

const OF_C = { operator: 'op_c', fingerprint: 'SHA256:abc' };
const ADMINS = ['op_b'];
const ADMINS_AND_C = ['op_b', 'op_c'];
const ALL = ['op_b', 'op_c', 'op_d'];

it.each<[string, Data, readonly string[], string]>([
  ['operator.session_revoked', {}, ADMINS_AND_C, 'A session of the operator op_c was ended.'],
  [
    'signing_key.countersigned',
    OF_C,
    ADMINS_AND_C,
    'A passkey of the operator op_c was countersigned, so it can sign decisions: SHA256:abc.',
  ],
  [
    'signing_key.rescued',
    OF_C,
    ALL,
    'Somebody with access to the deployment trusted a passkey of the operator op_c without an admin: SHA256:abc.',
  ],
  [
    'rescue.used',
    { command: 'enable op_a', reason: 'nobody was left' },
    ALL,
    'Somebody with access to the deployment changed the configuration without a second admin (enable op_a). ' +
      'The reason that they gave: nobody was left',
  ],
])('an announcement says to whom it concerns what happened, who did it and when: %s %j', (kind, data, told, what) => {
  expect(receivers(entryOf(kind, data))).toEqual(told);
  expect(announcementText(entryOf(kind, data), NOBODY)).toEqual({
    subject: 'The configuration was changed',
    lines: [what, 'Changed by op_a at 2026-11-20T12:00:00.000Z.'],
  });
});

describe('the people who are told', () => {
  it.each<[string, Data, string, string]>([
    ['operator.access_revoked', {}, 'op_c', 'All access of the operator op_c was revoked.'],
    ['operator.session_revoked', {}, 'op_c', 'A session of the operator op_c was ended.'],
    [
      'device.added',
      { operator: 'op_c', device: 'iphone' },
      'dev_1',
      'Notifications of the operator op_c also go to a new device (iPhone).',
    ],
    [
      'device.removed',
      { operator: 'op_c', device: 'mac', because: 'removed' },
      'dev_1',
      'Notifications of the operator op_c no longer go to a device (Mac): it was removed.',
    ],
    ['passkey.deleted', OF_C, 'psk_1', 'A passkey of the operator op_c was deleted.'],
    ['passkey.enrolled', { ...OF_C, name: 'phone' }, 'psk_1', 'A passkey of the operator op_c was added: “phone”.'],
    [
      'signing_key.enrolled',
      OF_C,
      'psk_1',
      'A passkey of the operator op_c signed its enrolment, so an admin can countersign it: SHA256:abc.',
    ],
  ])(
    'the owner, the person who acted or whose session was stolen, and all admins if the owner is one, are told: %s',
    (kind, data, subject, what) => {
      const own = entryOf(kind, data, 'op_c', subject);
      expect(announcementText(own, NOBODY).lines[0]).toBe(what);
      for (const ruleIsOn of [true, false]) {
        expect(receivers(own, EVERYBODY, ruleIsOn)).toEqual(['op_c']);
        const admin = { ...CONCERNED, role: 'admin' as const };
        const gone = { ...OTHER, role: 'admin' as const, enabled: false };
        expect(receivers(own, [ADMIN_A, ADMIN_B, admin, gone], ruleIsOn)).toEqual(['op_a', 'op_b', 'op_c']);
        expect(receivers(own, [admin, OTHER], ruleIsOn)).toEqual(['op_c']);
      }
    },
  );

  it.each([
    ['gone', 'its push service says that the subscription has ended.'],
    ['taken_over', 'another operator turned on notifications in the same browser.'],
    ['other_key', 'the push key of the service has changed. Turn notifications on again on that device.'],
  ])('the owner is told when a device ends without their doing, and why: %s', (because, why) => {
    const removed = entryOf('device.removed', { operator: 'op_c', device: 'iphone', because }, SERVICE, 'dev_1');
    expect(receivers(removed)).toEqual(['op_c']);
    expect(announcementText(removed, NOBODY)).toEqual({
      subject: 'A device was removed from notifications',
      lines: [
        `Notifications of the operator op_c no longer go to a device (iPhone): ${why}`,
        'Changed by the service at 2026-11-20T12:00:00.000Z.',
      ],
    });
  });

  it('only the operator who requested a sign-in link is told of it, and not while disabled', () => {
    const made = entryOf('operator.mailed_link_made', { operator: 'op_c' }, 'sign-in');
    expect(receivers(made)).toEqual(['op_c']);
    expect(receivers(made, [ADMIN_A, ADMIN_B, { ...CONCERNED, enabled: false }])).toEqual([]);
  });

  it('nobody is told of what the service sets up', () => {
    const enrolled = entryOf('passkey.enrolled', { operator: 'op_c', name: 'canary' }, SET_UP, 'psk_1');
    expect(isAnnounced(enrolled)).toBe(false);
    expect(isAnnounced(entryOf('operator.updated', { changed: ['name'] }, 'op_c'))).toBe(true);
    expect(isAnnounced(entryOf('operator.created', { role: 'admin' }, SET_UP))).toBe(false);
    expect(receivers(entryOf('operator.created', { role: 'admin' }, SET_UP))).toEqual([]);
  });

  it.each(ACTOR_IDS)('what an operator with the id of another actor does is told like what anybody does: %s', (id) => {
    const everybody = [...EVERYBODY, anOperator(ORG, id, { role: 'admin' })];
    for (const kind of ['endpoint.created', 'operator.access_revoked', 'operator.updated']) {
      const data = { changed: ['name'], enabled: false };
      const of = (actor: string) =>
        receiversOf(entryOf(kind, data, actor), everybody, true).filter((each) => each.id !== id && each.id !== 'op_a');
      expect(isAnnounced(entryOf(kind, data, id))).toBe(true);
      expect(of(id)).toEqual(of('op_a'));
    }
  });

  it('only a person is the operator with their id', () => {
    for (const actor_kind of ACTOR_KINDS)
      expect(isBy({ actor: 'op_c', actor_kind }, 'op_c')).toBe(actor_kind === 'person');
    const ended = (by: Actor) => receivers(entryOf('operator.access_revoked', {}, by, 'op_c'));
    expect(ended({ actor: 'op_c', actor_kind: 'command' })).toEqual(ended({ actor: 'x', actor_kind: 'command' }));
  });

  it('nobody is told of an entry whose kind is not announced, even if the only admin acts', () => {
    expect(isAnnounced(entryOf('head.published'))).toBe(false);
    expect(receivers(entryOf('head.published'), [ADMIN_A, CONCERNED])).toEqual([]);
  });

  it('everybody is told if the rule applies and no other admin is left, and nobody else if it does not apply', () => {
    const alone = [ADMIN_A, { ...ADMIN_B, enabled: false }, CONCERNED, OTHER];
    expect(receivers(entryOf('action.created'), alone)).toEqual(['op_c', 'op_d']);
    expect(receivers(entryOf('action.created'), alone, false)).toEqual([]);
  });

  it('only the operator concerned is told of an approved change, because the admins were asked', () => {
    expect(receivers(entryOf('operator.updated', { changed: ['name'], change: 'req_1' }))).toEqual(['op_c']);
    expect(receivers(entryOf('action.updated', { version: 2, change: 'req_1' }))).toEqual([]);
  });

  it('an operator who was disabled is told of that and of nothing else', () => {
    const gone = [ADMIN_A, ADMIN_B, { ...CONCERNED, enabled: false }, { ...OTHER, enabled: false }];
    expect(receivers(entryOf('operator.updated', { changed: ['enabled'], enabled: false }), gone)).toEqual(
      ADMINS_AND_C,
    );
    expect(receivers(entryOf('operator.updated', { changed: ['name'] }), gone)).toEqual(ADMINS);
    expect(receivers(entryOf('action.created', { enabled: false }), gone)).toEqual(ADMINS);
    const self = entryOf('operator.updated', { changed: ['enabled'], enabled: false }, 'op_c');
    expect(receivers(self, gone)).toEqual(['op_a', 'op_b']);
  });

  it('the old address is told if somebody else replaced it in this revision', () => {
    const moved = { ...CONCERNED, formerEmails: [{ revision: 3, email: 'old@example.com' }] } as typeof CONCERNED;
    const edit = entryOf('operator.updated', { changed: ['email'] });
    expect(formerEmailOf(edit, 3, moved)).toBe('old@example.com');
    expect(formerEmailOf(edit, 4, moved)).toBeNull();
    expect(formerEmailOf(edit, 3, CONCERNED)).toBeNull();
    expect(formerEmailOf(entryOf('operator.updated', { changed: ['name'] }), 3, moved)).toBeNull();
    expect(formerEmailOf(entryOf('operator.created', { changed: ['email'] }), 3, moved)).toBeNull();
  });

  it('a link is sent only by mail, and only with the entry that created it', () => {
    expect(carriesLink(entryOf('operator.sign_in_link_made', { by_mail: true }))).toBe(true);
    expect(carriesLink(entryOf('operator.sign_in_link_made', {}))).toBe(false);
    expect(carriesLink(entryOf('operator.created', { by_mail: true }))).toBe(false);
  });
});

describe('the mail', () => {
  const head = {
    organization: 'Acme',
    consoleUrl: 'https://console.example.org',
    names: new Map([[ADMIN_A.id, 'Anna']]),
  };

  it('a mail about a change says what happened and who did it, and links to all changes', () => {
    const { subject, text } = rendered(announcementMail(entryOf('key.created'), head, null));
    expect(subject).toBe('The configuration was changed');
    expect(text.split('\n')).toEqual([
      'Acme',
      '',
      'The API key op_c was created.',
      'Changed by Anna at 2026-11-20T12:00:00.000Z.',
      'Open the audit log: https://console.example.org/audit',
      '',
      'If you did not expect this, ask the admins of your organization.',
    ]);
  });

  it('a mail with a sign-in link says how long the link works, and nothing of the audit log', () => {
    const link = 'https://console.example.org/sign-in#abc';
    const mail = announcementMail(entryOf('operator.sign_in_link_made', { by_mail: true }), head, link);
    const { subject, text, html } = rendered(mail);
    expect(subject).toBe('Your sign-in link');
    expect(text.split('\n')).toEqual([
      'Acme',
      '',
      'Open this link to sign in. It works once, within 24 hours. Give it to nobody.',
      `Sign in: ${link}`,
      '',
      'Changed by Anna at 2026-11-20T12:00:00.000Z.',
    ]);
    expect(html).toContain(`href="${link}"`);
  });

  it('a mail names an entry kind that this release does not know', () => {
    expect(announcementText(entryOf('flag.raised'), NOBODY).lines[0]).toBe(
      'The configuration was changed: flag.raised.',
    );
  });
});

describe('an attempt that was refused', () => {
  const WHY: Readonly<Record<AttemptRefusal, string>> = {
    version_moved: 'It was made from an older version.',
    edited_meanwhile: 'Somebody else edited the same item at the same time.',
    too_many_changes: 'Too many of their changes wait already.',
    no_second_admin: 'There is no other enabled admin who could approve it.',
    last_admin: 'It would leave no enabled admin.',
    id_taken: 'The operator id is already used.',
    ids_taken: 'Some of the operator ids are already used.',
    signing_key_taken: 'The signing key is registered with another API key.',
    operator_disabled: 'The operator is disabled.',
    mail_links_forbidden: 'Sign-in links by mail are forbidden for operators who were connected to a company account.',
    no_provider: 'The identity provider is not the one that the organization uses.',
    identity_taken: 'The company account, or the operator, is already connected.',
    cannot_reissue: 'The request is decided, or the seat needs no new code.',
    not_approved: 'No other admin has approved it.',
    key_revoked: 'The API key is revoked.',
    two_tokens: 'The API key has two tokens already.',
    too_many_tokens: 'The API key has had too many tokens.',
    collected: 'The token was collected already.',
    too_late: 'It was approved more than 24 hours ago.',
  };
  const text = (attempt: Parameters<typeof refusedEntry>[2]['attempt'], reason: AttemptRefusal, subject = 'x') =>
    announcementText(refusedEntry(at('12:00'), person('op_a'), { attempt, subject }, reason), NOBODY).lines;

  it.each(Object.entries(WHY) as [AttemptRefusal, string][])(
    'a mail about a refused attempt says why: %s',
    (reason, why) => {
      expect(isNotedRefusal(reason)).toBe(true);
      expect(text('put_action', reason)).toEqual([
        `An attempt to save the action x was refused. ${why}`,
        'Attempted by op_a at 2026-11-20T12:00:00.000Z.',
      ]);
    },
  );

  it('a mail about a refused attempt to collect a token says so', () => {
    const [what] = text('collect_key', 'last_admin');
    expect(what).toBe(
      'An attempt to collect the API key of the change x was refused. It would leave no enabled admin.',
    );
  });

  it('a mail about an attempt of a later release leaves out what this release does not know', () => {
    const later = entryOf('change.refused', { attempt: 'paint', reason: 'too_blue' });
    expect(announcementText(later, NOBODY).lines[0]).toBe('An attempt to change the configuration: op_c was refused.');
    expect(isNotedRefusal('too_blue')).toBe(false);
  });
});
