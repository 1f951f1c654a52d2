/** Small parts of the console that every page uses. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationHash } from '../../../src/console/lib/bytes';
import { isWaiting } from '../../../src/console/lib/changes';
import { observeServerNow, serverNow } from '../../../src/console/lib/clock';
import { codeIn, digitsOf } from '../../../src/console/lib/code';
import { formatInstant, sentence } from '../../../src/console/lib/format';
import { parsePeople } from '../../../src/console/lib/invite';
import { deviceOf } from '../../../src/console/lib/signing-keys';
import { tarOf } from '../../../src/console/lib/tar';
import { shortFingerprint } from '../../../src/protocol/operation-fingerprint';
import { aFolder } from '../../support/folder';
import vectors from '../../vectors/operation-hash.json';
import { operatorOf } from './given';

// A module that needs the types of a browser, which the types of the service do not have.
const {
  EVENT_TYPES,
  eventName,
}: { EVENT_TYPES: string[]; eventName(type: string): string } = require('../../../src/console/lib/event-names');

it('a message of the service is a sentence, with times as on this device', () => {
  expect(sentence('you approved at 2026-11-20T12:00:00.000Z')).toBe(
    `You approved at ${formatInstant(Date.parse('2026-11-20T12:00:00Z'))}.`,
  );
  expect(sentence('2026-11-20T12:00:00Z and 2026-11-20T12:00:00.25Z')).not.toMatch(/T12:00/);
  expect(sentence('Done!')).toBe('Done!');
  expect(sentence('Why?')).toBe('Why?');
  expect(sentence('It is over.')).toBe('It is over.');
  expect(sentence('Mr. X left')).toBe('Mr. X left.');
});

it('the answer to an edit that waits for approval says so', () => {
  expect(isWaiting({ change: {} })).toBe(true);
  expect(isWaiting({ operator: {} })).toBe(false);
});

it('the time is that of the service’s last answer', () => {
  observeServerNow({ server_now: 9_000_000 });
  observeServerNow({ server_now: 1_000_000 });
  expect(serverNow()).toBeGreaterThanOrEqual(1_000_000);
  expect(serverNow()).toBeLessThan(1_060_000);
  for (const other of [null, undefined, {}, { server_now: 'x' }]) observeServerNow(other);
  expect(serverNow()).toBeLessThan(1_060_000);
});

it('the archive of an export can be opened with tar, with the text, the time and the mode of each file', () => {
  const files = { 'a.txt': 'hello', 'empty.txt': '', 'exact.txt': 'x'.repeat(512), 'ü.txt': 'grüße'.repeat(200) };
  const archive = tarOf('folder', files, 1_700_000_000);
  expect(archive.length % 512).toBe(0);
  expect(archive.slice(-1024).every((byte) => byte === 0)).toBe(true);
  const folder = aFolder();
  writeFileSync(join(folder, 'x.tar'), archive);
  const tar = (...args: string[]) => spawnSync('tar', args, { cwd: folder, encoding: 'utf8' });
  const listed = tar('--utc', '--full-time', '-tvf', 'x.tar');
  expect(listed.stderr).toBe('');
  expect(listed.stdout.split('\n')[0]).toMatch(/^-rw-r--r-- 0\/0 +5 2023-11-14 22:13:20 folder\/a\.txt$/);
  for (const [name, text] of Object.entries(files)) {
    const header = Buffer.from(archive)
      .subarray(Buffer.from(archive).indexOf(`folder/${name}\0`))
      .subarray(0, 512);
    expect(header.toString('latin1', 100, 124)).toBe('0000644\x000000000\x000000000\0');
    const size = Buffer.byteLength(text).toString(8);
    expect(header.toString('latin1', 124, 148)).toBe([size.padStart(11, '0'), '14524770400', ''].join('\0'));
    expect(header.toString('latin1', 156, 157)).toBe('0');
    expect(header.toString('latin1', 257, 265)).toBe('ustar\x0000');
    expect(tar('-xOf', 'x.tar', `folder/${name}`).stdout).toBe(text);
  }
});

it('a device is described by the way in which the browser connects to it', () => {
  const told = [['internal', 'hybrid'], ['hybrid', 'usb'], ['usb'], ['nfc'], ['ble'], ['smart-card'], ['cable'], []];
  expect(told.map(deviceOf)).toEqual([
    'in the device',
    'on a phone',
    ...Array(4).fill('a security key'),
    ...Array(2).fill('unknown device'),
  ]);
});

it('each event has a name', () => {
  expect(Object.fromEntries(EVENT_TYPES.map((type) => [type, eventName(type)]))).toEqual({
    'request.authorized': 'Approved',
    'request.denied': 'Refused',
    'request.expired': 'Expired',
    'request.aborted': 'Aborted',
    'request.failed': 'Integration call failed',
    'request.executed': 'Sealed call succeeded',
    'request.execution_failed': 'Sealed call failed',
  });
});

it.each(vectors.cases)(
  'the page computes the same fingerprint of $action as the service ($operation_hash)',
  async ({ action, params, operation_hash }) => {
    expect(await operationHash(action, params as unknown as Record<string, string>)).toBe(operation_hash);
  },
);

it.each([
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

it('the field for a code keeps only digits while somebody types', () => {
  expect(digitsOf('12a-3')).toBe('123');
});

it('the digits of every script are their decimal value, typed and pasted', () => {
  const scripts = new Set(Intl.supportedValuesOf('numberingSystem').map(digitsIn).filter(isDigits));
  for (const digits of scripts) {
    expect(digitsOf(digits)).toBe('0123456789');
    expect(codeIn([...digits].slice(2).join(''))).toBe('23456789');
  }
  // Also of the scripts that Intl does not know: whole rows of ten.
  const known = new Set([...scripts].flatMap((digits) => [...digits]));
  const all = Array.from({ length: 0x110000 }, (_, at) => String.fromCodePoint(at));
  const others = all.filter((each) => /\p{Nd}/u.test(each) && !known.has(each));
  expect(digitsOf(others.join(''))).toBe('0123456789'.repeat(others.length / 10));
});

const digitsIn = (system: string): string => {
  const format = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false });
  return Array.from({ length: 10 }, (_, value) => format.format(value)).join('');
};
const isDigits = (text: string): boolean => /^\p{Nd}{10}$/u.test(text);

it.each([
  ['full width, as a Japanese keyboard writes it', '１２３４５６７８'],
  ['full width in two groups', '１２３４　５６７８'],
  ['full width with a full-width hyphen', '１２３４－５６７８'],
  ['two scripts', '١٢٣٤ ५६७८'],
  ['a line of a message', 'コード：１２３４ ５６７８（10 分以内）'],
])('a code is read from %s', (_, pasted) => {
  expect(codeIn(pasted)).toBe('12345678');
});

it('a fingerprint is shown in four groups, and an empty one as nothing', () => {
  expect(shortFingerprint('')).toBe('');
  expect(shortFingerprint('abcdef')).toBe('abcd ef');
  expect(shortFingerprint(`sha256:${'0123456789abcdef'.repeat(4)}`)).toBe('0123 4567 89ab cdef');
  expect(shortFingerprint('0123456789abcdefff sha256:')).toBe('0123 4567 89ab cdef');
});

/** People to invite, as others write them down. */
const OPERATORS = [operatorOf('op_b')] as unknown as Parameters<typeof parsePeople>[2];
const read = (text: string) => parsePeople(text, 'operator', OPERATORS);
const inShort = (text: string) =>
  read(text).people.map(({ id, name, email, role }) => [id, name, email, role].join(' | '));

