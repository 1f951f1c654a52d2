/** What a handler answers, and how it becomes the gateway's result. */
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  /** Text that is not JSON, with its type. */
  readonly text?: { readonly type: string; readonly content: string };
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}

export function toResult(answer: Answer): APIGatewayProxyStructuredResultV2 {
  const { status, body, text, headers = {}, cookies } = answer;
  const type = text?.type ?? 'application/json';
  return {
    statusCode: status,
    headers: {
      ...(body === undefined && text === undefined ? {} : { 'content-type': type }),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    ...(cookies === undefined ? {} : { cookies: [...cookies] }),
    body: text?.content ?? (body === undefined ? '' : JSON.stringify(body)),
  };
}

/**
 * An error's answer. Refused keys (401, 403, 429) carry `error` only, every other error also its `kind`
 * (docs/contract.md#errors).
 */
export function problem(
  status: number,
  error: string,
  kind?: string,
  headers?: Readonly<Record<string, string>>,
): Answer {
  return {
    status,
    body: kind === undefined ? { error } : { error, kind },
    ...(headers === undefined ? {} : { headers }),
  };
}

export const invalid = (error: string): Answer => problem(400, error, 'invalid');
export const notFound = (error: string): Answer => problem(404, error, 'not_found');
export const tooLarge = (error: string): Answer => problem(413, error, 'too_large');
export const refused = (error: string): Answer => problem(422, error, 'refused');

/** Thrown by a handler to answer an error from deep inside. */
export class Problem extends Error {
  constructor(readonly answer: Answer) {
    super(`answered ${answer.status}`);
  }
}
