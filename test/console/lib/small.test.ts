/** Small parts of the console that every page uses. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN_ACTION, DOCUMENT_PARAM, isWaiting, KEY_TITLE, TITLE_PARAM } from '../../../src/console/lib/changes';
import { observeServerNow, serverNow } from '../../../src/console/lib/clock';
import { sentence } from '../../../src/console/lib/plain-time';
import { tarOf } from '../../../src/console/lib/tar';
import { formatInstant } from '../../../src/console/lib/time';
import { DOCUMENT_PARAM as PARAM_OF_THE_SERVICE } from '../../../src/core/administration/change';
import { TITLE_PARAM as TITLE_OF_THE_SERVICE } from '../../../src/core/administration/words';
import { ADMIN_ACTION as ACTION_OF_THE_SERVICE } from '../../../src/core/request/administrative';

// Modules that need the types of a browser, which the types of the service do not have.
const {
  endpointName,
}: { endpointName(of: { description: string; url: string }): string } = require('../../../src/console/lib/names');
const {
  deadlineOf,
  requestKey,
}: {
  deadlineOf(of: { view: object }): number;
  requestKey(id: string): unknown;
} = require('../../../src/console/lib/requests');
const {
  matchPath,
}: { matchPath(pattern: string, path: string): object | null } = require('../../../src/console/lib/router');

it('a path names a page, and its parts are decoded', () => {
  expect(matchPath('/requests/:id', '/requests/req_1')).toEqual({ id: 'req_1' });
  expect(matchPath('/a/:x/b/:y', '/a/1/b/2')).toEqual({ x: '1', y: '2' });
  expect(matchPath('/actions/:id', '/actions/a%20b')).toEqual({ id: 'a b' });
  expect(matchPath('/actions/:id', '/actions/%zz')).toEqual({ id: '%zz' });
  expect(matchPath('/inbox', '/inbox')).toEqual({});
});

it('a path that is longer, shorter, empty in a part or another one names none', () => {
  for (const path of ['/requests', '/requests/', '/requests/1/2', '/request/1']) {
    expect(matchPath('/requests/:id', path)).toBeNull();
  }
});

it('a message of the service is a sentence, with times as this device writes them', () => {
  expect(sentence('you approved at 2026-11-20T12:00:00.000Z')).toBe(
    `You approved at ${formatInstant(Date.parse('2026-11-20T12:00:00Z'))}.`,
  );
  expect(sentence('2026-11-20T12:00:00Z and 2026-11-20T12:00:00.25Z')).not.toMatch(/T12:00/);
  expect(sentence('Done!')).toBe('Done!');
  expect(sentence('Why?')).toBe('Why?');
  expect(sentence('It is over.')).toBe('It is over.');
  expect(sentence('Mr. X left')).toBe('Mr. X left.');
});

it('an endpoint is called by what an admin wrote it is for, or by its host', () => {
  const url = 'https://hooks.example.com:8443/x';
  expect(endpointName({ description: 'Billing', url })).toBe('Billing');
});

it('a request ends with its round, where one is under way, or by itself', () => {
  const view = (expires_at: number, window_ends_at: number | null) =>
    deadlineOf({ view: { expires_at, window_ends_at } });
  expect(view(100, null)).toBe(100);
  expect(view(100, 50)).toBe(50);
  expect(view(100, 150)).toBe(100);
  expect(requestKey('req_1')).toEqual(['request', 'req_1']);
});

it('the names of the built-in action and of its params are those of the service', () => {
  expect([ADMIN_ACTION, DOCUMENT_PARAM, TITLE_PARAM]).toEqual([
    ACTION_OF_THE_SERVICE,
    PARAM_OF_THE_SERVICE,
    TITLE_OF_THE_SERVICE,
  ]);
  expect(KEY_TITLE).toBe('Create an API key');
});

it('an answer that has a change says that it waits', () => {
  expect(isWaiting({ change: {} })).toBe(true);
  expect(isWaiting({ operator: {} })).toBe(false);
});

it('the time is that of the service, as its last answer told it', () => {
  observeServerNow({ server_now: 1_000_000 });
  expect(serverNow()).toBeGreaterThanOrEqual(1_000_000);
  expect(serverNow()).toBeLessThan(1_060_000);
  for (const other of [null, undefined, {}, { server_now: 'x' }]) observeServerNow(other);
  expect(serverNow()).toBeLessThan(1_060_000);
});

it('the archive of an export opens with tar, with the text, the time and the mode of each file', () => {
  const files = { 'a.txt': 'hello', 'empty.txt': '', 'exact.txt': 'x'.repeat(512), 'ü.txt': 'grüße'.repeat(200) };
  const archive = tarOf('folder', files, 1_700_000_000);
  expect(archive.length % 512).toBe(0);
  expect(archive.slice(-1024).every((byte) => byte === 0)).toBe(true);
  const folder = mkdtempSync(join(tmpdir(), 'tar-'));
  try {
    writeFileSync(join(folder, 'x.tar'), archive);
    const tar = (...args: string[]) => spawnSync('tar', args, { cwd: folder, encoding: 'utf8' });
    const listed = tar('--utc', '--full-time', '-tvf', 'x.tar');
    expect(listed.stderr).toBe('');
    expect(listed.stdout.split('\n')[0]).toMatch(/^-rw-r--r-- 0\/0 +5 2023-11-14 22:13:20 folder\/a\.txt$/);
    for (const [name, text] of Object.entries(files)) {
      expect(tar('-xOf', 'x.tar', `folder/${name}`).stdout).toBe(text);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
