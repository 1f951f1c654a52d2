/**
 * The console's built files, with the headers that CloudFront sends on AWS. If they are not built, a page says how to
 * build them.
 */
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { SECURITY_HEADERS } from '../lambda/console/security-headers';
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
    const file = fileOf(root, request.url ?? '/');
    const type = TYPES[file === null ? '.html' : extname(file)] ?? 'application/octet-stream';
    const immutable = file?.startsWith(join(root, 'assets') + sep) === true;
    response.writeHead(200, {
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

/** The file if it exists, or else the application's one page for its own routes. Null if nothing is built. */
function fileOf(root: string, url: string): string | null {
  const page = join(root, 'index.html');
  const wanted = resolve(root, `.${pathOf(url)}`);
  if (wanted.startsWith(root + sep) && existsSync(wanted) && statSync(wanted).isFile()) return wanted;
  return existsSync(page) ? page : null;
}

function pathOf(url: string): string {
  try {
    return decodeURIComponent(new URL(url, 'http://local').pathname);
  } catch {
    return '/';
  }
}
