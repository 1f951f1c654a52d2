/** Typed calls of the console's routes, with errors that tell a person what to do, and whether the service answers. */

import createClient from 'openapi-fetch';
import { useSyncExternalStore } from 'react';
import type { paths } from '../../../generated/console';
import { observeServerNow } from './clock';
import { signedInAgain } from './ended-session';
import type { Schemas } from './schemas';

export type { RequestWithView, Schemas } from './schemas';

/** Without this limit, a gateway that never answers would keep the page waiting forever. */
const PATIENCE_MS = 15_000;
/** For the call that waits. */
const LONG_PATIENCE_MS = 30_000;

declare global {
  interface Window {
    /** The first answer of the inbox, which index.html requests before the scripts are loaded. */
    firstInbox?: Promise<Response>;
  }
}

export const api = createClient<paths>({
  credentials: 'same-origin',
  fetch: (request) => firstInbox(request) ?? send(request),
});

/** Signing in and out must not wait for a sign-in. */
const isOfSessions = ({ url }: Request): boolean => /^\/api\/session(\/|$)/.test(new URL(url).pathname);

async function send(request: Request): Promise<Response> {
  if (isOfSessions(request)) return sendOnce(request);
  const again = request.clone();
  const response = await sendOnce(request);
  return response.status === 401 && (await signedInAgain()) ? sendOnce(again) : response;
}

function sendOnce(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const patience = AbortSignal.timeout(pathname === '/api/watch' ? LONG_PATIENCE_MS : PATIENCE_MS);
  return fetch(request, { signal: AbortSignal.any([request.signal, patience]), cache: 'no-store' });
}

/** Only for the first call: what was under way before is not the answer to a later one. */
function firstInbox({ url }: Request): Promise<Response> | undefined {
  const { firstInbox: first } = window;
  if (first === undefined || !url.endsWith('/api/inbox')) return undefined;
  delete window.firstInbox;
  return first;
}

/** What the service said instead of an answer. `status` 0: no answer came at all. */
export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    readonly kind: string | null,
    message: string,
    readonly problems: readonly string[] = [],
    /** If the same call may succeed later. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }

  get unreachable(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

interface Fetched<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of a successful answer. Anything else is thrown as an ApiProblem. Every answer sets the clock. */
export async function answer<T>(call: Promise<Fetched<T>>): Promise<T> {
  const fetched = await call.catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    notHeard();
    throw new ApiProblem(0, null, 'The service cannot be reached.');
  });
  const { data, error, response } = fetched;
  if (response.status >= 502) notHeard();
  else heard();
  if (!response.ok) throw problemOf(response, error);
  observeServerNow(data);
  return data as T;
}

function problemOf(response: Response, error: unknown): ApiProblem {
  const body = (typeof error === 'object' && error !== null ? error : {}) as Partial<Schemas['PolicyProblem']>;
  const text = typeof body.error === 'string' ? body.error : `The service answered ${response.status}.`;
  const problems = Array.isArray(body.problems) ? body.problems : [];
  const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  return new ApiProblem(response.status, body.kind ?? null, text, problems, seconds > 0 ? seconds : null);
}

export function problemIn(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  return new ApiProblem(0, null, error instanceof Error ? error.message : String(error));
}

/** Whether the service answers, as seen by the calls of this page. */
export interface Connection {
  readonly down: boolean;
  /** When the service last answered, by this device's clock. Null before the first answer. */
  readonly lastHeardMs: number | null;
}

let connection: Connection = { down: false, lastHeardMs: null };
const listeners = new Set<() => void>();

export function heard(): void {
  const wasDown = connection.down;
  connection = wasDown
    ? { down: false, lastHeardMs: Date.now() }
    : Object.assign(connection, { lastHeardMs: Date.now() });
  if (wasDown) for (const listener of listeners) listener();
}

function notHeard(): void {
  if (connection.down) return;
  connection = { ...connection, down: true };
  for (const listener of listeners) listener();
}

export function useConnection(): Connection {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => connection,
  );
}
