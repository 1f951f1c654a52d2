/** Mails, chats, the CSV of the history and pages have the lines of the one renderer, whatever the params are. */

import * as fc from 'fast-check';
import { rendered } from '../../src/adapters/mail/rendered';
import { beginIn, fileOf, withPage } from '../../src/console/lib/export';
import { type Params, render, type Shown } from '../../src/protocol/display/render';
import { lineText, shownText, titleText } from '../../src/protocol/display/text';
import type { OperatorId } from '../../src/protocol/identifiers';
import { chatText } from '../../src/service/notice/rules/chat-text';
import type { Notice } from '../../src/service/notice/rules/notices';
import { noticeMail } from '../../src/service/notice/rules/text';
import { aRequest, at } from '../support/builders';
import { readBack, theDisplays, theParams } from '../support/drawn-displays';

/** With nothing left out. */
const chatLines = (...[request, told]: [Parameters<typeof chatText>[0], Parameters<typeof chatText>[2]]) =>
  chatText(request, 'asked', told).lines.flatMap((line) => (typeof line === 'string' ? line : line.lines));

const HEAD = { organization: 'Acme', consoleUrl: 'https://console.test', names: new Map() };
const NOTICE = { kind: 'asked', operator: 'op_alpha', round: 1, issue: 0, withCode: true } as Notice;

const mailOf = (params: Params, shown: Shown) => {
  const request = { ...aRequest(), params };
  return rendered(noticeMail(request, NOTICE, HEAD, { code: '11112222', remarks: [], shown }));
};

/** A long line is broken after its bar, and goes on after a bar and two blanks. */
const unfenced = (text: string) =>
  text
    .replace(/\n\| {3}/g, '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2));

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#8204': '' };
const cellsOf = (html: string) =>
  [...html.matchAll(/<th class="name"[^>]*>([^<]*)<\/th>\s*<td class="value"[^>]*>([^<]*)<\/td>/g)].map(
    ([, name = '', value = '']) => `${name}: ${value}`.replace(/&(#?\w+);/g, (_, entity) => ENTITIES[entity] ?? '?'),
  );

it('mails in plain text and HTML, chats and a CSV have the same lines, from which every param can be read back', () => {
  fc.assert(
    fc.property(theDisplays, theParams, (display, params) => {
      const shown = render(display, params);
      const lines = shown.lines.map(lineText);
      const [title, request] = [titleText(shown), { ...aRequest(), params }];
      const mail = mailOf(params, shown);
      expect(unfenced(mail.text)).toEqual(lines);
      expect(cellsOf(mail.html)).toEqual(lines);
      expect(mail.text.split('\n')).toContain(`Deploy: ${title}`);
      const told = { nowMs: at('12:00'), consoleUrl: HEAD.consoleUrl, remarks: [], shown, names: new Map() };
      const post = chatLines(request, told);
      const isShort = lines.join().length <= 1200;
      expect(post.slice(1, 1 + (isShort ? lines.length : 1))).toEqual(
        isShort ? lines : ['The params are too long for a chat. The console shows them.'],
      );
      const entry = { request, view: { shown, summary: null, quorum: 1, decided: null } };
      const listed = { ...entry, request: { ...request, created_at: 0, approvers: [] } } as never;
      const page = { server_now: 0, requests: [listed], cursor: null, searched: { count: 1, back_to: null } };
      const csv = fileOf(withPage(beginIn('csv'), page), false).content.join('');
      const cell = /,("(?:[^"]|"")*"|[^",]*)\r\n$/.exec(csv)?.[1] ?? '';
      const text = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      expect(`${text}\n`).toBe(shownText(shown));
      expect(readBack(`${text}\n`)).toEqual({ ...params });
    }),
    { numRuns: 300 },
  );
});

it('the subject of a mail has the title of the display, with its values between delimiters', () => {
  const shown: Shown = { title: [{ words: 'Pay ' }, { param: 'amount', value: 'EUR 48,000.00' }], lines: [] };
  expect(mailOf({}, shown).subject).toBe('Deploy: Pay «EUR 48,000.00» for op_alpha needs your key');
});

it('the name of an operator stands after the line, which has the id alone', () => {
  const format = { type: 'operator' } as const;
  const display = {
    v: 1,
    renderer: 1,
    title: 'Pay',
    params: [{ param: 'to', label: 'To', format }],
    hosts: [],
  } as const;
  const shown = render(display, { to: 'op_bravo' });
  const names = new Map([['op_bravo' as OperatorId, 'Bravo']]);
  const mail = noticeMail(aRequest(), NOTICE, { ...HEAD, names }, { code: null, remarks: [], shown });
  expect(unfenced(rendered(mail).text)).toEqual(['To «to»: «op_bravo»', 'op_bravo: is Bravo']);
  const told = { nowMs: at('12:00'), consoleUrl: HEAD.consoleUrl, remarks: [], shown, names };
  expect(chatLines(aRequest(), told).slice(1, 3)).toEqual(['To «to»: «op_bravo»', 'op_bravo is Bravo.']);
});
