/** The demo organization of a running `npm start`, or of the one whose data is in `--data-dir DIR`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

export interface Demo {
  readonly base_url: string;
  readonly keys: { readonly proposer: string; readonly worker: string; readonly reader: string };
}

export const demo = openDemo();

function openDemo(): Demo {
  const { values } = parseArgs({ options: { 'data-dir': { type: 'string', default: '.local' } } });
  const file = join(values['data-dir'], 'demo.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Demo;
  console.error(
    `There is no ${file}: start the service with npm start, or pass --data-dir DIR with its data directory.`,
  );
  process.exit(1);
}

/** What every example prints: the request's address, who can turn a key, and what it waits for. */
export function waitingFor(id: string, what: string, { at, replayed }: { at?: string; replayed?: boolean } = {}): void {
  const address = demo.base_url.replace('127.0.0.1', 'localhost');
  if (replayed === true)
    console.log('This is the request of an earlier run with the same name: nobody is asked again.');
  console.log(
    [
      `waiting for ${id}${at === undefined ? '' : ` at ${at}`}`,
      `  open:  ${address}/requests/${id}`,
      '  turn:  one key of op_alpha, op_bravo, op_charlie or op_delta',
      `  then:  ${what}`,
    ].join('\n'),
  );
}
