/** No text that somebody else wrote becomes a mention, a link or a preview in any chat (docs/decisions/chat.md). */

import fc from 'fast-check';
import { render } from '../../src/protocol/display/render';
import type { ActionId, OperatorId } from '../../src/protocol/identifiers';
import { chatBody, LINK_TEXT } from '../../src/service/chat/rules/post';
import { CHAT_KINDS, type ChatKind, chatText } from '../../src/service/notice/rules/chat-text';
import type { Remark } from '../../src/service/remark/rules/remark';
import { ADMIN_ACTION } from '../../src/service/request/rules/administrative';
import type { Request } from '../../src/service/request/rules/request';
import { operatorsIn } from '../../src/service/request/rules/texts';
import { aRequest, at, claimedWith, refusedBy, settledBy, stoppedBy, turnedBy } from '../support/builders';
import { theDisplays, theParams } from '../support/drawn-displays';

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

/** What a display shows, of a few short params up to more and longer ones than a chat takes. */
const shownByDisplays = fc
  .record({
    display: theDisplays,
    params: theParams,
    more: fc.nat(60),
    filler: fc.oneof(text, fc.constantFrom('{"id":"a-1","n":[1,2]},', '&&&&', '\u{1d7d8}', '\u0001', 'pay ')),
    length: fc.constantFrom(0, 1, 20, 300, 520, 1100, 5000),
  })
  .map(({ display, params, more, filler, length }) => {
    const long = filler.repeat(length / Math.max(filler.length, 1)).slice(0, length);
    const others = Array.from({ length: more }, (_, n): [string, string] => [
      `p${n}`,
      n === 0 ? long : filler.slice(0, 8),
    ]);
    return render(display, { ...params, ...Object.fromEntries(others) });
  });

const posts = fc
  .record({
    ...{ title: text, summary: text, requester: text, action: text },
    unusual: fc.array(fc.oneof(text, fc.constantFrom('amount', 'p0')), { maxLength: 2 }),
    shown: fc.oneof(fc.constant(null), shownByDisplays),
    names: fc.array(text, { maxLength: 3 }),
    kind: fc.oneof(fc.constant('asked' as const), fc.constantFrom(...CHAT_KINDS)),
  })
  .map(({ title, summary, requester, action, unusual, shown, names, kind }) => {
    const request = REQUESTS[kind];
    const policy = { ...request.policy, title };
    const told = { ...request, policy, summary, requester: requester as OperatorId, action: action as ActionId };
    return chatText(told, kind, {
      nowMs: request.createdAtMs,
      consoleUrl: CONSOLE,
      shown,
      names: new Map(operatorsIn(shown).map((id, at) => [id, names[at] ?? ''])),
      remarks: unusual.flatMap((each): Remark[] => [
        { kind: 'new_param', about: { param: each }, of: 5 },
        { kind: 'new_requester', about: { operator: each as OperatorId }, of: 5 },
      ]),
    });
  });
type Posted = Parameters<typeof chatBody>[1];
const holds = (check: (post: Posted) => void) => fc.assert(fc.property(posts, check), { numRuns: 250 });
const linesOf = ({ lines }: Posted) =>
  lines.map((line) => (typeof line === 'string' ? { lines: [line], instead: line } : line));
/** With nothing left out. */
const complete = (post: Posted) => [post.heading, ...linesOf(post).flatMap(({ lines }) => lines)];

/** A chat shows all lines, or says what it left out: the first ones that may be, or all of them. */
function expectComplete(post: Posted, read: readonly string[], fits: boolean | null = null): void {
  const ways = linesOf(post).map((_, leftOut) => [
    post.heading,
    ...linesOf(post).flatMap(({ lines, instead }, at) => (at < leftOut ? instead : lines)),
  ]);
  const none = [post.heading, 'This message is too long for this chat. The console shows all of it.'];
  expect([...ways, none]).toContainEqual(read);
  // Not by what it contains: one of two equal lines may have been left out.
  if (fits === true) expect(read).toEqual(complete(post));
  if (fits === false) expect(read).not.toEqual(complete(post));
}

