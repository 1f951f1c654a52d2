import { rendered } from '../../src/adapters/mail/rendered';
import { person } from '../../src/protocol/actor';
import type { ApiKeyId } from '../../src/protocol/identifiers';
import { pendingEntry } from '../../src/service/audit/rules/chain';
import { type Notice, noticesOf } from '../../src/service/notice/rules/notices';
import { combinedMail, noticeMail } from '../../src/service/notice/rules/text';
import type { Remark } from '../../src/service/remark/rules/remark';
import { ADMIN_ACTION } from '../../src/service/request/rules/administrative';
import type { Request } from '../../src/service/request/rules/request';
import {
  ALPHA,
  aRequest,
  at,
  BRAVO,
  claimedWith,
  handedOver,
  REQUEST_ID,
  refusedBy,
  reissuedFor,
  reportedWith,
  settledBy,
  stoppedBy,
  turnedBy,
} from '../support/builders';

const HEAD = {
  organization: 'Acme Payments',
  consoleUrl: 'https://console.test',
  names: new Map([
    [ALPHA, 'Alpha'],
    [BRAVO, 'Bravo'],
  ]),
};
const CODE = '12345678';
const noticeOf = (request: Request, kind: string): Notice => noticesOf(request).find((notice) => notice.kind === kind)!;
const mailTo = (request: Request, kind: string, remarks: readonly Remark[] = []) => {
  const notice = noticeOf(request, kind);
  return rendered(noticeMail(request, notice, HEAD, { code: notice.withCode ? CODE : null, remarks, shown: null }));
};

const FIRST: readonly Remark[] = [{ kind: 'compared', approved: 0, isFirst: true, limit: null, isCalm: false }];

/** The fenced text, with its lines joined. */
const unfenced = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.replace(/^\| {1,3}/, ''))
    .join('');

it('a mail gives an operator the code in two groups, the title, and one link', () => {
  const { subject, text } = mailTo(aRequest({ summary: 'Ship 1.4' }), 'asked');
  expect(subject).toBe('Deploy for Alpha needs your key');
  expect(text).toContain('\nAlpha requests your approval.\nDeploy\n');
  expect(text).toContain('\nYour code: 1234 5678\n');
  expect(text).toContain('\n| service: billing');
  expect(text.match(/https:.*/g)).toEqual([`https://console.test/requests/${REQUEST_ID}`]);
});

it('a mail stands in this order: warnings, title, code, link, params, and the words of the requester last', () => {
  const request = aRequest({ summary: 'Ship 1.4' });
  const known = { value: '10', request };
  const { text, html } = mailTo(request, 'asked', [
    { kind: 'far_above', about: { param: 'amount' }, times: 400, known },
  ]);
  const order = [
    'Unusual: the param amount is 400 times',
    '>Deploy<',
    '1234 5678',
    '/requests/req_',
    'billing',
    'Ship 1',
  ];
  for (const [said, body] of [
    [order, html.replace(/<title>[^<]*/, '')],
    [order.map((each) => each.replace(/[<>]/g, '\n')), text],
  ] as const) {
    const places = said.map((each) => body.indexOf(each));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  }
  expect(text.trimEnd().split('\n').at(-1)).toBe('| Ship 1.4');
});

it('HTML and plain text of a mail have the same words', () => {
  const { html, text } = mailTo(aRequest({ summary: 'Ship it' }), 'asked', FIRST);
  const words = html.replace(/<style[\s\S]*?<\/style>|<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('Open the request'));
  for (const line of lines) for (const part of line.replace(/^\| /, '').split(/: /)) expect(words).toContain(part);
});

