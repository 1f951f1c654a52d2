/** The console of a house at `localhost`, where there are passkeys, for programs that sign in software. */

import type { Said } from './gateway';
import type { House } from './house';
import type { Ledger } from './ledger';
import { tokenIn } from './sign-in-link';

export function consoleByName(house: House) {
  const url = house.url.replace('127.0.0.1', 'localhost');
  const cookies = new Map<string, string>();
  const send = async (method: string, path: string, body: unknown, cookie = ''): Promise<Said & { cookie: string }> => {
    const headers = { origin: url, cookie, 'content-type': 'application/json' };
    const sent = method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) };
    const answer = await fetch(url + path, { method, headers, ...sent });
    const cookieSet = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    return { status: answer.status, body: await answer.json(), headers: {}, cookie: cookieSet };
  };
  const signIn = async (operator: string) => {
    const { body } = await house.send('POST', '/local/sign-in', { body: { operator } });
    const opened = await send('POST', '/api/session', { token: tokenIn(body.sign_in_url as string) });
    cookies.set(operator, opened.cookie);
  };
  const api: Ledger['api'] = async (operator, method, path, body) => {
    if (!cookies.has(operator)) await signIn(operator);
    return send(method, path, body, cookies.get(operator));
  };
  return { url, api, code: (operator: string, request: string) => house.code(operator, request), signIn };
}
