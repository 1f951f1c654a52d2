/** What remarks say: on pages and in lists with values, in mails and chats without. */
import fc from 'fast-check';
import type { Display } from '../../src/protocol/display/display';
import { render } from '../../src/protocol/display/render';
import type { ActionId, RequestId } from '../../src/protocol/identifiers';
import { ownRemarks, type Remark } from '../../src/service/remark/rules/remark';
import { inMessage, onPage } from '../../src/service/remark/rules/words';
import type { Params, Request } from '../../src/service/request/rules/request';
import { aRequest, BRAVO, CHARLIE, op, reissuedFor, type Step, turnedBy, wrongCodeBy } from '../support/builders';

const AMOUNT = { about: { param: 'amount' } } as const;
const PEOPLE = { about: { operator: BRAVO } } as const;
const earlier = (amount: string) => aRequest({ params: { amount } });
const above = (kind: 'far_above' | 'above', times: number, highest = '12000'): Remark => ({
  ...{ kind, ...AMOUNT, times },
  known: { value: highest, request: earlier(highest) },
});
const largeIn = (value: string): Remark => ({
  kind: 'large_number',
  ...AMOUNT,
  known: { value, request: earlier(value) },
});
const comparedWith = (facts: object): Remark => ({
  ...{ kind: 'compared', approved: 12, isFirst: false, limit: null, isCalm: false },
  ...facts,
});
const NAMES = new Map([[BRAVO, 'Bob']]);
const nameOf = (id: string) => NAMES.get(op(id)) ?? id;

const context = (params: Params = { amount: '48000' }, display: Display | null = null) => ({
  request: aRequest({ params }),
  shownOf: (request: Request) => (display === null ? null : render(display, request.params)),
  nameOf,
});
const page = (remark: Remark, ...given: Parameters<typeof context>) => {
  const [{ about, text, short, link }] = onPage([remark], context(...given)) as [ReturnType<typeof onPage>[number]];
  return { said: [about, text, link?.request, link?.next].filter((each) => each != null).join(' '), short };
};
const message = (remark: Remark, ...given: Parameters<typeof context>) => {
  const { warnings, compared } = inMessage([remark], context(...given), 'first');
  return [...warnings, compared].filter((each) => each !== null).join();
};

