/** The demo organization of a running `npm start`. */
import { readFileSync } from 'node:fs';

export interface Demo {
  readonly base_url: string;
  readonly keys: { readonly proposer: string; readonly worker: string; readonly reader: string };
}

export const demo = JSON.parse(readFileSync(process.env.DEMO_FILE ?? '.local/demo.json', 'utf8')) as Demo;

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
