/** No text that somebody else wrote becomes a mention, a link or a preview in any chat (docs/decisions/chat.md). */

import fc from 'fast-check';
import { chatBody } from '../../../src/core/chat/format';
import { LINK_TEXT } from '../../../src/core/chat/post';
import { CHAT_KINDS, type ChatKind, chatText } from '../../../src/core/chat/text';
import type { Remark } from '../../../src/core/remark/remark';
import { ADMIN_ACTION } from '../../../src/core/request/administrative';
import type { Request } from '../../../src/core/request/request';
import type { ActionId, OperatorId } from '../../../src/protocol/identifiers';
import { aRequest, at, claimedWith, refusedBy, settledBy, stoppedBy, turnedBy } from '../../support/builders';

const CONSOLE = 'https://console.example.org';

/** What begins something in one of the chats, alone and amid other text. */
const SPECIAL = [
  ...[
    '<!channel>',
    '<!here|here>',
    '<@U123>',
    '<#C1|x>',
    '<https://evil.example|Open it in the console>',
    '&lt;!here&gt;',
  ],
  ...[
    '@everyone',
    '@here',
    '<@123>',
    '<@&456>',
    '<#789>',
    '<t:1:R>',
    '</run:1>',
    '<id:home>',
    '[x](https://evil.example)',
  ],
  ...[
    'https://evil.example',
    'http://evil.example/?q=1',
    'discord.gg/x',
    'evil.example',
    '<at>Everyone</at>',
    '\\',
    '\\\\@here',
  ],
  ...[
    '{{DATE(2020-01-01T00:00:00Z)}}',
    '$\u007bx}',
    '```',
    '**b**',
    '`c`',
    '# h',
    '> q',
    '- l',
    '||s||',
    ':smile:',
    '\n',
    '\u202e',
    '\u2060',
  ],
];
const text = fc
  .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...SPECIAL) }, fc.string({ unit: 'grapheme' }), fc.string()))
  .map((parts) => parts.join(''));

const STOPPED = aRequest(
  { quorum: 1, executeWithinSeconds: 600 },
  turnedBy('op_alpha'),
  claimedWith('a', '12:02', 60),
  stoppedBy('op_charlie', '12:05'),
);
/** A request about which there can be a post of each kind. */
const REQUESTS: Readonly<Record<ChatKind, Request>> = {
  asked: aRequest(),
  reminder: aRequest(),
  warning: aRequest(),
  settled: aRequest({}, refusedBy('op_bravo')),
  stopped: STOPPED,
};

const posts = fc
  .record({ title: text, summary: text, requester: text, action: text, unusual: fc.array(text, { maxLength: 2 }) })
  .chain((texts) => fc.record({ texts: fc.constant(texts), kind: fc.constantFrom(...CHAT_KINDS) }))
  .map(({ texts: { title, summary, requester, action, unusual }, kind }) => {
    const request = REQUESTS[kind];
    const policy = { ...request.policy, title };
    const told = { ...request, policy, summary, requester: requester as OperatorId, action: action as ActionId };
    return chatText(told, kind, {
      nowMs: request.createdAtMs,
      consoleUrl: CONSOLE,
      shown: null,
      names: new Map(),
      remarks: unusual.flatMap((each): Remark[] => [
        { kind: 'new_param', about: { param: each }, of: 5 },
        { kind: 'new_requester', about: { operator: each as OperatorId }, of: 5 },
      ]),
    });
  });
type Posted = Parameters<typeof chatBody>[1];
const holds = (check: (post: Posted) => void) => fc.assert(fc.property(posts, check), { numRuns: 400 });
const plain = ({ heading, lines }: Posted) => [heading, ...lines];