/** Each kind: on the page, in a list, and in a mail or chat, which leaves out notes. */
const WORDS: Readonly<Record<Remark['kind'], readonly [Remark, string, string | null, string]>> = {
  far_above: [
    above('far_above', 400),
    'amount is 400 times the highest approved before (12,000).',
    '400× the highest approved amount',
    'Unusual: the param amount is 400 times the highest approved before.',
  ],
  above: [
    above('above', 1),
    'amount is higher than the highest approved before (12,000).',
    'highest amount',
    'Unusual: the param amount is higher than the highest approved before.',
  ],
  large_number: [
    { kind: 'large_number', ...AMOUNT, known: { value: '48000', request: aRequest() } },
    'amount 48,000 is a large number, and no earlier value was approved.',
    'nothing approved yet, large number',
    'Unusual: the param amount is a large number, and no earlier value was approved.',
  ],
  rejected_before: [
    { kind: 'rejected_before', how: 'denied' },
    'Exactly this was requested before and denied.',
    'denied before',
    'Unusual: exactly this was requested before and denied.',
  ],
  no_number: [
    { kind: 'no_number', bySize: false, ...AMOUNT },
    'amount is not a number, and most approved values of it are.',
    'amount is no number',
    'Unusual: the param amount is not a number, and most approved values of it are.',
  ],
  unseen_characters: [
    { kind: 'unseen_characters', about: 'summary' },
    'The summary contains invisible characters, written out below.',
    'invisible characters',
    'Unusual: the summary contains invisible characters. They are written out on the page of the request.',
  ],
  mixed_alphabets: [
    { kind: 'mixed_alphabets', about: 'action' },
    'The action mixes letters of two alphabets in one word, so it may not be the word that it looks like.',
    'mixed alphabets',
    'Unusual: the action mixes letters of two alphabets in one word, so it may not be the word that it looks like.',
  ],
  call_used_before: [
    { kind: 'call_used_before', first: 'req_0' as RequestId },
    'This sealed call was used before, in req_0 Check that the params describe what it really does.',
    'sealed call used before',
    'Unusual: this sealed call was used before, in req_0.',
  ],
  new_requester: [
    { kind: 'new_requester', ...PEOPLE, of: 7 },
    'Bob requested none of the last 7 approved requests for this action.',
    'new requester',
    'Unusual: Bob requested none of the last 7 approved requests for this action.',
  ],
  new_value: [
    { kind: 'new_value', ...AMOUNT, of: 7 },
    'amount has a value that none of the last 7 approved requests had.',
    'new amount',
    'Unusual: the param amount has a value that none of the last 7 approved requests had.',
  ],
  new_param: [
    { kind: 'new_param', ...AMOUNT, of: 7 },
    'amount was in none of the last 7 approved requests.',
    'new param',
    'Unusual: the param amount was in none of the last 7 approved requests.',
  ],
  more_keys: [
    { kind: 'more_keys' },
    'The policy asks for more keys because of its params, and nothing was approved yet.',
    'nothing approved yet, more keys',
    'Unusual: the policy asks for more keys because of its params, and nothing was approved yet.',
  ],
  seat_locked: [
    { kind: 'seat_locked', ...PEOPLE },
    'Bob is locked out of this request after 5 wrong codes.',
    'wrong codes',
    'Unusual: Bob is locked out of this request after 5 wrong codes.',
  ],
  unshown_documents: [
    { kind: 'unshown_documents', names: ['reason'] },
    'A document was attached that this action does not show: reason.',
    'document not shown',
    'Unusual: a document was attached that this action does not show: reason.',
  ],
  in_your_name: [
    { kind: 'in_your_name' },
    'This was requested in your name. If you did not request it, choose “This was not me”.',
    'in your name',
    '',
  ],
  round: [
    { kind: 'round', round: 2 },
    'This is round 2: in the round before, the keys were not turned in time.',
    'round 2',
    '',
  ],
  seat_out: [{ kind: 'seat_out', ...PEOPLE }, 'Bob was disabled after this was requested.', null, ''],
  new_code: [{ kind: 'new_code', ...PEOPLE, times: 1 }, 'Bob was sent a new code by an admin.', null, ''],
  compared: [comparedWith({}), 'Compared with 12 approved.', null, 'Compared with 12 approved.'],
  not_read: [
    { kind: 'not_read' },
    'Not compared: earlier requests could not be read.',
    'not compared',
    'Not compared: earlier requests could not be read.',
  ],
};

it.each(Object.entries(WORDS))(
  'the remark %s has its words on a page, in a list and in a message',
  (_, [remark, said, short, told]) => {
    expect(page(remark)).toEqual({ said, short });
    expect(message(remark)).toBe(told);
  },
);

it.each<[object, string, string | null]>([
  [{ approved: 3 }, 'Compared with 3 approved.', null],
  [{ approved: 50 }, 'Compared with 50 approved.', null],
  [{ limit: 'loaded' }, 'Compared with 12 approved of the newest 200.', null],
  [{ limit: 'entries' }, 'Compared with 12 approved of the newest 5,000 requests of the organization.', null],
  [{ isCalm: true }, 'Compared with 12 approved: nothing stands out.', null],
  [{ limit: 'loaded', isCalm: true }, 'Compared with 12 approved of the newest 200: nothing stands out.', null],
  [{ isFirst: true }, 'Compared with 12 approved.', null],
  [{ approved: 0 }, 'Not compared: no approved request.', 'not compared'],
  [{ approved: 0, limit: 'loaded' }, 'Not compared: no approved request of the newest 200.', 'not compared'],
  [
    { approved: 0, limit: 'entries' },
    'Not compared: no approved request of the newest 5,000 requests of the organization.',
    'not compared',
  ],
  [
    { approved: 0, isFirst: true },
    'Not compared: no approved request. This is the first request for this action.',
    'first request',
  ],
])('a comparison %j says %s', (facts, said, short) => {
  expect(page(comparedWith(facts))).toEqual({ said, short });
  expect(message(comparedWith(facts))).toBe(said);
});

