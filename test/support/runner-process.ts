/** The runner as users start it: its own process, over a data directory, which may be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Demo } from '../../src/local/demo';
import type { Answered } from './house';
import { tokenIn } from './sign-in-link';
import { TYPESCRIPT } from './typescript';

const ROOT = join(__dirname, '../..');

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunnerProcess {
  readonly pid: number;
  readonly url: string;
  readonly demo: Demo;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  v1(key: keyof Demo['keys'], method: string, path: string, body?: unknown): Promise<Answered>;
  /** As an operator in a browser, who signs in first, once. */
  api(operator: string, method: string, path: string, body?: unknown): Promise<Answered>;
  advance(ms: number): Promise<void>;
  /** The newest code in the operator's messages for the request; null if there is none. */
  code(operator: string, request: string): Promise<string | null>;
  end(signal: NodeJS.Signals): Promise<Ended>;
}

/** Runs until it ends, for starts that must fail. */
export function runToEnd(args: readonly string[]): Promise<Ended> {
  return ended(start(args));
}

export async function startProcess(args: readonly string[], dataDir: string): Promise<RunnerProcess> {
  const child = start([...args, '--data-dir', dataDir]);
  const end = ended(child);
  const url = await Promise.race([addressOf(child), end.then((how) => Promise.reject(new Error(JSON.stringify(how))))]);
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo;
  const send = (method: string, path: string, body?: unknown, headers = {}) =>
    request(url, method, path, body, headers);
  const cookies = new Map<string, Promise<string>>();
  const signIn = async (operator: string) => {
    const link = (await send('POST', '/local/sign-in', { operator })).body.sign_in_url as string;
    const session = await send('POST', '/api/session', { token: tokenIn(link) }, { origin: url });
    return session.headers.get('set-cookie')!.split(';')[0]!;
  };
  return {
    pid: child.pid!,
    url,
    demo,
    send,
    v1: (key, method, path, body) => send(method, path, body, { authorization: `Bearer ${demo.keys[key]}` }),
    async api(operator, method, path, body) {
      if (!cookies.has(operator)) cookies.set(operator, signIn(operator));
      return send(method, path, body, { cookie: await cookies.get(operator)!, origin: url });
    },
    advance: async (advance_ms) => void (await send('POST', '/local/clock', { advance_ms })),
    async code(operator, id) {
      const { messages } = (await send('GET', `/local/messages?operator=${operator}`)).body;
      type Mail = { request_id: string; code: string | null };
      return (messages as Mail[]).filter((mail) => mail.request_id === id && mail.code !== null).at(-1)?.code ?? null;
    },
    end(signal) {
      child.kill(signal);
      return end;
    },
  };
}

/** One process, without npx as a parent, because a signal must reach the service itself. */
function start(args: readonly string[]): ChildProcess {
  const options = { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] };
  return spawn(process.execPath, [...TYPESCRIPT, 'src/local/main.ts', ...args], options);
}

function ended(child: ChildProcess): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout!.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr!.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // "exit" and not "close": the database of a killed runner holds the pipes for a moment.
    child.once('exit', (code, signal) => setTimeout(() => resolve({ code, signal, stdout, stderr }), 20));
  });
}

function addressOf(child: ChildProcess): Promise<string> {
  let text = '';
  return new Promise((resolve) => {
    child.stdout!.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /service on (http:\/\/\S+)/.exec(text);
      if (found !== null) resolve(found[1]!);
    });
  });
}

async function request(
  url: string,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answered> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
}
