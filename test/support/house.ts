/** The complete service on a free port, and the people and programs that use it through HTTP. */

import type { LocalDestinations } from '../../src/local/options';
import { type Running, startRunner } from '../../src/local/start';
import { tokenIn } from './sign-in-link';
import { MEMORY_ALONE } from './tables';
import { type KeyName, type Verbs, verbsOf } from './verbs';

export { DIGEST, ENVELOPE, type KeyName, SEALED } from './verbs';

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it finds
  readonly body: any;
}

/** A cookie that an answer sets, as a browser sends it back. */
/** The cookie of a company sign-in that was started. */
export const pendingOf = ({ headers }: Answered): string =>
  headers
    .getSetCookie()
    .find((text) => text.startsWith('pending-'))!
    .split(';')[0]!;

export const cookieOf = ({ headers }: Answered, name: string): string =>
  headers
    .getSetCookie()
    .find((set) => set.startsWith(`${name}=`))!
    .split(';')[0]!;

/** A call of the console's page with these cookies. */
export const sendAs = (house: House, cookie: string, method: string, path: string, body?: unknown) =>
  house.send(method, path, { body, headers: { origin: house.url, cookie } });

export interface House extends Verbs<Answered> {
  readonly url: string;
  readonly running: Running;
  /** A raw request. A body that is not text is sent as JSON. */
  send(method: string, path: string, options?: { body?: unknown; headers?: Record<string, string> }): Promise<Answered>;
  v1(key: KeyName, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  /** As an operator in a browser: session cookie and Origin. */
  api(operator: string, method: string, path: string, body?: unknown): Promise<Answered>;
  /** The next call of each operator signs in again, because sessions end after 12 hours of the clock. */
  forgetSessions(): void;
  messages(
    operator: string,
  ): Promise<{ request_id: string; kind: string; round: number; code: string | null; sent_at: number }[]>;
  /** The newest code in the operator's messages for the request. */
  code(operator: string, request: string): Promise<string>;
  advance(ms: number): Promise<number>;
  stop(): Promise<void>;
}

export interface HouseOptions {
  readonly dataDir?: string | null;
  /** Where `demo.transfer` is called. */
  readonly integrationUrl?: string;
  /** For one post. Default: the deployed limit of ten seconds. */
  readonly postTimeoutMs?: number;
  readonly destinations?: LocalDestinations;
  /**
   * Tables in memory, which take a fraction of the processor time of the embedded database. Both pass the same rules
   * (test/store/conformance.slow.test.ts). For suites whose rule is not about what is stored, or who wins a race. Where
   * DYNAMODB_ENDPOINT names a database, that is used.
   */
  readonly memory?: boolean;
  readonly platform?: string;
  /** The pages of `npm start` for a person. */
  readonly demoPages?: boolean;
  /** At `http://localhost`, where people are: a passkey belongs to a host name, so an IP address has none. */
  readonly byName?: boolean;
}

const STAYS_FRESH_MS = 4 * 60_000;

export async function openHouse(options: HouseOptions = {}): Promise<House> {
  const { dataDir = null, byName = false, ...others } = options;
  const endpoint = process.env.DYNAMODB_ENDPOINT;
  const memory = (options.memory === true || MEMORY_ALONE) && endpoint === undefined;
  const running = await startRunner({ port: 0, dataDir, testClock: true, ...others, memory, endpoint });
  const url = byName ? running.baseUrl.replace('127.0.0.1', 'localhost') : running.baseUrl;
  const cookies = new Map<string, { readonly at: number; readonly cookie: Promise<string> }>();
  const calls: Pick<House, 'v1' | 'api' | 'code'> = {
    v1: (key, method, path, body, headers) =>
      send(url, method, path, body, { authorization: `Bearer ${running.demo.keys[key]}`, ...headers }),
    async api(operator, method, path, body) {
      const known = cookies.get(operator);
      // A slow suite signs in again too, because some edits need a sign-in of the last five minutes.
      const isOld = known === undefined || performance.now() - known.at > STAYS_FRESH_MS;
      const { at, cookie } = isOld ? { at: performance.now(), cookie: signIn(url, operator) } : known;
      cookies.set(operator, { at, cookie });
      return send(url, method, path, body, { cookie: await cookie, origin: url });
    },
    async code(operator, request) {
      const mails = await house.messages(operator);
      const mail = mails.filter(({ request_id, code }) => request_id === request && code !== null).at(-1);
      if (mail?.code == null) throw new Error(`${operator} was sent no code for ${request}`);
      return mail.code;
    },
  };
  const house: House = {
    ...calls,
    ...verbsOf(calls),
    url,
    running,
    send: (method, path, { body, headers } = {}) => send(url, method, path, body, headers),
    forgetSessions: () => cookies.clear(),
    messages: async (operator) => (await send(url, 'GET', `/local/messages?operator=${operator}`)).body.messages,
    async advance(ms) {
      // Sessions end after 12 h of the clock: operators sign in again.
      if (ms > 0) cookies.clear();
      return (await send(url, 'POST', '/local/clock', { advance_ms: ms })).body.server_now;
    },
    stop: () => running.stop(),
  };
  return house;
}

async function send(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const isJson = body !== undefined && typeof body !== 'string';
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
    redirect: 'manual',
  });
  const text = await answer.text();
  const json = answer.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: answer.status, headers: answer.headers, body: json && text !== '' ? JSON.parse(text) : text };
}

async function signIn(url: string, operator: string): Promise<string> {
  const { body } = await send(url, 'POST', '/local/sign-in', { operator });
  const token = tokenIn(body.sign_in_url as string);
  const opened = await send(url, 'POST', '/api/session', { token }, { origin: url });
  const cookie = opened.headers.get('set-cookie');
  if (opened.status !== 200 || cookie === null) throw new Error(`${operator} could not sign in: ${opened.status}`);
  return cookie.split(';')[0]!;
}
