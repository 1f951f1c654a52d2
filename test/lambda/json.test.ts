import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkedBody, parseJson } from '../../src/lambda/http/body';
import { eventOf } from '../support/gateway';

const parse = (text: string) => parseJson(Buffer.from(text));

describe('the reader of bodies', () => {
  it.each(['1e999', '-1e999', '{"lease_seconds": 1e309}', '[1, 2E+400]', `{"a": ${'9'.repeat(400)}}`])(
    'the reader of bodies refuses a number that is not finite: %s',
    (text) => {
      expect(parse(text)).toEqual({ ok: false, error: 'The body contains a number that is too large to be read.' });
    },
  );

  it.each(['0', '-0', '1e308', '-1.7976931348623157E+308', '1e-999', '["1e999"]', '{"1e999": 1}'])(
    'the reader of bodies accepts %s',
    (text) => {
      expect(parse(text)).toEqual({ ok: true, value: JSON.parse(text) });
    },
  );

  it.each(['1', '2', '3', '4', '5', '6', '7', '8', '9', '-1'])(
    'the reader of bodies reads a number that begins with %s',
    (start) => {
      expect(parse(`[${start}, ${start}.5e-3]`)).toEqual({ ok: true, value: [Number(start), Number(`${start}.5e-3`)] });
      expect(parse(`[${start}e999]`)).toMatchObject({ ok: false });
    },
  );

  it.each(['{"a":1,"a":1}', '{"a":[{}],"a":2}', '{"b":{"c":1,"d":2,"c":3}}', '[{"a":0},{"a":0,"b":"a","a":1}]'])(
    'the reader of bodies refuses a key that is given twice in one object: %s',
    (text) => {
      expect(parse(text)).toMatchObject({
        ok: false,
        error: expect.stringMatching(/ the key "[ac]" twice in one object/),
      });
    },
  );

  it('the reader of bodies sees two spellings of one key, and shows at most 64 characters of it', () => {
    expect(parse('{"a":1,"\\u0061":2}')).toEqual({
      ok: false,
      error: 'The body contains the key "a" twice in one object.',
    });
    const long = 'k'.repeat(65);
    expect(parse(`{"${long}":1,"${long}":2}`)).toEqual({
      ok: false,
      error: `The body contains the key "${'k'.repeat(64)}" twice in one object.`,
    });
  });

  it.each([
    '{"a":{"a":1},"b":"a"}',
    '{"a":"a"}',
    '["a","a"]',
    '{"a":["b","b"],"b":1}',
    '[{"a":1},{"a":1}]',
    '{"a":"{\\"a\\":1,\\"a\\":2}"}',
    '{"quote\\\\":"\\\\","b":"\\""}',
    '{"a":[1,"a",{"a":[]}],"c":"a,a"}',
    '"a"',
    'true',
    'null',
  ])('the reader of bodies accepts the same text where it is not the same key: %s', (text) => {
    expect(parse(text)).toEqual({ ok: true, value: JSON.parse(text) });
  });

  it.each(['"\\ud83d"', '{"\\udc00":1}', '["a", "b\\ud800c"]'])(
    'the reader of bodies refuses half of a surrogate pair: %s',
    (text) => {
      expect(parse(text)).toEqual({
        ok: false,
        error: 'The body contains a string with half of a surrogate pair, which is not a character.',
      });
    },
  );

  it('the reader of bodies accepts 32 levels of nesting, and refuses 33', () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expect(parse(nested(32)).ok).toBe(true);
    expect(parse(nested(33))).toEqual({ ok: false, error: 'The body is nested deeper than 32 levels.' });
    const objects = `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`;
    expect(parse(objects)).toEqual({ ok: false, error: 'The body is nested deeper than 32 levels.' });
    // Levels that were closed do not count.
    expect(parse(`[${'[],{},'.repeat(40)}1]`).ok).toBe(true);
  });

  it('the reader of bodies refuses bytes that are not UTF-8, a byte order mark, and text that is not JSON', () => {
    expect(parseJson(Uint8Array.from([0x22, 0xff, 0x22]))).toEqual({
      ok: false,
      error: 'The body is not valid UTF-8.',
    });
    const notJson = { ok: false, error: 'The body is not valid JSON.' };
    expect(parse('\ufeff{}')).toEqual(notJson);
    expect(parse('')).toEqual(notJson);
    expect(parse('{')).toEqual(notJson);
  });
});