describe('pasted text', () => {
  test('each pasted address is one person, whose name and id come from the address if nothing else is given', () => {
    expect(inShort('ada.lovelace@acme.dev\r\n\n  Grace <grace+ops@acme.dev>')).toEqual([
      'op_ada.lovelace | Ada Lovelace | ada.lovelace@acme.dev | operator',
      'op_grace_ops | Grace | grace+ops@acme.dev | operator',
    ]);
    expect(inShort('a@acme.dev, b@acme.dev; Cy <c@acme.dev>')).toHaveLength(3);
  });

  test('pasted CSV can have column titles in any order, or none', () => {
    expect(inShort('Role,Id,Name,E-mail\nadmin,op_x,"Lovelace, Ada",ada@acme.dev\n,,Bo,bo@acme.dev')).toEqual([
      'op_x | Lovelace, Ada | ada@acme.dev | admin',
      'op_bo | Bo | bo@acme.dev | operator',
    ]);
    expect(inShort('Ada Lovelace;ada@acme.dev;Admin;op_ada2')).toEqual([
      'op_ada2 | Ada Lovelace | ada@acme.dev | admin',
    ]);
    expect(inShort('"The ""Count""",ada@acme.dev')).toEqual(['op_ada | The "Count" | ada@acme.dev | operator']);
  });

  test('pasted people get ids that nobody has', () => {
    const taken = [operatorOf('op_ada', { email: 'other@acme.dev' })] as unknown as Parameters<typeof parsePeople>[2];
    const { people } = parsePeople('ada@acme.dev\nada@example.com\nADA@example.org', 'operator', taken);
    expect(people.map(({ id }) => id)).toEqual(['op_ada2', 'op_ada3', 'op_ada4']);
  });

  test('pasted text is reported if it is an operator already, is repeated or is not an address', () => {
    expect(read('OP_B@acme.dev\nx@acme.dev\nX@ACME.dev\nhello').left).toEqual([
      'OP_B@acme.dev is an operator already, or is here twice.',
      'X@ACME.dev is an operator already, or is here twice.',
      '“hello” has no address.',
    ]);
    expect(read('').people).toEqual([]);
  });
});