describe('a post in Slack’s form', () => {
  const bodyOf = (post: Posted) => JSON.parse(chatBody('slack', post));

  it('a post to Slack has one link, to the console, and no mention, whatever a person wrote', () => {
    holds((post) => {
      const { blocks, text: shown } = bodyOf(post);
      const { text: written } = blocks[0].text;
      // Everything of Slack’s that is more than emphasis stands between < and >.
      expect([...written.matchAll(/<[^>]*>?/g)].map(([found]) => found)).toEqual([`<${post.link}|${LINK_TEXT}>`]);
      expect(written.replace(/&(amp|lt|gt);/g, '')).not.toContain('&');
      expect(shown).not.toMatch(/[<>]/);
      // And no scheme is left that a client could find in plain text.
      expect(written.replace(/<[^>]*>/, '')).not.toMatch(/:\/\//);
    });
  });

  it('a post to Slack turns off formatting and previews', () => {
    holds((post) => {
      const { blocks, ...rest } = bodyOf(post);
      expect(rest).toMatchObject({
        link_names: 0,
        parse: 'none',
        unfurl_links: false,
        unfurl_media: false,
        mrkdwn: false,
      });
      expect(blocks).toHaveLength(1);
      expect(blocks[0].text).toMatchObject({ type: 'mrkdwn', verbatim: true });
      expect(blocks[0].text.text.length).toBeLessThanOrEqual(3000);
    });
  });

  it('a post to Slack shows every character that was written', () => {
    holds((post) => {
      const read = (escaped: string) =>
        escaped.replaceAll('\u2060', '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
      expect(read(bodyOf(post).blocks[0].text.text).split('\n').slice(0, -1)).toEqual(plain(post));
    });
  });
});

describe('a post in Discord’s form', () => {
  const bodyOf = (post: Posted) => JSON.parse(chatBody('discord', post));

  it('a post to Discord has one link, to the console, and escapes what people wrote', () => {
    holds((post) => {
      const lines = bodyOf(post).content.split('\n');
      expect(lines.pop()).toBe(`<${post.link}>`);
      for (const line of lines) expect(line.replace(/\\[!-~]/g, '')).not.toMatch(/[!-/:-@[-`{-~]/);
      expect(lines.map((line: string) => line.replace(/\\(.)/g, '$1'))).toEqual(plain(post));
    });
  });

  it('a post to Discord notifies nobody, shows no preview, and is short enough', () => {
    holds((post) => {
      const body = bodyOf(post);
      expect(body.allowed_mentions).toEqual({ parse: [] });
      expect(body.flags).toBe(4);
      expect(body.content.length).toBeLessThanOrEqual(2000);
    });
  });
});

describe('a post in the form of Teams', () => {
  it('a post to Teams is a card of plain text with one link, to the console, and nothing that it could send', () => {
    holds((post) => {
      const body = JSON.parse(chatBody('teams', post));
      const [{ contentType, content }] = body.attachments;
      expect([body.type, body.attachments.length, contentType]).toEqual([
        'message',
        1,
        'application/vnd.microsoft.card.adaptive',
      ]);
      // Without `msteams` there is no mention, whatever a text holds.
      expect(Object.keys(content).sort()).toEqual(['$schema', 'actions', 'body', 'type', 'version']);
      expect(content.actions).toEqual([{ type: 'Action.OpenUrl', title: LINK_TEXT, url: post.link }]);
      const runs = content.body.map((block: { type: string; inlines: { type: string; text: string }[] }) => {
        // No TextBlock: that one reads Markdown.
        expect([block.type, ...block.inlines.map(({ type }) => type)]).toEqual(['RichTextBlock', 'TextRun']);
        return block.inlines[0]!.text;
      });
      expect(runs.map((run: string) => run.replaceAll('\u2060', ''))).toEqual(plain(post));
      expect(runs.join('\n')).not.toContain('{{');
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(28_000);
    });
  });
});

it('a post to Teams shows every function in a text as it was written, not only the first', () => {
  const body = chatBody('teams', { heading: '{{DATE(1)}} {{TIME(2)}}', lines: ['{{{x}}}'] });
  expect(body).not.toContain('{{');
  expect(body.replaceAll('\u2060', '')).toContain('{{DATE(1)}} {{TIME(2)}}');
});

describe('a chat message', () => {
  const told = { nowMs: aRequest().createdAtMs, consoleUrl: CONSOLE, shown: null, names: new Map(), remarks: [] };

  it('a chat message has one line for each fact, and what a person wrote cannot begin a line of its own', () => {
    holds((post) => {
      for (const line of plain(post)) expect(line).not.toMatch(/[\n\r\u2028\u2029]/);
    });
  });

  it('a chat message says who, what, how unusual, how long, and where', () => {
    const request = aRequest();
    const { heading, lines, link } = chatText(request, 'asked', { ...told, remarks: [{ kind: 'more_keys' }] });
    expect(heading).toBe(`Approval requested: ${request.policy.title}`);
    expect(lines.join('\n')).toMatch(
      new RegExp(
        `^${request.requester} requests the action ${request.action}\\.\n[^]*Unusual: the policy asks for more keys [^\n]*\\.\n0 of \\d keys? turned; expires in 60 minutes \\(.* UTC\\)`,
      ),
    );
    expect(link).toBe(`${CONSOLE}/requests/${request.id}`);
  });

  it('a chat message before the end says whose keys are missing', () => {
    const request = aRequest({ seats: ['op_a', 'op_b', 'op_c', 'op_d', 'op_e'] }, turnedBy('op_b'), settledBy('12:54'));
    const { heading, lines } = chatText(request, 'warning', { ...told, nowMs: at('12:54') });
    expect(heading).toBe('Expires in 6 minutes: Deploy');
    expect(lines.slice(0, 3)).toEqual([
      'op_alpha requests the action deploy.',
      'Waiting for op_a, op_c, op_d and 1 more.',
      expect.stringMatching(/^1 of 2 keys turned; expires in 6 minutes \(.* 13:00 UTC\)\.$/),
    ]);
  });

  it.each([
    ['20 s', 20, '1 minute'],
    ['a minute', 60, '1 minute'],
    ['90 s', 90, '2 minutes'],
    ['119 minutes', 119 * 60, '119 minutes'],
    ['two hours', 120 * 60, '2 hours'],
    ['two hours and a half', 150 * 60, '3 hours'],
    ['a day', 24 * 3600, '24 hours'],
  ])('a chat message gives the time left in minutes, and from two hours on in hours: %s', (_, left, shown) => {
    const request = aRequest({ ttlSeconds: 24 * 3600 });
    const { heading, lines } = chatText(request, 'reminder', { ...told, nowMs: request.expiresAtMs - left * 1000 });
    expect(heading).toBe(`Expires in ${shown}: Deploy`);
    expect(lines[1]).toBe(`0 of 2 keys turned; expires in ${shown} (2026-11-21 12:00 UTC).`);
  });

  it('a chat message says that a verdict needs no action', () => {
    const { heading, lines } = chatText(aRequest({}, refusedBy('op_bravo')), 'settled', told);
    expect(heading).toMatch(/^Refused: /);
    expect(lines[0]).toBe('The request was refused by op_bravo. There is nothing left to do.');
  });

  const change = (patch: object): Request =>
    ({ ...aRequest({ quorum: 1 }, turnedBy('op_bravo')), action: ADMIN_ACTION, ...patch }) as Request;

  it('a chat message about a change that was made says that it is in effect', () => {
    const { heading, lines } = chatText(change({ state: 'succeeded' }), 'settled', told);
    expect([heading, lines[0]]).toEqual([
      'Approved: Deploy',
      'The request was approved by op_bravo. The change is in effect. There is nothing left to do.',
    ]);
  });

  it('a chat message about an approved API key says who has to collect it, and until when', () => {
    const key = change({ state: 'succeeded', params: { change: 'Create an API key' } });
    expect(chatText(key, 'settled', told).lines[0]).toBe(
      'The request was approved by op_bravo. The admin who requested the key makes it by collecting its token, within 24 hours.',
    );
  });

  it.each([
    ['base_moved', 'somebody else changed this in the meantime. Make the change again from the current version.'],
    ['last_admin', 'it would leave no enabled admin.'],
    ['integration_window_closed', 'it could not be made within a day. Make it again.'],
  ])('a chat message says that an approved change was not made, and why: %s', (reason, why) => {
    const { heading, lines } = chatText(change({ state: 'failed', reason }), 'settled', told);
    expect([heading, lines[0]]).toEqual([
      'Approved, but not made: Deploy',
      `The request was approved by op_bravo. The change was not made: ${why}`,
    ]);
  });

  it('a chat message about a refused change or a failed run says how it was decided', () => {
    const refused = { ...aRequest({}, refusedBy('op_bravo')), action: ADMIN_ACTION } as Request;
    expect(chatText(refused, 'settled', told)).toMatchObject({
      heading: 'Refused: Deploy',
      lines: ['The request was refused by op_bravo. There is nothing left to do.', expect.anything()],
    });
    const ran = change({ action: 'demo.deploy', state: 'failed', reason: 'integration_window_closed' });
    expect(chatText(ran, 'settled', told)).toMatchObject({
      heading: 'Approved: Deploy',
      lines: ['The request was approved by op_bravo. There is nothing left to do.', expect.anything()],
    });
  });

  it('a chat message says who stopped an approved request, and that it may have run', () => {
    expect(chatText(STOPPED, 'stopped', told)).toMatchObject({
      heading: 'Stopped: Deploy',
      lines: [
        'The request was approved by op_alpha. It was stopped. It may have run. op_charlie stopped it.',
        expect.anything(),
      ],
    });
  });

  it('a chat message has no param and no value of a param', () => {
    const params = { account: 'secret-account', amount: '1' };
    for (const kind of CHAT_KINDS) {
      const request = REQUESTS[kind];
      expect(JSON.stringify(chatText({ ...request, params }, kind, told))).not.toMatch(/account|amount/);
    }
  });
});
