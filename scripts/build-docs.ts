/**
 * `npm run docs [-- FOLDER]`: builds the API reference from the bundled documents as one page that works offline, into
 * `dist/docs/` by default.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type ApiDocument, referenceOf } from './build-docs/reference';
import { missing, pathIn } from './support/needed.cjs';

const ROOT = join(__dirname, '..');

/** The only reference to another host in the bundle. The image removes itself if it does not load. */
const REMOTE_LOGO = 'https://cdn.redoc.ly/redoc/logo-mini.svg';
/** A sample can be read without horizontal scrolling. */
const OPTIONS = {
  disableSearch: false,
  hideDownloadButton: true,
  untrustedSpec: false,
  theme: { rightPanel: { width: '45%' }, typography: { code: { wrap: true } } },
};

/** The reader's browser contacts no host, whatever the bundle or a description refers to. */
const POLICY =
  "img-src data:; connect-src 'none'; font-src data:; media-src 'none'; frame-src 'none'; object-src 'none'";

const absent = missing('npm run docs', 'redoc', 'tools');
if (absent !== null) {
  console.error(absent);
  process.exit(1);
}
const [folder = join(ROOT, 'dist/docs')] = parseArgs({ allowPositionals: true }).positionals;
const out = resolve(folder);
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'redoc.js'), bundle());
writeFileSync(join(out, 'index.html'), pageOf(referenceOf(read('service'), read('console'))));
console.log(`${join(out, 'index.html')}: open it in a browser`);

function read(name: 'service' | 'console'): ApiDocument {
  return JSON.parse(readFileSync(join(ROOT, `generated/${name}.openapi.json`), 'utf8'));
}

function bundle(): string {
  const parts = readFileSync(pathIn('tools', 'redoc/bundles/redoc.standalone.js'), 'utf8').split(REMOTE_LOGO);
  // Before you use another version of redoc, check what its bundle loads.
  if (parts.length !== 2) throw new Error(`redoc's bundle names ${REMOTE_LOGO} ${parts.length - 1} times, not once`);
  return parts.join('data:,');
}

function pageOf(document: ApiDocument): string {
  // `<` inside a string must not end the script element.
  const json = JSON.stringify(document).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.info.title}</title>
<style>body { margin: 0; }</style>
</head>
<body>
<main id="reference"></main>
<script src="redoc.js"></script>
<script>Redoc.init(${json}, ${JSON.stringify(OPTIONS)}, document.getElementById('reference'));</script>
</body>
</html>
`;
}