describe('a body', () => {
  const RULE = { body: 'required', maxBodyBytes: 20 } as const;
  const EVENT = eventOf('POST', '/', {});
  const read = (body: string | undefined, headers: Record<string, string> = JSON_TYPE, rule: object = RULE) =>
    checkedBody({ ...EVENT, body, headers }, { ...RULE, ...rule });
  const JSON_TYPE = { 'content-type': 'application/json' };
  const typed = (type: string, more: object = {}) => read('{}', { 'content-type': type, ...more });
  const refusal = (status: number, kind: string, error: string) => ({
    ok: false,
    error: { status, body: { kind, error } },
  });
  const WRONG_TYPE = refusal(415, 'unsupported_media_type', 'Send the body with "Content-Type: application/json".');
  const WRONG_CHARSET = refusal(415, 'unsupported_media_type', 'The charset of "Content-Type" must be UTF-8.');
  const ENCODED = refusal(415, 'unsupported_media_type', 'Send the body without a "Content-Encoding".');

  it.each([
    'application/json',
    'Application/JSON',
    ' application/json ; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=utf8',
    'application/json; profile=x; charset=UTF-8',
    'application/json; profile=latin1',
  ])('a body is read if its type is %s', (type) => {
    expect(typed(type)).toEqual({ ok: true, value: {} });
  });

  it.each(['', 'text/plain', 'application/json+x', 'application', 'text/plain; application/json'])(
    'a body is refused if its type is "%s"',
    (type) => {
      expect(typed(type)).toEqual(WRONG_TYPE);
    },
  );

  it('a body is refused without a type, and in another charset', () => {
    expect(read('{}', {})).toEqual(WRONG_TYPE);
    expect(typed('application/json; charset=latin1')).toEqual(WRONG_CHARSET);
    expect(typed('application/json; charset=')).toEqual(WRONG_CHARSET);
    expect(typed('application/json; profile=x; CHARSET="utf-16"')).toEqual(WRONG_CHARSET);
  });

  it('a body is refused if it is compressed, and read if it says that it is not', () => {
    expect(typed('application/json', { 'content-encoding': 'gzip' })).toEqual(ENCODED);
    expect(typed('application/json', { 'content-encoding': '' })).toEqual(ENCODED);
    expect(typed('application/json', { 'content-encoding': ' Identity ' })).toEqual({ ok: true, value: {} });
  });

  it('a body may have as many bytes as the route accepts, and not one more', () => {
    expect(read(`"${'a'.repeat(18)}"`)).toEqual({ ok: true, value: 'a'.repeat(18) });
    const said = 'The body has 21 bytes. This route accepts at most 20.';
    expect(read(`"${'a'.repeat(19)}"`)).toEqual(refusal(413, 'too_large', said));
    // Bytes count, not characters.
    expect(read(`"${'é'.repeat(9)}"`).ok).toBe(true);
    expect(read(`"${'é'.repeat(10)}"`).ok).toBe(false);
  });

  it('a body is judged by its type first, then by its size, then by its text', () => {
    const large = '{'.repeat(30);
    expect(read(large, { 'content-type': 'text/plain' })).toEqual(WRONG_TYPE);
    expect(read(large)).toMatchObject({ ok: false, error: { status: 413 } });
    expect(read('{')).toEqual(refusal(400, 'invalid', 'The body is not valid JSON.'));
  });

  it('a body is ignored if a route has none, and may be absent if it is optional', () => {
    expect(read('{', {}, { body: 'none' })).toEqual({ ok: true, value: undefined });
    for (const nothing of [undefined, '']) {
      expect(read(nothing, {}, { body: 'optional' })).toEqual({ ok: true, value: undefined });
      expect(read(nothing, {})).toEqual(WRONG_TYPE);
      expect(read(nothing)).toEqual(refusal(400, 'invalid', 'The body is not valid JSON.'));
    }
    expect(read(' ', {}, { body: 'optional' })).toEqual(WRONG_TYPE);
    expect(read('{"a":1}', JSON_TYPE, { body: 'optional' })).toEqual({ ok: true, value: { a: 1 } });
  });

  it('a body in base64 is the same, as the gateway passes bytes', () => {
    const body = Buffer.from('{"a":"é"}').toString('base64');
    const event = { ...EVENT, body, headers: JSON_TYPE };
    expect(checkedBody({ ...event, isBase64Encoded: true }, RULE)).toEqual({ ok: true, value: { a: 'é' } });
    expect(checkedBody(event, RULE).ok).toBe(false);
  });
});

const ROOT = join(__dirname, '../../src/lambda');

/** A cast claims a type without a check. Only the generated validators may say what type an input has. */
const CAST = /\bas (?!const\b|[\w$]+ from\b|string extends\b)[A-Za-z_{[]/;

it.each(['console', 'http', 'v1'])('the code in src/lambda/%s has no casts', (folder) => {
  const cast = readdirSync(join(ROOT, folder)).flatMap((file) =>
    readFileSync(join(ROOT, folder, file), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line) && !line.startsWith('import ') && CAST.test(withoutText(line)))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(cast).toEqual([]);
});

it('a cast would be found', () => {
  for (const line of ['const id = given as RequestId;', 'return (body as { id: string }).id;', 'x as unknown'])
    expect(CAST.test(withoutText(line))).toBe(true);
  for (const line of ["const NAMES = ['a'] as const;", 'import * as keys from x;', "const said = 'as Text';"])
    expect(CAST.test(withoutText(line))).toBe(false);
});

const withoutText = (line: string): string => line.replace(/'[^']*'|`[^`]*`|"[^"]*"/g, "''");
