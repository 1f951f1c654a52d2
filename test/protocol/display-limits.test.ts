/** How large a display can be, and that what it shows does not depend on the order in which params were sent. */
import { digestsOf } from '../../src/core/request/shown';
import { type Display, displayText, parseDisplay } from '../../src/protocol/display/display';
import { render } from '../../src/protocol/display/render';
import { MAX_EVIDENCE_DOCUMENTS } from '../../src/protocol/evidence';
import { aDisplay } from '../support/displays';

const TEXT = { type: 'text' } as const;
const many = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
const params = (count: number) => many(count, (n) => ({ param: `p${n}`, label: 'Label', format: TEXT }));
const param = (name: string, label: string) => [{ param: name, label, format: TEXT }];

it.each<[string, number, (size: number) => Partial<Display>]>([
  ['characters of its title', 200, (size) => ({ title: 'x'.repeat(size), params: [] })],
  ['params', 24, (size) => ({ title: 'x', params: params(size) })],
  ['characters of a param', 64, (size) => ({ title: 'x', params: param('p'.repeat(size), 'Label') })],
  ['characters of a label', 64, (size) => ({ title: 'x', params: param('p', 'L'.repeat(size)) })],
  ['hosts', 10, (size) => ({ hosts: many(size, (n) => ({ host: `h${n}.example.org`, words: 'Host' })) })],
  ['characters of the words of a host', 64, (size) => ({ hosts: [{ host: 'example.org', words: 'w'.repeat(size) }] })],
  [
    'documents',
    MAX_EVIDENCE_DOCUMENTS,
    (size) => ({ evidence: many(size, (n) => ({ name: `d${n}`, kind: 'text' as const })) }),
  ],
])('a display can have as many %s as %i, and not one more', (_, most, fields) => {
  const isRead = (size: number) => parseDisplay(displayText(aDisplay(fields(size)))) !== null;
  expect([isRead(most), isRead(most + 1)]).toEqual([true, false]);
});

it('params that a display does not list follow by their keys, so the digest of what was shown has one value', () => {
  const sent = { to: 'acct_7', z: '1', amount: '100', a: '2', m: '3', B: '4' };
  const reversed = Object.fromEntries(Object.entries(sent).reverse());
  expect(render(aDisplay(), sent).lines.map((line) => line.param)).toEqual(['amount', 'to', 'B', 'a', 'm', 'z']);
  expect(render(aDisplay(), reversed)).toEqual(render(aDisplay(), sent));
  expect(digestsOf(aDisplay(), reversed)).toEqual(digestsOf(aDisplay(), sent));
});
