/** The demo organization of a running `npm start`. */
import { readFileSync } from 'node:fs';

export interface Demo {
  readonly base_url: string;
  readonly keys: { readonly proposer: string; readonly worker: string; readonly reader: string };
}

export const demo = JSON.parse(readFileSync(process.env.DEMO_FILE ?? '.local/demo.json', 'utf8')) as Demo;