describe('a post in Slack’s form', () => {
  const bodyOf = (post: Posted) => JSON.parse(chatBody('slack', post));
  const textOf = (post: Posted): string =>
    bodyOf(post)
      .blocks.map((block: { text: { text: string } }) => block.text.text)
      .join('\n');

  it('a post to Slack has one link, to the console, and no mention, whatever a person wrote', () => {
    holds((post) => {
      const { text: shown } = bodyOf(post);
      const written = textOf(post);
      // Everything of Slack’s that is more than emphasis stands between < and >.
      expect([...written.matchAll(/<[^>]*>?/g)].map(([found]) => found)).toEqual([`<${post.link}|${LINK_TEXT}>`]);
      expect(written.replace(/&(amp|lt|gt);/g, '')).not.toContain('&');
      expect(shown).not.toMatch(/[<>]/);
      // And no scheme is left that a client could find in plain text.
      expect(written.replace(/<[^>]*>/, '')).not.toMatch(/:\/\//);
    });
  });

  it('a post to Slack turns off formatting and previews, and each block is short enough', () => {
    holds((post) => {
      const { blocks, ...rest } = bodyOf(post);
      expect(rest).toMatchObject({
        link_names: 0,
        parse: 'none',
        unfurl_links: false,
        unfurl_media: false,
        mrkdwn: false,
      });
      expect(blocks.length).toBeLessThanOrEqual(50);
      for (const block of blocks) {
        expect(block).toEqual({ type: 'section', text: { type: 'mrkdwn', verbatim: true, text: expect.any(String) } });
        expect(block.text.text.length).toBeLessThanOrEqual(3000);
      }
    });
  });

  it('a post to Slack shows every character that was written, or says which lines it left out', () => {
    holds((post) => {
      const read = (escaped: string) =>
        escaped.replaceAll('\u2060', '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
      expectComplete(post, read(textOf(post)).split('\n').slice(0, -1));
    });
  });
});

describe('a post in Discord’s form', () => {
  const bodyOf = (post: Posted) => JSON.parse(chatBody('discord', post));

  it('a post to Discord has one link, to the console, escapes what people wrote, and leaves lines out only if they do not fit', () => {
    holds((post) => {
      const lines = bodyOf(post).content.split('\n');
      expect(lines.pop()).toBe(`<${post.link}>`);
      for (const line of lines) expect(line.replace(/\\[!-~]/g, '')).not.toMatch(/[!-/:-@[-`{-~]/);
      const text = [...complete(post), `<${post.link}>`].join('\n');
      const escaped = [...text.matchAll(/[!-/:-@[-`{-~]/g)].length - [...`<${post.link}>`.matchAll(/\W/g)].length;
      expectComplete(
        post,
        lines.map((line: string) => line.replace(/\\(.)/g, '$1')),
        text.length + escaped <= 2000,
      );
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
      expectComplete(
        post,
        runs.map((run: string) => run.replaceAll('\u2060', '')),
      );
      expect(runs.join('\n')).not.toContain('{{');
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(28_000);
    });
  });
});

it('a post to Teams shows every function in a text as it was written, not only the first', () => {
  const body = chatBody('teams', { heading: '{{DATE(1)}} {{TIME(2)}}', lines: ['{{{x}}}'] });
  expect(body).not.toContain('{{');
  expect(body.replaceAll('\u2060', '')).toContain('{{DATE(1)}} {{TIME(2)}}');
});

describe('a post at the limit of its chat', () => {
  const TOO_LONG = 'This message is too long for this chat. The console shows all of it.';
  const post = (lines: readonly string[]) => ({ heading: 'h', lines: [{ lines, instead: 'left out' }, 'last'] });
  const sizes = {
    discord: (body: string) => JSON.parse(body).content.length,
    slack: (body: string) =>
      Math.max(...JSON.parse(body).blocks.map((block: { text: { text: string } }) => block.text.text.length)),
    teams: (body: string) => Buffer.byteLength(body),
  };
  it.each<[keyof typeof sizes, string, number, string[]]>([
    // `h`, a line break, 995 points and their backslashes, two letters and `last`, on lines of their own.
    ['discord', '2,000 characters after escaping', 2000, ['.'.repeat(995), 'xx']],
    // Each `&` has five characters.
    ['slack', '3,000 characters in a block after escaping', 3000, [`${'&'.repeat(599)}xxxxx`]],
    ['teams', '28 KB', 28_000, [`${'ž'.repeat(13_773)}x`]],
  ])(
    'a post to %s shows lines with which it has %s, and with one more character says that it left them out',
    (format, _, most, lines) => {
      const text = (each: readonly string[]) => chatBody(format, post(each));
      expect(sizes[format](text(lines))).toBe(most);
      expect(text(lines)).not.toContain('left out');
      const longer = text([...lines.slice(0, -1), `${lines.at(-1)}x`]);
      expect(longer).toContain('left out');
      expect(longer).toContain('last');
    },
  );

  it('a post to Slack has up to 50 blocks, and with more lines says that it left them out', () => {
    const blocksOf = (lines: number) => {
      const all = Array.from({ length: lines }, () => 'x'.repeat(2999));
      return JSON.parse(chatBody('slack', post(all))).blocks as { readonly text: { readonly text: string } }[];
    };
    // The heading and the last line have a block each.
    expect(blocksOf(48)).toHaveLength(50);
    expect(blocksOf(49).map(({ text }) => text.text)).toEqual(['h\nleft out\nlast']);
  });

  it('a post leaves out the first lines that may be, and all of them where no line may be left out', () => {
    const content = (lines: Posted['lines']) => JSON.parse(chatBody('discord', { heading: 'h', lines })).content;
    const two = [
      { lines: ['x'.repeat(1500)], instead: 'no params' },
      { lines: ['y'.repeat(1500)], instead: 'no summary' },
    ];
    expect(content([two[0]!, 'a'])).toBe(`h\n${'x'.repeat(1500)}\na`);
    expect(content([...two, 'a'])).toBe(`h\nno params\n${'y'.repeat(1500)}\na`);
    expect(content([...two, 'z'.repeat(600)])).toBe(`h\nno params\nno summary\n${'z'.repeat(600)}`);
    expect(content(['z'.repeat(2000)])).toBe(`h\n${TOO_LONG.replaceAll('.', '\\.')}`);
  });
});

describe('a chat message', () => {
  const told = { nowMs: aRequest().createdAtMs, consoleUrl: CONSOLE, shown: null, names: new Map(), remarks: [] };

  it('a chat message has one line for each fact, and what a person wrote cannot begin a line of its own', () => {
    holds((post) => {
      for (const line of complete(post)) expect(line).not.toMatch(/[\n\r\u2028\u2029]/);
    });
  });

  it('a chat message says who, what, how unusual, how long, and where', () => {
    const request = aRequest();
    const post = chatText(request, 'asked', { ...told, remarks: [{ kind: 'more_keys' }] });
    const [heading, ...lines] = complete(post);
    expect(heading).toBe(`Approval requested: ${request.policy.title}`);
    expect(lines.join('\n')).toMatch(
      new RegExp(
        `^${request.requester} requests the action ${request.action}\\.\n[^]*Unusual: the policy asks for more keys [^\n]*\\.\n0 of \\d keys? turned; expires in 60 minutes \\(.* UTC\\)`,
      ),
    );
    expect(post.link).toBe(`${CONSOLE}/requests/${request.id}`);
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
    const key = change({ state: 'succeeded', change: { kind: 'create_key', effect: null } });
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
