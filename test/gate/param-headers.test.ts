/** Which arguments are in headers, which headers do not agree with them, and which marks of a tool are wrong (SEP-2243). */
import type { JsonObject } from '../../src/gate/core';
import { createFilter } from '../../src/gate/mcp/lists';
import { disagreeingHeader, headerFaultIn, paramHeaders } from '../../src/gate/mcp/param-headers';
import { aConfig } from './world';

const toolWith = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  name: 'pay',
  inputSchema: { type: 'object', properties, ...more },
});
const mark = (name: unknown, type: unknown = 'string') => ({ type, 'x-mcp-header': name }) as JsonObject;
const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;

it.each<readonly [string, unknown, string | undefined]>([
  ['a text', 'eu-west 1', 'eu-west 1'],
  ['an empty text', '', '=?base64??='],
  ['a text with a space before it', ' a', base64(' a')],
  ['a text with a space after it', 'a ', base64('a ')],
  ['a tab', 'a\tb', base64('a\tb')],
  ['a line that would be another header', 'a\r\nx-evil: 1', base64('a\r\nx-evil: 1')],
  ['the last character of ASCII that is printed', '~', '~'],
  ['the one after it', '\x7f', base64('\x7f')],
  ['a text beyond ASCII', 'Zürich 🏦', base64('Zürich 🏦')],
  ['a text that looks encoded', '=?base64?YQ==?=', base64('=?base64?YQ==?=')],
  ['a text that only begins so', '=?base64?YQ==', '=?base64?YQ=='],
  ['a number', 42, '42'],
  ['a negative number', -1, '-1'],
  ['the largest safe number', 2 ** 53 - 1, '9007199254740991'],
  ['a number beyond it', 2 ** 53, undefined],
  ['true', true, 'true'],
  ['false', false, 'false'],
  ['null', null, undefined],
  ['nothing', undefined, undefined],
  ['an object', { a: 1 }, undefined],
  ['a list', ['a'], undefined],
])('an argument that is %s has its header, or none', (_, value, header) => {
  const args = (value === undefined ? {} : { region: value }) as JsonObject;
  const headers = paramHeaders(toolWith({ region: mark('Region') }), args);
  expect(headers).toEqual(header === undefined ? {} : { 'Mcp-Param-Region': header });
});

it.each<readonly [string, header: string | undefined, value: unknown, agrees: boolean]>([
  ['a literal text', 'eu', 'eu', true],
  ['a text in other letters', 'EU', 'eu', false],
  ['a text that is longer', 'eu-west', 'eu', false],
  ['an encoded text', base64('Zürich'), 'Zürich', true],
  ['an encoded text that need not be', base64('eu'), 'eu', true],
  ['another encoded text', base64('us'), 'eu', false],
  ['an encoded text without its padding', '=?base64?SGVsbG8?=', 'Hello', false],
  ['an encoded text with characters of no text', '=?base64?SGVs!!!bG8=?=', 'Hello', false],
  ['bytes that are no text', '=?base64?/w==?=', '\ufffd', false],
  ['what only begins like an encoded text', '=?base64?SGVsbG8=', '=?base64?SGVsbG8=', true],
  ['what is encoded but not marked so', 'SGVsbG8=', 'Hello', false],
  ['an empty header', '', '', true],
  ['a whole number', '42', 42, true],
  ['a whole number with a point', '42.0', 42, true],
  ['a negative number', '-7', -7, true],
  ['another number', '43', 42, false],
  ['a number in another form', '4.2e1', 42, false],
  ['an empty header for zero', '', 0, false],
  ['a number with a point for a text', '42.0', '42', false],
  ['a truth value', 'true', true, true],
  ['another truth value', 'true', false, false],
  ['a truth value in other letters', 'True', true, false],
  ['no header for a value', undefined, 'eu', false],
  ['no header for an empty text', undefined, '', false],
  ['no header for nothing', undefined, undefined, true],
  ['no header for null', undefined, null, true],
  ['no header for an object', undefined, {}, true],
  ['a header for nothing', 'eu', undefined, false],
  ['a header for null', 'null', null, false],
  ['a header for a list', 'eu', ['eu'], false],
])('%s agrees with its argument, or it does not', (_, header, value, agrees) => {
  const tool = toolWith({ other: mark('Other'), region: mark('Region') });
  const args = (value === undefined ? {} : { region: value }) as JsonObject;
  const headers = new Headers(header === undefined ? {} : { 'MCP-PARAM-REGION': header });
  expect(disagreeingHeader(tool, args, headers)).toBe(agrees ? null : 'Mcp-Param-Region');
});

