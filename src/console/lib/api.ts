/** Typed calls of the console's routes. Their errors tell a person what to do. */
import createClient from 'openapi-fetch';
import type { paths } from '../../../generated/console';
import { observeServerNow } from './clock';
import { heard, notHeard } from './connection';
import type { Schemas } from './schemas';

export type { RequestWithView, Schemas } from './schemas';

/** Without this limit, a gateway that never answers would keep the page waiting forever. */
const PATIENCE_MS = 15_000;

export const api = createClient<paths>({
  credentials: 'same-origin',
  fetch: (request) =>
    fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(PATIENCE_MS)]), cache: 'no-store' }),
});

/** What the service answered instead of a result. `status` 0: there was no answer. */
export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    readonly kind: string | null,
    message: string,
    readonly problems: readonly string[] = [],
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
  return new ApiProblem(response.status, body.kind ?? null, text, Array.isArray(body.problems) ? body.problems : []);
}

export function problemIn(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  return new ApiProblem(0, null, error instanceof Error ? error.message : String(error));
}
