/**
 * The console's built files, with the headers that CloudFront sends on AWS. If they are not built, a page says how to
 * build them.
 */
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { PAGE_PATHS } from '../../generated/page-paths';
import { SECURITY_HEADERS } from '../lambda/console/security-headers';
import { CALLBACK_PATH } from '../service/access/use-cases/company-sign-in';
import { readIfThere } from './platform/files';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const NOT_BUILT =
  '<!doctype html><html lang="en"><title>Console</title><p>The console is not built: run <code>npm run build:console</code>.</p></html>';

export interface ConsoleFiles {
  readonly directory?: string;
  /** Changes the application's one page before it is sent. */
  readonly change?: (page: string) => string;
  readonly headers?: Readonly<Record<string, string>>;
}

const BUILT = join(__dirname, '../../dist/console');

/** The application's one page as built; null if it is not built. */
export function builtPage(directory = BUILT): string | null {
  return readIfThere(join(directory, 'index.html'));
}

export function consoleFiles({ directory = BUILT, change, headers = SECURITY_HEADERS }: ConsoleFiles = {}) {
  const root = resolve(directory);
  const index = join(root, 'index.html');
  return (request: IncomingMessage, response: ServerResponse): void => {
    const path = pathOf(request.url ?? '/');
    const found = fileAt(root, path);
    const file = found ?? (existsSync(index) ? index : null);
    const type = TYPES[file === null ? '.html' : extname(file)] ?? 'application/octet-stream';
    const immutable = file?.startsWith(join(root, 'assets') + sep) === true;
    // People see the application's own page, and a probe or a crawler the status.
    response.writeHead(found !== null || IS_PAGE.test(path) ? 200 : 404, {
      ...headers,
      'content-type': type,
      'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    if (request.method === 'HEAD') response.end();
    else if (file === null) response.end(NOT_BUILT);
    else if (file === index && change !== undefined) response.end(change(readFileSync(file, 'utf8')));
    else createReadStream(file).pipe(response);
  };
}

/** The paths at which the application's one page shows something. */
const IS_PAGE = new RegExp(
  `^(${[...PAGE_PATHS, '/sign-in', CALLBACK_PATH].map((path) => path.replaceAll(/:\w+/g, '[^/]+')).join('|')})$`,
);

/** Null if there is no such file. */
function fileAt(root: string, path: string): string | null {
  const wanted = resolve(root, `.${path}`);
  return wanted.startsWith(root + sep) && existsSync(wanted) && statSync(wanted).isFile() ? wanted : null;
}

/** As it is sent: an id in it can have an encoded slash. A path that cannot be decoded is no page and no file. */
function pathOf(url: string): string {
  try {
    return decodeURI(new URL(url, 'http://local').pathname);
  } catch {
    return '';
  }
}
