import { rendered } from '../../../src/adapters/mail/rendered';
/** What people are told about the configuration, and what of it a mail says (docs/decisions/four-eyes.md). */
import { announcementMail } from '../../../src/core/administration/announcement-text';
import { receiversOf } from '../../../src/core/administration/announcements';
import { type PendingEntry, pendingEntry } from '../../../src/core/audit/chain';
import { anOperator } from '../../store/conformance/config-items';
import { at, ORG } from '../../support/builders';

const TO = { organization: 'Acme', consoleUrl: 'https://console.example.org', names: new Map() };
const announcementText = (entry: Parameters<typeof announcementMail>[0], head: typeof TO) =>
  rendered(announcementMail(entry, head, null));
const head = pendingEntry(at('12:00'), 'audit.head_refused', 'head_1', 'heads', {
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
    const entry = pendingEntry(at('12:00'), 'request.misused', 'key_1', 'op_c', data);
    expect(told(entry)).toEqual(['op_a', 'op_b']);
    const { subject, text } = announcementText(entry, TO);
    expect(subject).toBe('An operator did not make a request in their name');
    expect(text).toContain('The operator op_c did not make the request req_1, which was made in their name.');
    expect(text).toContain('The API key “billing [U+202E] prod” (key_1) was used');
    expect(text).toContain('Reported by op_c at 2026-11-20T12:00:00.000Z.');
  });

  it('all admins are told of a stolen session if a request in another operator’s name used no API key', () => {
    const data = { request: 'req_1', key: null, key_name: null };
    const { text } = announcementText(pendingEntry(at('12:00'), 'request.misused', 'op_c', 'op_c', data), TO);
    expect(text).toContain('which was made in their session');
  });
});

describe('a failing endpoint', () => {
  it('all admins are told of a failing endpoint, with the time since which it accepts nothing', () => {
    const data = { since: at('11:30'), attempts: 9 };
    const entry = pendingEntry(at('12:00'), 'endpoint.failing', 'whe_1', 'deliveries', data);
    expect(told(entry)).toEqual(['op_a', 'op_b']);
    const { subject, text } = announcementText(entry, TO);
    expect(subject).toBe('A webhook endpoint is failing');
    expect(text).toContain('The webhook endpoint whe_1 has accepted no event since 2026-11-20T11:30:00.000Z.');
    expect(text).not.toContain('Changed by');
  });

  it('a failing endpoint is announced once: nobody is told that it works again or that its retries are slower', () => {
    expect(told(pendingEntry(at('12:00'), 'endpoint.working', 'whe_1', 'deliveries'))).toEqual([]);
  });
});
