/** The documents of a request on its page: what is read again, what is not read, and where a long one is cut. */
import { operationHash } from '../../../src/console/lib/hash';
import { digestOf } from '../../support/documents';
import { textOf } from './drawn';
import { openRequest } from './open-request';
import { advance, type Client, closePage, type Page, type Reply } from './page';

const { queryClient }: { queryClient: Client } = require('../../../src/console/lib/session');

const PATH = '/api/requests/req_1';
const CODE = 'Your code for this request';
afterEach(() => closePage(queryClient));

type Answers = Page['service']['answers'];
interface Attached {
  readonly bytes: string;
  /** What the service answers, if it is not the document. */
  readonly reply?: Reply | Promise<Reply>;
  readonly state?: string;
}

async function openWith(documents: Readonly<Record<string, Attached>>) {
  const names = Object.entries(documents);
  const params = {
    amount: '12',
    ...Object.fromEntries(names.map(([n, { bytes }]) => [`evidence.${n}`, digestOf(bytes)])),
  };
  const evidence = names.map(([name, { bytes, state = 'stored' }]) => ({
    ...{ name, kind: 'text', state },
    digest: digestOf(bytes),
  }));
  const answers: Answers = {};
  for (const [name, { bytes, reply }] of names) answers[`GET ${PATH}/evidence/${name}`] = () => reply ?? [200, bytes];
  const operation_hash = await operationHash('pay.out', params);
  const shown = await openRequest({ request: { params, operation_hash }, view: { evidence } }, { answers });
  const rowsOf = (name: string) =>
    [...shown.body.querySelector(`[aria-labelledby="evidence-${name}"]`)!.querySelectorAll('.document-row')].map(
      textOf,
    );
  const dialog = async () => {
    await shown.fill(CODE, '12345678');
    await shown.press('Turn my key…');
    return textOf(shown.body.querySelector('[role="alertdialog"]')!);
  };
  return { ...shown, rowsOf, dialog };
}

describe('the documents of a request', () => {
  test('each document is shown, and named in the dialog with what is known of it', async () => {
    const shown = await openWith({
      plan: { bytes: 'drop table' },
      log: { bytes: 'ok', reply: [404, { error: 'gone', kind: 'evidence_expired' }] },
      trace: { bytes: 'x', reply: [500, { error: 'The store does not answer.' }] },
    });
    expect(shown.rowsOf('plan')).toEqual(['drop table']);
    expect(shown.part('Evidence: log')).toContain('This document is not kept any more');
    for (let n = 0; n < 3; n++) await advance(2500);
    expect(shown.part('Evidence: trace')).toContain('The store does not answer.');
    const dialog = await shown.dialog();
    expect(dialog).toMatch(/Evidenceplan \w{4} /);
    expect(dialog).toContain('log is not kept any more; its digest still says which one it was. You have not read it.');
    expect(dialog).toContain('trace could not be loaded. You have not read it.');
    expect(dialog.match(/You have not read it/g)).toHaveLength(2);
  });

  test('a document that is still loading is not taken for one that was read', async () => {
    const shown = await openWith({ plan: { bytes: 'drop table', reply: new Promise(() => undefined) } });
    expect(await shown.dialog()).toContain('plan is not loaded yet. You have not read it.');
  });

  test('a document that was not stored yet is looked for again until it is there, and then no more', async () => {
    const shown = await openWith({
      plan: { bytes: 'drop table', reply: [404, { error: 'none', kind: 'evidence_missing' }] },
    });
    const { answers, asked } = shown.page.service;
    const looks = () => asked.filter((call) => call.includes('/evidence/')).length;
    expect(shown.part('Evidence: plan')).toContain('This document is not stored yet.');
    await advance(10_000);
    expect(looks()).toBe(2);
    answers[`GET ${PATH}/evidence/plan`] = () => [200, 'drop table'];
    await advance(10_000);
    expect(shown.rowsOf('plan')).toEqual(['drop table']);
    await advance(60_000);
    expect(looks()).toBe(3);
  });

  test('one document that changed blocks the code, although the other is as it was', async () => {
    const shown = await openWith({ plan: { bytes: 'drop table' }, log: { bytes: 'ok', reply: [200, 'oK'] } });
    expect(shown.rowsOf('plan')).toEqual(['drop table']);
    expect(shown.part('Evidence: log')).toContain('so it is not shown');
    expect(shown.control(CODE).disabled).toBe(true);
  });
});

describe('a long document', () => {
  const blank = (count: number) => '\n'.repeat(count);

  test.each([
    [59, 59, null],
    [60, 60, null],
    [61, 60, 'Show more: 1 are not shown'],
    [460, 60, 'Show more: 400 are not shown'],
    [461, 60, 'Show more: 401 are not shown'],
  ])('of a document with %i lines, %i are drawn at first', async (lines, drawn, button) => {
    const shown = await openWith({ plan: { bytes: blank(lines) } });
    expect(shown.rowsOf('plan')).toHaveLength(drawn);
    expect(shown.has('Show more')).toBe(false);
    if (button === null) return;
    await shown.press(button);
    expect(shown.rowsOf('plan')).toHaveLength(Math.min(lines, 460));
    expect(shown.all('.document-more')).toHaveLength(lines > 460 ? 1 : 0);
  });

  test.each([
    ['x'.repeat(1000), 1000, null],
    ['x'.repeat(1001), 1000, '… 1 more characters'],
    [`${'x'.repeat(999)}\u{1f600}`, 999, '… 2 more characters'],
    [`${'x'.repeat(998)}\u{1f600}y`, 1000, '… 1 more characters'],
    [`${'x'.repeat(16_999)}\u{1f600}`, 1000, '… 16,001 more characters'],
  ])('a long line is cut between two characters and never within one', async (line, cut, button) => {
    const shown = await openWith({ plan: { bytes: line } });
    const [row] = shown.rowsOf('plan');
    expect(row).toBe(`${line.slice(0, cut)}${button ?? ''}`);
    if (button === null) return;
    await shown.press(button);
    const more = line.length > 17_000 ? '… 2 more characters' : '';
    expect(shown.rowsOf('plan')[0]).toBe(`${line.slice(0, more === '' ? undefined : 16_999)}${more}`);
  });
});
