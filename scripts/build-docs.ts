/** `npm run docs`: the API reference as one page that needs no network, from the bundled documents, into `dist/docs/`. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');
const OUT = join(ROOT, 'dist/docs');
const PAGES = { index: 'service', console: 'console' } as const;

mkdirSync(OUT, { recursive: true });
copyFileSync(join(ROOT, 'node_modules/redoc/bundles/redoc.standalone.js'), join(OUT, 'redoc.js'));
for (const [page, name] of Object.entries(PAGES)) {
  const document = JSON.parse(readFileSync(join(ROOT, `generated/${name}.openapi.json`), 'utf8')) as {
    info: { title: string };
  };
  writeFileSync(join(OUT, `${page}.html`), pageOf(document));
}
console.log(`${join(OUT, 'index.html')}: open it in a browser`);

function pageOf(document: { readonly info: { readonly title: string } }): string {
  // `<` cannot end the script element from inside a string.
  const json = JSON.stringify(document).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.info.title}</title>
</head>
<body>
<main id="reference"></main>
<script src="redoc.js"></script>
<script>Redoc.init(${json}, { disableSearch: false, hideDownloadButton: true, untrustedSpec: false }, document.getElementById('reference'));</script>
</body>
</html>
`;
}