it.each([
  [0, 'higher than', 'highest amount'],
  [1, 'higher than', 'highest amount'],
  [2, '2 times', '2× the highest approved amount'],
  [1226, '1,226 times', '1,226× the highest approved amount'],
  [1_000_000, '1,000,000 times', '1,000,000× the highest approved amount'],
  [1_000_001, 'over a million times', 'over a million× the highest approved amount'],
])('a value %i times as high as the highest is called %s', (times, words, short) => {
  expect(page(above('far_above', times))).toEqual({
    said: `amount is ${words} the highest approved before (12,000).`,
    short,
  });
});

it('an aborted request and a second new code have their own words', () => {
  expect(page({ kind: 'rejected_before', how: 'aborted' })).toEqual({
    said: 'Exactly this was requested before and aborted.',
    short: 'aborted before',
  });
  expect(page({ kind: 'new_code', ...PEOPLE, times: 2 }).said).toBe('Bob was sent a new code by an admin 2 times.');
});

describe('with a display in minor units', () => {
  const display: Display = {
    ...{ v: 1, renderer: 1, title: 'Refund {amount}', hosts: [] },
    params: [{ param: 'amount', label: 'Refund', format: { type: 'money', currency: { code: 'EUR' }, unit: 'minor' } }],
  };

  it('a remark has the name and the value of the line of the display', () => {
    expect(page(largeIn('1840000'), { amount: '1840000' }, display).said).toBe(
      'Refund «amount» EUR 18,400.00 is a large number, and no earlier value was approved.',
    );
    expect(page(above('far_above', 1226, '1500'), { amount: '1840000' }, display)).toEqual({
      said: 'Refund «amount» is 1,226 times the highest approved before (EUR 15.00).',
      short: '1,226× the highest approved Refund',
    });
  });

  it('an earlier value is shown by the display of its own request', () => {
    const remark = above('far_above', 12, '1500');
    const shownOf = (request: Request) => (request.params.amount === '1500' ? null : render(display, request.params));
    const [said] = onPage([remark], { ...context({ amount: '18000' }), shownOf });
    expect(said!.text).toBe('is 12 times the highest approved before (1,500).');
  });

  it('a message calls a param what the display calls it, and a combined mail by the label alone', () => {
    const said = (place: 'first' | 'combined', given: Display | null) =>
      inMessage([above('far_above', 400)], context({ amount: '1' }, given), place).warnings;
    expect(said('first', display)).toEqual(['Unusual: Refund «amount» is 400 times the highest approved before.']);
    expect(said('combined', display)).toEqual(['Unusual: Refund is 400 times the highest approved before.']);
    expect(said('combined', null)).toEqual(['Unusual: a param is 400 times the highest approved before.']);
    expect(said('combined', { ...display, params: [] })).toEqual(said('combined', null));
  });

  it('a message names a long param and a long name by their first characters', () => {
    const long = 'p'.repeat(60);
    expect(message({ kind: 'new_param', about: { param: long }, of: 5 })).toContain(`the param ${'p'.repeat(39)}… was`);
    expect(message({ kind: 'seat_locked', about: { operator: op('o'.repeat(70)) } })).toContain(
      `${'o'.repeat(39)}… is`,
    );
  });
});

