/** What the console computes by itself. */

import { verifyChain } from '../../src/console/lib/audit-chain';
import { codeIn, digitsOf } from '../../src/console/lib/code';
import { toCsv, toNdjson } from '../../src/console/lib/export';
import { canonicalJson, operationHash, shortFingerprint } from '../../src/console/lib/hash';
import type { RequestWithView } from '../../src/console/lib/schemas';
import { formatLeft, sayDuration } from '../../src/console/lib/time';
import { remarksOf } from '../../src/console/lib/unusual';
import { holdsUnseen, mixesScripts, piecesOf, visibleText } from '../../src/console/lib/visible';
import { type AuditEntry, append, genesis } from '../../src/core/audit/chain';
import vectors from '../vectors/operation-hash.json';

describe('the fingerprint', () => {
  test.each(vectors.cases)(
    'the page computes the same fingerprint of $action as the service ($operation_hash)',
    async (vector) => {
      const params = vector.params as Record<string, string>;
      expect(await operationHash(vector.action, params)).toBe(vector.operation_hash);
    },
  );

  test('a value without a canonical form has no fingerprint', async () => {
    await expect(operationHash('a', { key: '\ud800' })).rejects.toThrow(TypeError);
    expect(() => canonicalJson({ n: Number.NaN })).toThrow(TypeError);
  });

  test('a fingerprint is shown in a form that is short enough to read aloud', () => {
    expect(shortFingerprint(`sha256:${'0123456789abcdef'.repeat(4)}`)).toBe('0123 4567 89ab cdef');
  });
});

describe('text from other people', () => {
  test('text without invisible characters is shown unchanged', () => {
    expect(piecesOf('Größe 12 € 日本語 العربية 👍')).toEqual([{ kind: 'text', text: 'Größe 12 € 日本語 العربية 👍' }]);
  });

  test.each([
    ['\u202e', 'U+202E'],
    ['\u200b', 'U+200B'],
    ['\u00ad', 'U+00AD'],
    ['\u3164', 'U+3164'],
    ['\u00a0', 'U+00A0'],
    ['\ufe0f', 'U+FE0F'],
    ['\u{e0041}', 'U+E0041'],
    ['\u0007', 'U+0007'],
    ['\u2800', 'U+2800'],
    ['\ud800', 'U+D800'],
    ['\n', 'U+000A'],
  ])('the character %j in a text is shown as %s', (character, shown) => {
    expect(visibleText(`a${character}b`)).toBe(`a[${shown}]b`);
    expect(holdsUnseen(`a${character}b`)).toBe(true);
  });

  test('blanks at the ends of a text are shown, and no others', () => {
    expect(visibleText(' a b ')).toBe('[U+0020]a b[U+0020]');
    expect(visibleText('  ')).toBe('[U+0020][U+0020]');
    expect(holdsUnseen(' a b ')).toBe(false);
  });

  test('a word that mixes two alphabets is reported', () => {
    expect(mixesScripts('p\u0430ypal.example')).toBe(true);
    expect(mixesScripts('Привет, world')).toBe(false);
  });
});

describe('a pasted code', () => {
  test.each([
    ['12345678', '12345678'],
    ['1234 5678', '12345678'],
    ['1234-5678\n', '12345678'],
    ['Your code for request 881 of round 2 is 1234 5678.', '12345678'],
    ['Your code for request 881 of round 2 is 12345678.', '12345678'],
    ['Your code for request 881 of round 2 is 1234-5678.', '12345678'],
    ['Order 20261120120000: 1234 5678', '12345678'],
    ['12', '12'],
  ])('the pasted text %j is read as the code %s', (pasted, code) => {
    expect(codeIn(pasted)).toBe(code);
  });

  test('the field for a code keeps only digits while somebody types', () => {
    expect(digitsOf('12a-3')).toBe('123');
  });
});

describe('the time left', () => {
  test.each([
    [-5, '0:00', '0 seconds'],
    [9_999, '0:09', '9 seconds'],
    [61_000, '1:01', '1 minute 1 second'],
    [3_599_999, '59:59', '59 minutes 59 seconds'],
    [3_600_000, '1 h 00 min', '1 hour 0 minutes'],
    [90_000_000, '1 d 1 h', '1 day 1 hour'],
  ])('a time left of %d ms is shown as %s', (ms, shown, said) => {
    expect(formatLeft(ms)).toBe(shown);
    expect(sayDuration(ms)).toBe(said);
  });
});

