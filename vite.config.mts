/**
 * Builds the console, `src/console` to `dist/console`: plain files, with one inline script whose hash is in the CSP. The OpenAPI
 * document of `/v1` is beside them.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = process.cwd();

/** A font that comes late is used from the next page on: the text of a page that is being read does not move. */
const fontsOnTime = {
  postcssPlugin: 'fonts-on-time',
  Declaration: {
    'font-display': (declaration: { value: string }) => {
      declaration.value = 'optional';
    },
  },
};

const LICENCES = 'THIRD_PARTY_LICENSES';

/** What Vite does not list, because it is no code of a package. */
const NO_CODE = [
  ['Inter (OFL-1.1)', 'node_modules/@fontsource-variable/inter/LICENSE'],
  ['Lucide (ISC)', 'src/console/lucide-licence.txt'],
] as const;

const licencesOfFontsAndIcons: Plugin = {
  name: 'licences-of-fonts-and-icons',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const file = bundle[LICENCES];
      if (file?.type !== 'asset') throw new Error(`Vite wrote no ${LICENCES}`);
      const texts = NO_CODE.map(([name, path]) => `\n## ${name}\n\n${readFileSync(resolve(here, path), 'utf8')}`);
      file.source = [file.source, ...texts].join('');
    },
  },
};

/** Without `servers`, so that the base URL of a generated client is the address that the document was read from. */
const apiDocument: Plugin = {
  name: 'api-document',
  generateBundle() {
    const { servers: _, ...document } = JSON.parse(
      readFileSync(resolve(here, 'generated/service.openapi.json'), 'utf8'),
    );
    this.emitFile({ type: 'asset', fileName: 'openapi.json', source: `${JSON.stringify(document, null, 2)}\n` });
  },
};

export default defineConfig({
  root: resolve(here, 'src/console'),
  plugins: [react(), licencesOfFontsAndIcons, apiDocument],
  // A tenth of the code of React, all of which a phone would read before the first row (docs/design.md#console).
  resolve: {
    alias: [
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
    ],
  },
  css: { postcss: { plugins: [fontsOnTime] } },
  build: {
    outDir: resolve(here, 'dist/console'),
    emptyOutDir: true,
    // light-dark() and AbortSignal.any() are in all of these.
    target: ['chrome123', 'firefox124', 'safari17.5'],
    // A small asset as a data: URL would need more than the CSP allows.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    license: { fileName: LICENCES },
    // What the inbox needs is one file: each file more is a request that a slow phone has to make.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8787', '/local': 'http://127.0.0.1:8787' } },
});
