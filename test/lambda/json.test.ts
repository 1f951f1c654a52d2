import { parseJson } from '../../src/lambda/http/json';

const parse = (text: string) => parseJson(Buffer.from(text));

describe('the reader of bodies', () => {
  it.each(['1e999', '-1e999', '{"lease_seconds": 1e309}', '[1, 2E+400]', `{"a": ${'9'.repeat(400)}}`])(
    'refuses a number that is not finite: %s',
    (text) => {
      expect(parse(text)).toMatchObject({ ok: false });
      expect(JSON.stringify(parse(text))).not.toContain('Infinity');
    },
  );

  it.each(['0', '-0', '1e308', '-1.7976931348623157E+308', '1e-999', '["1e999"]', '{"1e999": 1}'])(
    'takes %s',
    (text) => {
      expect(parse(text)).toEqual({ ok: true, value: JSON.parse(text) });
    },
  );
});