describe('a message', () => {
  const remarks = Object.values(WORDS).map(([remark]) => remark);

  it.each([
    ['first', 2],
    ['later', 1],
    ['combined', 1],
  ] as const)(
    'a %s message says %i warnings, the gravest first, and always what its page cannot show',
    (place, count) => {
      const document = expect.stringContaining('a document was attached');
      expect(inMessage([...remarks].reverse(), context(), place).warnings.slice(count)).toEqual([document]);
      const others = remarks.filter(({ kind }) => kind !== 'unshown_documents');
      const { warnings } = inMessage(others.reverse(), context(), place);
      const both = ['is 400 times the highest', 'is a large number'].slice(0, count);
      expect(warnings).toEqual(both.map((words) => expect.stringContaining(words)));
    },
  );

  it.each<[object, string | null, string | null]>([
    [{ approved: 12 }, 'Compared with 12 approved.', null],
    [{ approved: 0 }, 'Not compared: no approved request.', 'Not compared: no approved request.'],
  ])('the first one says with how many it was compared, and later ones if it was not: %j', (facts, first, later) => {
    const said = (place: 'first' | 'later') => inMessage([comparedWith(facts)], context(), place).compared;
    expect([said('first'), said('later')]).toEqual([first, later]);
    expect(inMessage([], context(), 'first')).toEqual({ warnings: [], compared: null });
    expect(inMessage([{ kind: 'not_read' }], context(), 'later').compared).toMatch(/^Not compared/);
  });

  it('names no value, whatever the remark is about', () => {
    const secret = '4815162342';
    const known = { value: secret, request: earlier(secret) };
    const about = { param: 'amount' };
    const drawn = fc.constantFrom<Remark>(
      { kind: 'far_above', about, times: 11, known },
      { kind: 'above', about, times: 2, known },
      { kind: 'large_number', about, known },
      { kind: 'no_number', bySize: false, about },
      { kind: 'new_value', about, of: 5 },
      { kind: 'new_param', about, of: 5 },
      { kind: 'unseen_characters', about },
    );
    fc.assert(
      fc.property(fc.array(drawn), fc.constantFrom('first', 'later', 'combined'), (given, place) => {
        expect(JSON.stringify(inMessage(given, context({ amount: secret }), place))).not.toMatch(/4,?815/);
      }),
    );
  });
});

describe('documents that a page cannot show', () => {
  const unshown = (...names: string[]): Remark => ({ kind: 'unshown_documents', names });

  it('each is named, and a name that cannot be one of a document is quoted', () => {
    expect(page(unshown('a', 'b-2')).said).toBe('Documents were attached that this action does not show: a, b-2.');
    expect(page(unshown('x. All is well')).said).toBe(
      'A document was attached that this action does not show: “x. All is well”.',
    );
    expect(page(unshown('a\u202Eb')).said).toMatch(/show: “a.*U\+202E.*b”\.$/);
  });

  it('a combined mail has nothing of the name, and the others its first characters', () => {
    const long = 'n'.repeat(50);
    const said = (place: 'later' | 'combined') => inMessage([unshown(long)], context(), place).warnings;
    expect(said('combined')).toEqual(['Unusual: a document was attached that this action does not show.']);
    expect(said('later')).toEqual([expect.stringContaining(`show: “${'n'.repeat(39)}…”.`)]);
  });

  it('they alone are said in every dialog', () => {
    const remarks = Object.values(WORDS).map(([remark]) => remark);
    const always = onPage(remarks, context()).filter((remark) => remark.always);
    expect(always.map(({ text }) => text)).toEqual([WORDS.unshown_documents[1]]);
  });
});

describe('the order of remarks', () => {
  it('warnings come before notes, and a number far above all that was approved before everything', () => {
    const all = Object.values(WORDS).map(([remark]) => remark);
    const levels = onPage([...all].reverse(), context()).map(({ level }) => level);
    expect(levels).toEqual([...levels].sort().reverse());
    expect(levels.filter((level) => level === 'note')).toHaveLength(6);
    const mixed: Remark[] = [{ kind: 'round', round: 2 }, { kind: 'more_keys' }, above('far_above', 10)];
    expect(onPage(mixed, context()).map(({ short }) => short)).toEqual([
      '10× the highest approved amount',
      'nothing approved yet, more keys',
      'round 2',
    ]);
  });
});