describe('what is unusual', () => {
  const ordinary = Array.from({ length: 6 }, (_, index) =>
    asked({ params: { amount: String(index), currency: 'EUR' } }),
  );
  const textsOf = (waits: Entry, past: Entry[] | null = null, me = 'op_me') =>
    remarksOf(waits, me, past).map(({ about, text }) => [about, text].filter(Boolean).join(' '));

  test('an ordinary request has no remarks', () => {
    expect(textsOf(asked({ params: { amount: '3', currency: 'EUR' } }), ordinary)).toEqual([]);
  });

  test('an amount that is higher than all earlier ones is unusual', () => {
    const remarks = textsOf(asked({ params: { amount: '500', currency: 'EUR' } }), ordinary);
    expect(remarks).toEqual(['amount is 100 times the highest of the last 6 requests (5).']);
  });

  test('a new value is unusual if the earlier values repeat', () => {
    const remarks = textsOf(asked({ params: { amount: '3', currency: 'XMR' } }), ordinary);
    expect(remarks).toEqual(['currency has a value that none of the last 6 requests had.']);
  });

  test('a new requester is unusual, and so is a request that was refused before', () => {
    const refused = asked({ outcome: 'denied', params: { amount: '3', currency: 'EUR' } });
    const remarks = textsOf(asked({ requester: 'op_new', params: refused.request.params }), [refused, ...ordinary]);
    expect(remarks).toContain('Exactly this was requested before and denied.');
    expect(remarks).toContain('op_new requested none of the last 7 requests for this action.');
  });

  test('a request in the name of the reader is unusual', () => {
    expect(textsOf(asked({}), null, 'op_usual')).toContain(
      'This was requested in your name. If you did not request it, choose “This was not me”.',
    );
  });

  test('a text that hides something is unusual, and the remark names its param', () => {
    const remarks = textsOf(asked({ params: { to: 'Bob\u202e', from: 'p\u0430y' } }));
    expect(remarks).toEqual([
      'to contains invisible characters. They are written out on this page.',
      'from mixes letters of two alphabets in one word, so it may not be the word that it looks like.',
    ]);
  });
});

describe('a saved list', () => {
  test('a saved list has one request on each line', () => {
    const lines = toNdjson([asked({}), asked({})]).split('\n');
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[0]!)).toMatchObject({ action: 'refund', requester: 'op_usual' });
  });

  test('a saved list contains no formula, and keeps quotes, commas and line breaks in their cell', () => {
    const csv = toCsv([asked({ summary: '=HYPERLINK("http://evil.example")' }), asked({ summary: 'a "b",\nc' })], 0);
    expect(csv).toContain(`,"'=HYPERLINK(""http://evil.example"")",`);
    expect(csv).toContain(',"a ""b"",\nc",');
  });
});

describe('the audit chain, verified in the browser', () => {
  const ORG = 'org_demo';
  const chain = append(genesis(ORG), [fact('key.created'), fact('request.proposed'), fact('key.turned')]);
  const lines = chain.map((entry) => JSON.stringify(entry));

  test('an unchanged audit chain verifies in the browser', async () => {
    expect(await verifyChain(await headOf(ORG, chain[1]!), lines)).toMatchObject({
      sound: true,
      entries: 3,
      sinceHead: 1,
    });
  });

  test.each<[string, (entries: AuditEntry[]) => unknown[], string]>([
    ['an entry was changed', ([a, b, c]) => [a, { ...b, actor: 'op_other' }, c], 'Entry 2 was changed.'],
    ['an entry was removed', ([a, , c]) => [a, c], 'Entry 2 is missing or in the wrong place.'],
    ['its end was cut off', ([a]) => [a], 'The log ends at entry 1, but entry 2 was signed.'],
    [
      'it was rewritten',
      () => append(genesis(ORG), [fact('key.created'), fact('request.denied')]),
      'Entry 2 is not the entry that was signed.',
    ],
    ['it is of another organization', () => append(genesis('org_other'), [fact('a')]), 'Entry 1 does not follow'],
  ])('an audit chain does not verify in the browser if %s', async (_, tamper, why) => {
    const tampered = tamper([...chain]).map((entry) => JSON.stringify(entry));
    expect(await verifyChain(await headOf(ORG, chain[1]!), tampered)).toEqual({
      sound: false,
      why: expect.stringContaining(why),
    });
  });

  test('an audit chain does not verify under a head that was changed after it was signed, or that is not signed', async () => {
    const head = await headOf(ORG, chain[1]!);
    const forged = { ...head, jws: head.jws.replace(/^[^.]+/, btoa('{"alg":"none"}').replaceAll('=', '')) };
    for (const bad of [{ ...head, seq: 3, hash: chain[2]!.hash }, forged]) {
      expect(await verifyChain(bad, lines)).toEqual({ sound: false, why: expect.stringContaining('signature') });
    }
  });
});

function fact(kind: string) {
  return { at: 1_795_176_000_000, kind, subject: 'req_1', actor: 'op_alpha', data: { round: 1 } };
}

async function headOf(org: string, { seq, hash }: AuditEntry) {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const at = 1_795_176_000_000;
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const covered = `${encode({ alg: 'ES256' })}.${encode({ v: 2, org, n: 1, seq, hash, at })}`;
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, keys.privateKey, Buffer.from(covered));
  const jwk = (await crypto.subtle.exportKey('jwk', keys.publicKey)) as Record<string, unknown>;
  const jws = `${covered}.${Buffer.from(signature).toString('base64url')}`;
  return { server_now: at, org, n: 1, seq, hash, at, jws, jwk, chain_seq: seq };
}

type Entry = RequestWithView;

function asked(fields: {
  requester?: string;
  params?: Record<string, string>;
  outcome?: 'denied';
  summary?: string;
}): Entry {
  const { requester = 'op_usual', params = {}, outcome = null, summary = null } = fields;
  const request = {
    id: 'req_acdcf8070763c1a1072b22d3',
    action: 'refund',
    requester,
    params,
    outcome,
    operation_hash: JSON.stringify(params),
    state: outcome ?? 'notified',
    created_at: 1_795_176_000_000,
    approvers: [],
  };
  const view = { summary, title: 'Refund', requester_name: requester, round: 1, seats: [], eligible: ['op_me'] };
  return { request, view: { shown: null, ...view, quorum: 1, decided: null } } as unknown as Entry;
}
