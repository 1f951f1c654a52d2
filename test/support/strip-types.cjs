/**
 * `node --require strip-types.cjs program.ts`: what `tsx` does for the programs of this project, in a part of the time.
 *
 * Types are stripped as in the tests, once for each content of a file. Programs are started many times in the tests;
 * one test of each starts it by its own command.
 */
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');

const SWC_VERSION = require('@swc/core/package.json').version;
const CACHE = join(__dirname, '../../node_modules/.cache/typescript');
const OPTIONS = {
  jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
  module: { type: 'commonjs', ignoreDynamic: true },
};
const KEY = JSON.stringify([SWC_VERSION, OPTIONS]);

Module._extensions['.ts'] = (module, filename) => {
  module._compile(javascriptOf(readFileSync(filename, 'utf8'), filename), filename);
};

function javascriptOf(source, filename) {
  const cached = join(CACHE, `${createHash('sha256').update(KEY).update(source).digest('hex')}.js`);
  try {
    return readFileSync(cached, 'utf8');
  } catch {
    const { code } = require('@swc/core').transformSync(source, { ...OPTIONS, filename, swcrc: false });
    mkdirSync(CACHE, { recursive: true });
    // Another process may write the same file, and no process may read an incomplete one.
    writeFileSync(`${cached}.${process.pid}`, code);
    renameSync(`${cached}.${process.pid}`, cached);
    return code;
  }
}