it('an argument inside an object has a header, and one without a mark or of the same name elsewhere has none', () => {
  const account = { type: 'object', properties: { 'bank.id': mark('Bank'), iban: { type: 'string' } } };
  const args = { account: { 'bank.id': 'b', iban: 'i' }, bank: { id: 'other' }, 'account.bank.id': 'other' };
  expect(paramHeaders(toolWith({ account, constructor: mark('C') }), args)).toEqual({ 'Mcp-Param-Bank': 'b' });
});

it.each<[string, JsonObject, JsonObject?]>([
  ['is empty', { a: mark('') }],
  ['is no text', { a: mark(7) }],
  ['has a space', { a: mark('My Region') }],
  ['has a colon', { a: mark('Region:') }],
  ['is beyond ASCII', { a: mark('Région') }],
  ['would be two lines', { a: mark('A\r\nB') }],
  ['is on an object', { a: mark('A', 'object') }],
  ['is on a list', { a: mark('A', 'array') }],
  ['is on null', { a: mark('A', 'null') }],
  ['is on a number with a fraction', { a: mark('A', 'number') }],
  ['is on an argument without a type', { a: { 'x-mcp-header': 'A' } }],
  ['is there twice', { a: mark('Region'), b: mark('Region') }],
  ['is there twice in other letters', { a: mark('Region'), b: { type: 'object', properties: { c: mark('region') } } }],
  ['is in a list', { a: { type: 'array', items: mark('A') } }],
  ['is in one of several schemas', { a: { anyOf: [mark('A'), { type: 'null' }] } }],
  ['is in a schema that is referred to', { a: { $ref: '#/$defs/a' } }, { $defs: { a: mark('A') } }],
  ['is on all arguments', {}, { 'x-mcp-header': 'A' }],
])('a mark that %s makes the definition of its tool wrong', (_, properties, more = {}) => {
  expect(headerFaultIn(toolWith(properties, more))).toEqual(expect.any(String));
});

it.each<[string, JsonObject, JsonObject?]>([
  ['no mark', { a: { type: 'string' } }],
  ['a mark of each type', { a: mark('A'), b: mark('B', 'integer'), c: mark('C', 'boolean') }],
  ['an argument with the name of the mark', { 'x-mcp-header': { type: 'string' } }],
  ['a mark in an example', { a: { type: 'object', default: { 'x-mcp-header': 'A' } } }],
])('a tool with %s is right', (_, properties, more = {}) => {
  expect(headerFaultIn(toolWith(properties, more))).toBeNull();
});

it('a tool with a wrong mark is left out over HTTP, where headers are sent, and logged once', () => {
  const log = jest.fn();
  const kind = { method: 'tools/list', member: 'tools', definition: 'Tool' } as const;
  const upstreams = { web: { url: 'http://127.0.0.1:1/mcp' }, local: { command: 'node' } };
  const filter = createFilter(aConfig({ upstreams, rules: [] }), log);
  const tools = [toolWith({ a: mark('') }), { ...toolWith({ a: mark('A') }), name: 'get' }];
  for (const _ of [1, 2]) expect(filter('web', kind, tools).map(({ name }) => name)).toEqual(['get']);
  expect(log.mock.calls).toEqual([[expect.any(String), expect.objectContaining({ upstream: 'web', tool: 'pay' })]]);
  expect(filter('local', kind, tools)).toHaveLength(2);
});