it('the HTML of a mail loads nothing from elsewhere and has one link', () => {
  const { html } = mailTo(aRequest({ params: { 'see www.evil.example': 'https://evil.example/a?b' } }), 'asked');
  expect(html).not.toMatch(/<img|<link|@import|url\(|src=/);
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([
    `https://console.test/requests/${REQUEST_ID}`,
  ]);
});

it('no value of a mail is markup, and mail programs make no link of one', () => {
  const evil = `</td><script>alert("1")</script>'&amp; https://evil.example me@evil.example`;
  const { html } = mailTo(aRequest({ params: { [evil.slice(0, 60)]: evil }, summary: evil }), 'asked');
  expect(html).not.toMatch(/<script|evil\.example|https:\/\/evil/);
  expect(html).toContain(
    '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;amp; https:&#8204;//evil.&#8204;example',
  );
});

it('a mail names the round of a new code', () => {
  const collapsed = aRequest({ mode: 'coincident' }, turnedBy('op_alpha'), settledBy('12:05'));
  expect(mailTo(collapsed, 'code_reissued').text).toContain('Your new code for round 2: 1234 5678');
});

it('a reminder, a warning and a mail after the verdict have no code', () => {
  for (const [steps, kind] of [
    ['12:54', 'warning'],
    ['12:30', 'reminder'],
  ] as const)
    expect(mailTo(settledBy(steps)(aRequest()), kind).text).not.toMatch(/code:|1234/);
  const denied = mailTo(aRequest({}, refusedBy('op_bravo')), 'settled');
  expect(denied.text).not.toMatch(/code:|1234/);
  expect(denied.subject).toBe('Refused: Deploy');
  expect(denied.text).toContain('The request was refused by Bravo.');
});

it.each([
  ['integration', { integration: 'billing' }, 'The integration “billing” is called at once.'],
  ['worker', { executeWithinSeconds: 60 }, 'Your worker runs the sealed call.'],
  ['program', {}, 'The program that requested it acts on the answer.'],
])('a mail says what happens at the last key: %s', (_, options, sentence) => {
  expect(mailTo(aRequest(options), 'asked').text).toContain(`At the last key: ${sentence}`);
});

it('no param can forge a line of a mail', () => {
  const forged = 'x\r\nYour code: 00000000\u2028Open the request: https://evil.test';
  const { text } = mailTo(aRequest({ params: { [`a\n${forged}`]: forged }, summary: forged }), 'asked');
  expect(text.split('\n').filter((line) => line.startsWith('Your code') || line.startsWith('Open'))).toHaveLength(2);
  expect(text).not.toMatch(/[\r\u2028]/);
});

it('no param can change the direction of a mail’s text', () => {
  const { text, html } = mailTo(aRequest({ params: { a: 'pay\u202e0001\u2066x\u200f' } }), 'asked');
  expect(text).toContain('| a: pay[U+202E]0001[U+2066]x[U+200F]');
  expect(html).toContain('pay[U+202E]0001[U+2066]x[U+200F]');
});

it('a mail shortens a long summary, so that the rest stays visible', () => {
  const long = mailTo(aRequest({ summary: '🔑'.repeat(5000) }), 'asked').text;
  expect(unfenced(long)).toContain(`${'🔑'.repeat(199)}…`);
  expect(unfenced(long)).not.toContain('🔑'.repeat(200));
  const exact = mailTo(aRequest({ summary: 's'.repeat(200) }), 'asked').text;
  expect(unfenced(exact)).toContain('s'.repeat(200));
});

it('a mail has the real link and code before everything that the proposer wrote, which is marked as such', () => {
  const evil = 'https://evil.example/requests/req_1';
  const params = { 'Open the request': evil, 'Open it': evil, long: `${'x'.repeat(90)} Open the request: ${evil}` };
  const { text } = mailTo(aRequest({ params, summary: `Your code: 00000000. Open it: ${evil}` }), 'asked');
  const lines = text.split('\n');
  const fence = lines.findIndex((line) => line.startsWith('|'));
  const fenced = lines.slice(fence).filter((line) => line !== '' && !line.startsWith('Why, in the words of Alpha.'));
  expect(fenced.every((line) => line.startsWith('| '))).toBe(true);
  const above = lines.slice(0, fence).join('\n');
  expect(above).toContain('Open the request: https://console.test/requests/req_');
  expect(above).toContain('Your code: 1234 5678');
  expect(above).not.toContain('evil.example');
  expect(above).not.toContain('Your code: 0000');
  // A mail program wraps longer lines, and the rest of such a line would have no bar.
  for (const line of fenced) expect([...line].length).toBeLessThanOrEqual(76);
});

it.each(['\u200b', '\u3164', '\u00ad', '\ufe0f', '\u{e0041}'])(
  'a mail shows the invisible character %j of a param',
  (unseen) => {
    const { text } = mailTo(aRequest({ params: { [`k${unseen}`]: `v${unseen}v` } }), 'asked');
    expect(text).not.toContain(unseen);
    expect(text).toMatch(/\| k\[U\+[0-9A-F]+\]: v\[U\+[0-9A-F]+\]v/);
  },
);

describe('the complete message', () => {
  const NOTES = [
    '2 keys are needed. 3 people can still turn one, until 20 Nov 2026, 13:00 UTC.',
    'At the last key: The program that requested it acts on the answer.',
    'The code alone does nothing: you enter it on the page, after you have seen everything. Nobody from your organization needs it from you.',
  ];
  const FINGERPRINT = expect.stringMatching(/^Request req_0+1, action deploy, fingerprint ([0-9a-f]{4} ?){4}$/);
  const below = (...notes: string[]) => [
    `Open the request: https://console.test/requests/${REQUEST_ID}`,
    ...notes,
    FINGERPRINT,
    '',
    'The program that made the request wrote the values below. Do not open links in them:',
    '| service: billing',
  ];
  const EVERY: readonly [string, Request, string, string[]][] = [
    [
      'asked',
      aRequest({ requester: 'op_zoe' }),
      'Deploy for op_zoe needs your key',
      ['op_zoe requests your approval.', 'Deploy', 'Your code: 1234 5678', ...below(...NOTES)],
    ],
    [
      'code_reissued',
      aRequest({}, reissuedFor('op_alpha')),
      'New code: Deploy',
      ['Your earlier code no longer works.', 'Deploy', 'Your new code for round 1: 1234 5678', ...below(...NOTES)],
    ],
    [
      'reminder',
      aRequest({}, settledBy('12:30')),
      'Your key is still missing: Deploy',
      [
        'Half of the time is over, and you have not turned your key yet. The code in your last message still works.',
        'Deploy',
        ...below(),
      ],
    ],
    [
      'warning',
      aRequest({}, settledBy('12:54')),
      'Expires soon: Deploy',
      [
        'This request expires on 20 Nov 2026, 13:00 UTC, and you have not turned your key yet.',
        'The code in your last message still works. After that time, the request must be made again.',
        'Deploy',
        ...below(),
      ],
    ],
    [
      'settled',
      aRequest({ quorum: 2 }, turnedBy('op_bravo'), turnedBy('op_charlie')),
      'Approved: Deploy',
      ['The request was approved by Bravo, op_charlie.', 'You do not need to do anything.', 'Deploy', ...below()],
    ],
    [
      'settled',
      aRequest({}, settledBy('13:00')),
      'Expired: Deploy',
      ['The request was expired.', 'You do not need to do anything.', 'Deploy', ...below()],
    ],
  ];

  const INTENT = { quorum: 1, executeWithinSeconds: 3600 };
  const APPROVED = aRequest({ ...INTENT, requester: 'op_charlie' }, turnedBy('op_bravo'));
  const claimed = claimedWith('a', '12:02', 60)(APPROVED);
  const called = aRequest({ quorum: 1, integration: 'bank' }, turnedBy('op_bravo'));
  const sent = { keyId: 'key_1' as ApiKeyId, quorum: null, executeWithinSeconds: null };

  it.each([
    ['nobody had claimed', stoppedBy('op_alpha', '12:05')(APPROVED), 'before a worker had it. Alpha'],
    ['a worker had claimed', stoppedBy('op_alpha', '12:02:59.999')(claimed), 'while a worker had it. Alpha'],
    ['whose lease had ended', stoppedBy('op_alpha', '12:03')(claimed), 'It may have run. Alpha'],
    [
      'a worker reported later',
      reportedWith('a', '12:09')(stoppedBy('op_alpha', '12:05')(claimed)),
      'It may have run. Alpha',
    ],
    [
      'its integration was not called yet',
      stoppedBy('op_alpha', '12:05')(called),
      'before its integration was called. Alpha',
    ],
    [
      'its integration was called',
      stoppedBy('op_alpha', '12:05')(handedOver()(called)),
      'while its integration was called. It may have run. Alpha',
    ],
    [
      'its program stopped',
      stoppedBy('key_1', '12:05')({ ...APPROVED, sent }),
      'before a worker had it. The program that requested it',
    ],
  ])('the mail of a stop says how far it had come and who stopped it: %s', (_, request, how) => {
    const { subject, text } = mailTo(request, 'stopped');
    expect(subject).toBe('Stopped: Deploy');
    const start = how.startsWith('It may') ? 'It was stopped.' : 'It was stopped';
    expect(text.replaceAll('\n', ' ')).toContain(`You approved this. ${start} ${how} stopped it.`);
  });

  it('the mail of a stop does not say to a requester that they approved it', () => {
    const stopped = stoppedBy('op_alpha', '12:05')(APPROVED);
    const notice = noticesOf(stopped).find(({ kind, operator }) => kind === 'stopped' && operator === 'op_charlie')!;
    const { text } = rendered(noticeMail(stopped, notice, HEAD, { code: null, remarks: [], shown: null }));
    expect(text).toContain('This was approved. It was stopped before a worker had it.');
  });

  it.each(EVERY)('the complete mail of the kind %s', (kind, request, subject, said) => {
    const mail = mailTo(request, kind);
    expect(mail.subject).toBe(subject);
    const lines = mail.text.split('\n').filter((line) => line !== '');
    expect(lines).toEqual(['Acme Payments', ...said.filter((line) => line !== '')]);
  });

  it('a mail says whose seat was removed, and what to do', () => {
    const seats = aRequest().seats.map((seat, place) =>
      place === 1 ? { ...seat, disabled: true, struck: true as const } : seat,
    );
    const { subject, text: said } = mailTo({ ...aRequest(), seats }, 'seat_struck');
    expect(subject).toBe('One person can no longer turn a key: Deploy');
    expect(said.split('\n').slice(2, 4)).toEqual([
      'The e-mail address, passkeys or sign-in link of Bravo were changed, so they no longer have a key in this request.',
      'Check the request before you turn your key.',
    ]);
  });

  const lines = (request: Request, kind: string) => mailTo(request, kind).text.split('\n');

  it('a mail ends after the fingerprint if the proposer wrote nothing', () => {
    expect(lines(aRequest({ params: {} }), 'asked').at(-1)).toEqual(FINGERPRINT);
  });

  it('a mail breaks what the proposer wrote into lines of 72 characters, and none of them is empty', () => {
    const fence = lines(aRequest({ params: { k: 'x'.repeat(72 * 2 - 3) } }), 'asked').filter((line) =>
      /^\|/.test(line),
    );
    expect(fence).toEqual([`| k: ${'x'.repeat(69)}`, `|   ${'x'.repeat(72)}`]);
  });

  it('a mail about a change says whether it is in effect, or why it was not made', () => {
    const change = (patch: object) => ({
      ...aRequest({ quorum: 1 }, turnedBy('op_bravo')),
      action: ADMIN_ACTION,
      ...patch,
    });
    const said = (patch: object) =>
      lines(change(patch) as Request, 'settled')
        .slice(2, -1)
        .join(' ')
        .replace(/ Deploy .*/, '');
    expect(said({})).toBe(
      'The request was approved by Bravo. The change is in effect. You do not need to do anything.',
    );
    expect(said({ change: { kind: 'create_key', effect: null } })).toBe(
      'The request was approved by Bravo. The admin who requested the key makes it by collecting its token, ' +
        'within 24 hours. You do not need to do anything.',
    );
    expect(said({ state: 'failed', reason: 'id_taken' })).toBe(
      'The request was approved by Bravo. The change was not made: the operator id is already used. ' +
        'You do not need to do anything.',
    );
    expect(lines({ ...aRequest(), action: ADMIN_ACTION }, 'asked').at(-2)).toBe(
      'The admin who requests the change wrote some of the text below. Do not open links in it:',
    );
  });
});

describe('a mail about a change of the configuration', () => {
  const given = (effect: string | null, ...steps: ReturnType<typeof turnedBy>[]): Request =>
    ({
      ...aRequest({ quorum: 1 }, ...steps),
      action: ADMIN_ACTION,
      change: { kind: 'create_key', effect },
    }) as Request;
  const ACCESS =
    'Gives a program access. After it, a program with the token can ask people for approvals, or run what they approve.';
  const LOWERS = 'Lowers protection. After it, fewer keys are enough, or a key is easier to turn.';
  const WHO = 'Changes who decides. After it, other people can turn keys, or sign in as those who can.';

  it.each([
    ['gives_access', ACCESS],
    ['lowers', LOWERS],
    ['changes_who', WHO],
  ])('says before anything else what an edit that %s means', (effect, words) => {
    const { text } = mailTo(given(effect), 'asked');
    expect(text).toContain(words);
    expect(text.indexOf(words)).toBeLessThan(text.indexOf('requests your approval'));
    const notice = noticeOf(given(effect), 'asked');
    const part = { request: given(effect), notice, code: CODE, remarks: [], shown: null };
    expect(rendered(combinedMail([part, part], HEAD)).text).toContain(words);
  });

  it.each(['raises', null])('has no warning of an edit whose effect is %s', (effect) => {
    expect(mailTo(given(effect), 'asked').text).not.toContain('After it');
  });

  it('has no warning once the change is decided', () => {
    expect(mailTo(given('lowers', turnedBy('op_bravo')), 'settled').text).not.toContain('After it');
  });
});

describe('a combined mail', () => {
  const notice = (request: Request) => noticesOf(request).find(({ operator }) => operator === 'op_alpha')!;
  const asked = { request: aRequest(), notice: notice(aRequest()), code: '11112222', remarks: [], shown: null };
  const decided = aRequest({}, refusedBy('op_bravo'));
  const denied = { request: decided, notice: notice(decided), code: null, remarks: [], shown: null };
  const edit = { entry: pendingEntry(at('12:00'), 'key.created', 'key_1', person('op_bravo')) };

  it('a combined mail has each message with its number, its code and its link', () => {
    const { subject, text } = rendered(combinedMail([asked, denied, edit], HEAD));
    expect(subject).toBe('One request needs your key, and 2 more messages about requests and the configuration');
    expect(text.split('\n').filter((line) => line !== '')).toEqual([
      'Acme Payments',
      'You got many messages within a few minutes, so this mail holds all those of the last minute.',
      '1. Deploy for Alpha needs your key',
      'Alpha requests your approval.',
      'Your code: 1111 2222',
      `Open the request: https://console.test/requests/${REQUEST_ID}`,
      '2. Refused: Deploy',
      'The request was refused by Bravo.',
      'You do not need to do anything.',
      `Open the request: https://console.test/requests/${REQUEST_ID}`,
      '3. The configuration was changed',
      'The API key key_1 was created.',
      'Changed by Bravo at 2026-11-20T12:00:00.000Z.',
      'Open the audit log: https://console.test/audit',
    ]);
  });

  it('a combined mail says what it is about', () => {
    const another = { ...asked, request: { ...asked.request, id: 'req_other' as typeof asked.request.id } };
    expect(combinedMail([asked], HEAD).subject).toBe('One request needs your key');
    expect(combinedMail([denied, asked, another, asked], HEAD).subject).toBe(
      '2 requests need your key, and one more message about requests',
    );
    expect(combinedMail([denied], HEAD).subject).toBe('One more message about requests');
    expect(combinedMail([denied, denied], HEAD).subject).toBe('2 more messages about requests');
    expect(combinedMail([edit, edit], HEAD).subject).toBe('2 more messages about the configuration');
  });

  it('a combined mail names first what needs a key, and after five messages has a line with the code, the gravest warning and the link of each', () => {
    const warned = { ...asked, remarks: [{ kind: 'new_param', about: { param: 'x' }, of: 5 } as const] };
    const { text } = rendered(combinedMail([edit, denied, ...Array.from({ length: 6 }, () => warned)], HEAD));
    const url = `https://console.test/requests/${REQUEST_ID}`;
    expect(text.match(/^\d\. .*/gm)!.slice(0, 5)).toEqual(
      [1, 2, 3, 4, 5].map((n) => `${n}. Deploy for Alpha needs your key`),
    );
    expect(text.split('\n').slice(-4)).toEqual([
      'And in short:',
      `1111 2222 6. Deploy for Alpha needs your key · Unusual: a param was in none of the last 5 approved requests. ${url}`,
      '7. The configuration was changed: The API key key_1 was created. https://console.test/audit',
      `8. Refused: Deploy ${url}`,
    ]);
  });

  it('a combined mail of 200 messages has less than 90 kB of HTML, with the code of each', () => {
    const title = `Transfer ${'x'.repeat(200)}`;
    const many = Array.from({ length: 200 }, (_, n) => ({
      ...asked,
      request: { ...asked.request, policy: { ...asked.request.policy, title } },
      code: String(10_000_000 + n),
      remarks: [{ kind: 'new_param', about: { param: 'x' }, of: 50 } as const],
    }));
    const { html, text } = rendered(combinedMail(many, HEAD));
    expect(Buffer.byteLength(html)).toBeLessThan(90_000);
    for (const { code } of many) {
      const digits = `${code.slice(0, 4)} ${code.slice(4)}`;
      expect(html.split(digits)).toHaveLength(2);
      expect(text.split(digits)).toHaveLength(2);
    }
  });

  it('a combined mail has nothing that a proposer wrote', () => {
    const request = aRequest({ summary: 'Ship 1.4', params: { service: 'billing' } });
    const { subject, text, html } = rendered(combinedMail([{ ...asked, request }], HEAD));
    expect(`${subject}\n${text}\n${html}`).not.toMatch(/Ship 1\.4|service|billing/);
  });
});
