/** Builds the console, `src/console` to `dist/console`: plain files, with one inline script whose hash is in the CSP. */
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

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

export default defineConfig({
  root: resolve(here, 'src/console'),
  plugins: [react()],
  // A tenth of the code of React, all of which a phone would read before the first row (docs/decisions/console-library.md).
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
    // What the inbox needs is one file: each file more is a request that a slow phone has to make.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8787', '/local': 'http://127.0.0.1:8787' } },
});
