/**
 * Runs the named scripts of package.json, three at a time, in the order given: the longest first. Each one's output is
 * printed as a whole when it ends. Fails if any of them fails, after all have ended.
 *
 * `--first SCRIPT` begins with that one. It prints as it goes, and gets the arguments after `--`.
 *
 * A script after `--ci` runs in CI alone: by its own command it does what the suites do without it.
 */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import ci from './support/ci.cjs';

// More than the cores of a small machine, because tests also wait.
const LANES = 3;
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

const args = process.argv.slice(2);
const end = args.includes('--') ? args.indexOf('--') : args.length;
const passedOn = args.slice(end + 1);
const first = args[0] === '--first' ? args[1] : null;
const waiting = args
  .slice(first === null ? 0 : 2, end)
  .filter((name, place, all) => name !== '--ci' && (all[place - 1] !== '--ci' || ci.IS_CI));
const failed = [];

async function lane() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const { code, said } = await run(name);
    process.stdout.write(said);
    if (code !== 0) failed.push(name);
  }
}

/** As npm does, without half a second of npm for each. */
function start(name, given, stdio) {
  // `jest.config.js` reads the name of the script.
  const env = {
    ...process.env,
    npm_lifecycle_event: name,
    PATH: `${resolvePath('node_modules/.bin')}:${process.env.PATH}`,
  };
  return spawn('sh', ['-c', `${scripts[name]} "$@"`, name, ...given], { stdio, env });
}

function run(name) {
  return new Promise((resolve) => {
    const child = start(name, [], ['ignore', 'pipe', 'pipe']);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
    child.once('error', (error) => resolve({ code: 1, said: `${name}: ${error.message}\n` }));
    child.once('close', (code) => resolve({ code, said }));
  });
}

function runFirst() {
  return new Promise((resolve) => {
    const child = start(first, passedOn, 'inherit');
    child.once('error', (error) => {
      process.stderr.write(`${first}: ${error.message}\n`);
      resolve(1);
    });
    child.once('close', resolve);
  }).then((code) => {
    if (code !== 0) failed.push(first);
  });
}

const lanes = Array.from({ length: LANES }, (_, n) => (n === 0 && first !== null ? runFirst().then(lane) : lane()));
await Promise.all(lanes);
if (failed.length > 0) {
  process.stderr.write(`failed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}