describe('remarks of a request itself', () => {
  const kinds = (...given: Parameters<typeof ownRemarks>) => ownRemarks(...given).map(({ kind }) => kind);

  it('a request in the name of its reader is said, and in a message to nobody', () => {
    expect(kinds(aRequest(), op('op_alpha'))).toEqual(['in_your_name']);
    expect(kinds(aRequest(), BRAVO)).toEqual([]);
    expect(kinds(aRequest(), null)).toEqual([]);
  });

  it('a second round is said, and a first one is not', () => {
    expect(ownRemarks(aRequest({ round: 2 }), null)).toEqual([{ kind: 'round', round: 2 }]);
    expect(kinds(aRequest({ round: 1 }), null)).toEqual([]);
  });

  const hash = `sha256:${'a'.repeat(64)}`;
  it.each<[string, Params, string[]]>([
    ['a document that no display declares', { 'evidence.reason': hash }, ['reason']],
    [
      'documents beside one that is declared',
      { 'evidence.plan': hash, 'evidence.a': hash, 'evidence.b': hash },
      ['a', 'b'],
    ],
    ['a declared document', { 'evidence.plan': hash }, []],
    [
      'a name that only begins as a declared one',
      { 'evidence.planned': hash, 'evidence.pla': hash },
      ['planned', 'pla'],
    ],
    ['a name that no display can declare', { 'evidence.a b': hash, 'evidence.': hash }, ['a b', '']],
    ['a param that is no digest', { 'evidence.reason': 'because', 'evidence.half': hash.slice(0, -1) }, []],
    ['a digest under another name', { evidence: hash, reason: hash, 'my.evidence.reason': hash }, []],
  ])('the documents that its page cannot show are said: %s', (_, params, names) => {
    const request = aRequest({ params });
    const policy = { ...request.policy, evidence: [{ name: 'plan', kind: 'diff' as const }] };
    const said = names.length === 0 ? [] : [{ kind: 'unshown_documents', names }];
    expect(ownRemarks({ ...request, policy }, null)).toEqual(said);
  });

  it('of a display without documents, and without a display, every document is said', () => {
    expect(kinds(aRequest({ params: { 'evidence.plan': hash } }), null)).toEqual(['unshown_documents']);
  });

  const wrong = (count: number): Step[] => Array.from({ length: count }, () => wrongCodeBy('op_bravo'));
  it('seats that are locked, taken out or got new codes are said', () => {
    expect(ownRemarks(aRequest({}, ...wrong(5)), null)).toEqual([{ kind: 'seat_locked', about: { operator: BRAVO } }]);
    expect(kinds(aRequest({}, ...wrong(4)), null)).toEqual([]);
    const codes = (count: number) => aRequest({}, ...Array.from({ length: count }, () => reissuedFor('op_charlie')));
    for (const times of [1, 2])
      expect(ownRemarks(codes(times), null)).toEqual([{ kind: 'new_code', about: { operator: CHARLIE }, times }]);
    const request = aRequest();
    const seats = request.seats.map((seat) => ({ ...seat, disabled: seat.operator === BRAVO }));
    expect(ownRemarks({ ...request, seats }, null)).toEqual([{ kind: 'seat_out', about: { operator: BRAVO } }]);
  });

  it('a seat whose key was part of the verdict is not called out', () => {
    const approved = aRequest({}, turnedBy('op_alpha'), turnedBy('op_bravo'));
    const seats = approved.seats.map((seat) => ({ ...seat, disabled: seat.operator === BRAVO }));
    expect(kinds({ ...approved, seats } as Request, null)).toEqual([]);
  });

  it('invisible characters are said wherever they are: a key, a value, the summary, the action', () => {
    const hidden = 'x\u202ey';
    const request = {
      ...aRequest({ params: { [hidden]: '1', b: hidden }, summary: hidden }),
      action: hidden as ActionId,
    };
    expect(ownRemarks(request, null)).toEqual(
      [{ param: hidden }, { param: 'b' }, 'summary', 'action'].map((about) => ({ kind: 'unseen_characters', about })),
    );
  });

  it('two alphabets in one word are said once for each text', () => {
    const mixed = 'p\u0430y';
    expect(ownRemarks(aRequest({ params: { [mixed]: mixed } }), null)).toEqual([
      { kind: 'mixed_alphabets', about: { param: mixed } },
    ]);
  });
});
