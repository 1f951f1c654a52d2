/** The bar with the decision at the bottom of a phone, and what is closed there, drawn without a browser. */
import { operationHash } from '../../../src/console/lib/bytes';
import { digestOf } from '../../support/documents';
import { type Shown, textOf } from './drawn';
import { NOW, optionsOf, seatOf } from './given';
import { openRequest } from './open-request';
import { install, type Reply, settle } from './page';

const MINUTE = 60_000;
const barOf = ({ body }: Pick<Shown, 'body'>): string | null => {
  const bar = body.querySelector('.quick-bar');
  return bar === null ? null : textOf(bar);
};
const remark = (level: string, text: string, always = false) => ({ level, always, about: null, text, link: null });

describe('the bar', () => {
  test.each([
    ['the end of the request', { needed: 2 }, '2 keys missingends in 1 h'],
    [
      'the end of the round',
      { needed: 1, turned: 2, quorum: 3, window_ends_at: NOW + 42_000 },
      '1 key missingends in 0:42',
    ],
    [
      'the end of the request before the round’s',
      { needed: 1, window_ends_at: NOW + 90 * MINUTE, expires_at: NOW + 5 * MINUTE },
      '1 key missingends in 5:00',
    ],
  ])('says how many keys are missing, and the time until %s', async (_, view, words) => {
    expect(barOf(await openRequest({ view }))).toMatch(new RegExp(`^${words}`));
  });

  test('of the requester says the same, beside two ways out', async () => {
    const shown = await openRequest({
      request: { requester: 'op_a' },
      view: { you: { seat: false, options: optionsOf('abort') } as never },
    });
    expect(barOf(shown)).toBe('2 keys missingends in 1 h 00 minThis was not me…Cancel my request…');
  });

  test('is gone when the request is decided', async () => {
    const decided = { by: ['op_b'], at: NOW, ended_by: null, note: null, reason: null };
    expect(
      barOf(await openRequest({ view: { decided, you: { seat: true, options: optionsOf() } } as never })),
    ).toBeNull();
  });

  test('is not active before everything that is approved is drawn, and then it is', async () => {
    const BYTES = 'drop table payouts;\n';
    const evidence = [{ name: 'plan', kind: 'text', digest: digestOf(BYTES), state: 'stored' }];
    const params = { amount: '12', 'evidence.plan': digestOf(BYTES) };
    const operation_hash = await operationHash('pay.out', params);
    let send = (_: Reply) => {};
    const late = new Promise<Reply>((resolve) => {
      send = resolve;
    });
    const shown = await openRequest(
      { request: { params, operation_hash }, view: { evidence } },
      { answers: { 'GET /api/requests/req_1/evidence/plan': () => late } },
    );
    const active = () => [shown.button('Turn my key… now').disabled, shown.button('Refuse… now').disabled];
    expect([active(), shown.text().includes('drop table')]).toEqual([[true, true], false]);
    await settle(() => send([200, BYTES]));
    expect([active(), shown.text().includes('drop table')]).toEqual([[false, false], true]);
  });
});

describe('on a narrow screen', () => {
  beforeEach(() => {
    install({ matchMedia: () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }) });
  });
  const opened = async (...given: Parameters<typeof openRequest>) => {
    const shown = await openRequest(...given);
    const isHidden = (words: string) =>
      shown.all('[hidden], details:not([open])').some((part) => textOf(part).includes(words));
    return { ...shown, isHidden };
  };

  test('the gravest remark and what is always said are read, and the others are closed below them', async () => {
    const remarks = [
      remark('warn', 'The account is new.'),
      remark('warn', 'The amount is large.'),
      remark('warn', 'A document is not shown.', true),
      remark('note', 'Compared with 5 approved.'),
    ];
    const shown = await opened({}, { compared: { remarks } });
    const texts = [
      'The account is new.',
      'The amount is large.',
      'A document is not shown.',
      'Compared with 5 approved.',
    ];
    expect(texts.map(shown.isHidden)).toEqual([false, true, false, true]);
    expect(shown.text()).toContain('2 more remarks');
  });

  test('without a warning, the first remark is read', async () => {
    const shown = await opened(
      {},
      { compared: { remarks: [remark('note', 'Compared with 5 approved.'), remark('note', 'Other.')] } },
    );
    expect(['Compared with 5 approved.', 'Other.'].map(shown.isHidden)).toEqual([false, true]);
  });

  test('what follows the decision is closed, with its most important fact, and opens by a press', async () => {
    const shown = await opened();
    const heads = shown.all('.part > .card-head').map(textOf);
    expect(heads).toEqual(['Keys0 of 2 keys turned', 'Policy2 keys', 'QuestionsNone', 'Timeline0 events']);
    expect(shown.all('.part > [hidden]')).toHaveLength(4);
    await shown.press('Keys');
    expect(shown.all('.part > [hidden]')).toHaveLength(3);
    expect(shown.button('Keys').getAttribute('aria-expanded')).toBe('true');
  });

  test('the keys are open if one waits for a code that its reader can send', async () => {
    const seats = [seatOf('op_a'), seatOf('op_b', { state: 'locked' })];
    const you = (...names: 'reissue'[]) => ({ seat: true, options: optionsOf('turn', 'refuse', ...names) });
    const admin = await opened({ view: { seats, you: you('reissue') } }, { role: 'admin' });
    expect(admin.button('Keys').getAttribute('aria-expanded')).toBe('true');
    const operator = await opened({ view: { seats, you: you() } });
    expect(operator.button('Keys').getAttribute('aria-expanded')).toBe('false');
  });

  test('a question that waits for its reader is open', async () => {
    const question = { number: 1, author: 'op_b', author_name: 'Bob', is_requester: false, at: NOW, text: 'Why now?' };
    const questions: Reply = [200, { server_now: NOW, questions: [question], unanswered: true, may_write: true }];
    const answers = { 'GET /api/requests/req_1/questions': () => questions };
    const mine = await opened({ request: { requester: 'op_a' } }, { answers });
    expect(mine.isHidden('Why now?')).toBe(false);
    const others = await opened({}, { answers });
    expect(others.isHidden('Why now?')).toBe(true);
    expect(others.part('Questions')).toContain('Not answered yet');
  });
});
