/** A wrong argument is one line that says what is wrong and what is allowed, and a non-zero exit. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { TYPESCRIPT } from '../support/typescript';

const ROOT = join(__dirname, '../..');
const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  return { status, stdout, lines: stderr.trim().split('\n') };
};
const RIGHT = ['--action', 'a', '--requester', 'op', '--client', 'c', '--method', 'm'];

describe('seal', () => {
  it.each([
    ['nothing', [], /^usage: /],
    ['an unknown flag', [...RIGHT, '--amount', '5'], /--amount.*usage: /],
    ['arguments that are no JSON', [...RIGHT, '--args', '{charge'], /^--args: \{charge is not a JSON array/],
    ['arguments that are no array', [...RIGHT, '--args', '{}'], /^--args: \{\} is not a JSON array/],
    ['a param without a value', [...RIGHT, '--param', 'charge'], /^--param: "charge" is not of the form key=value/],
  ])('answers %s with one line', (_, args, sentence) => {
    const { status, stdout, lines } = run(...TYPESCRIPT, 'scripts/seal.ts', ...args);
    expect({ status, stdout, lines }).toEqual({ status: 1, stdout: '', lines: [expect.stringMatching(sentence)] });
  });
});

it('bench answers an unknown part with one line', () => {
  const { status, lines } = run('--import', 'tsx', 'bench/run.ts', 'everything');
  expect({ status, lines }).toEqual({
    status: 1,
    lines: [expect.stringMatching(/^There is no part everything\. The parts are /)],
  });
});

it('npm start answers a Node that is too old with one line', () => {
  const old = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"18.20.1"})';
  const { status, lines } = run('--import', old, 'scripts/ensure-console.mjs');
  expect({ status, lines }).toEqual({ status: 1, lines: ['Node 18.20.1 is too old: install Node 20.19 or later.'] });
});
