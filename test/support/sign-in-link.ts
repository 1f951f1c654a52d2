import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { House } from './house';

/** The token of a sign-in link, as the console takes it out of the address. */
export function tokenIn(link: string): string {
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
  if (token === null) throw new Error('the sign-in link has no token in its fragment');
  return token;
}

/** The mails with a sign-in link that a runner with tables in memory sent to the operator, oldest first. */
export async function mailedLinks(house: House, operator: string): Promise<readonly string[]> {
  await house.advance(0);
  const { data_dir } = (await house.send('GET', '/local/runner')).body;
  const file = join(data_dir, 'memory', 'messages.ndjson');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return lines
    .map((line) => JSON.parse(line))
    .filter((mail) => mail.operator === operator && mail.kind === 'sign_in_link')
    .map(({ text }) => /http\S+#token=[\w-]+/.exec(text)?.[0] ?? '');
}
