/** Words in pieces: what a text, a reference and an instant become. */
import { idWords, joined, named, plainText, said, textOf } from '../../src/protocol/words';

it('neighbouring texts are one piece, and empty texts none', () => {
  const who = named('operator', 'op_a');
  expect(said`${who} has ${2} of ${['3', ' keys']}${''}, ${null}`).toEqual([who, ' has 2 of 3 keys, null']);
  expect(said`${''}`).toEqual([]);
});

it('words are joined with something between them, and nothing is nothing', () => {
  expect(joined([['a'], ['b']], '; ')).toEqual(['a; b']);
  expect(joined([], '; ')).toEqual([]);
});

it('an id is a reference in quotation marks, and one with escaped characters is only text', () => {
  expect(idWords('group', 'grp_a')).toEqual(['"', { kind: 'group', id: 'grp_a' }, '"']);
  expect(idWords('operator', 'a"b')).toEqual(['"a\\"b"']);
});

it('a line has the text of a param: ids as ids, instants in UTC', () => {
  const line = { field: 'f', before: null, after: said`${named('operator', 'op_a')} from ${{ at: 0 }}` };
  expect(textOf(line)).toBe('op_a from 1970-01-01T00:00:00.000Z');
  expect(textOf({ ...line, before: ['none'] })).toBe('none → op_a from 1970-01-01T00:00:00.000Z');
  expect(plainText(line.after, ({ kind, id }) => `${kind} ${id}`, String)).toBe('operator op_a from 0');
});
