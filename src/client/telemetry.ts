/** What a client reports about its calls: to your hooks, and to the service in `User-Agent`. */
import { USER_AGENT as RELEASE } from '../protocol/user-agent';

/** One attempt of a call. */
export interface RequestSent {
  readonly method: string;
  readonly path: string;
  /** 1 for the first one, 2 for the first retry. */
  readonly attempt: number;
  readonly idempotencyKey: string | null;
  /** Epoch ms. */
  readonly startedAtMs: number;
}

/** How that attempt ended. */
export interface ResponseReceived extends RequestSent {
  /** Null if there was no answer. */
  readonly status: number | null;
  readonly requestId: string | null;
  readonly elapsedMs: number;
  /** What the attempt threw; null if it succeeded. */
  readonly error: unknown;
}

export interface Hooks {
  /** Called before each attempt of a call. If it throws, the error is printed to `console` and the call continues. */
  readonly onRequest?: (request: RequestSent) => void;
  /** Called after each attempt of a call, like `onRequest`. */
  readonly onResponse?: (response: ResponseReceived) => void;
}

interface Runtimes {
  readonly Bun?: { readonly version: string };
  readonly Deno?: { readonly version: { readonly deno: string } };
}

const { Bun, Deno } = globalThis as Runtimes;
const RUNTIME =
  Bun !== undefined
    ? `bun/${Bun.version}`
    : Deno !== undefined
      ? `deno/${Deno.version.deno}`
      : `node/${process.versions.node}`;

export const USER_AGENT = `${RELEASE} ${RUNTIME}`;

interface Facts {
  readonly status?: number | null;
  readonly requestId?: string | null;
}

export function createTelemetry({ onRequest, onResponse, nowMs }: Hooks & { readonly nowMs: () => number }) {
  return async <T extends { readonly response: Facts }>(
    attempt: Omit<RequestSent, 'startedAtMs'>,
    make: () => Promise<T>,
  ): Promise<T> => {
    const sent = { ...attempt, startedAtMs: nowMs() };
    const ended = ({ status = null, requestId = null }: Facts, error: unknown) =>
      tell(onResponse, { ...sent, status, requestId, elapsedMs: nowMs() - sent.startedAtMs, error });
    tell(onRequest, sent);
    try {
      const answer = await make();
      ended(answer.response, null);
      return answer;
    } catch (error) {
      ended(error as Facts, error);
      throw error;
    }
  };
}

function tell<T>(hook: ((what: T) => void) | undefined, what: T): void {
  try {
    hook?.(what);
  } catch (error) {
    console.error('request-authorization-service: a hook failed', error);
  }
}
