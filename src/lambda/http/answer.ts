/** The answer of a handler, and its conversion to the gateway's result. */
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { components as Console } from '../../../generated/console';
import type { components as Service } from '../../../generated/service';

/** An answer of any operation. `ReplyOf` in typed.ts limits it to what an operation may answer. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  /** A body that is not JSON, with its content type. */
  readonly other?: { readonly type: string; readonly content: string | Uint8Array };
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}

export function toResult(answer: Answer): APIGatewayProxyStructuredResultV2 {
  const { status, headers = {}, cookies } = answer;
  const { type, content } = contentOf(answer);
  const isText = typeof content === 'string';
  return {
    statusCode: status,
    headers: {
      ...(type === null ? {} : { 'content-type': type }),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    ...(cookies === undefined ? {} : { cookies: [...cookies] }),
    ...(isText ? {} : { isBase64Encoded: true }),
    body: isText ? content : Buffer.from(content).toString('base64'),
  };
}

/** What is sent. Without a body there is no type. */
export function contentOf({ body, other }: Answer): { type: string | null; content: string | Uint8Array } {
  if (other !== undefined) return other;
  return body === undefined ? { type: null, content: '' } : { type: 'application/json', content: JSON.stringify(body) };
}

/** Every problem kind that one of the documents declares. */
export type Kind = Service['schemas']['ProblemKind'] | Console['schemas']['ConsoleProblemKind'];

/** A document as a download, which no browser opens as a page. */
export const document = (content: Uint8Array) => {
  const headers = { 'content-disposition': 'attachment', 'cache-control': 'private, no-store' };
  return { status: 200, other: { type: 'application/octet-stream', content }, headers } as const;
};

export interface Reply<Status extends number, Body> {
  readonly status: Status;
  readonly body: Body;
}

/** Keeps the status a literal, so that the compiler can look it up in the document. */
export function reply<const Status extends number, Body>(status: Status, body: Body): Reply<Status, Body> {
  return { status, body };
}

export interface ProblemBody<K extends Kind> {
  readonly error: string;
  readonly kind: K;
}

export function problem<const Status extends number, const K extends Kind>(
  status: Status,
  error: string,
  kind: K,
): Reply<Status, ProblemBody<K>> {
  return { status, body: { error, kind } };
}

/** The caller is not allowed to do this. The answer has only `error`, without `kind`. */
export function denied<const Status extends 401 | 403 | 429>(
  status: Status,
  error: string,
): Reply<Status, { readonly error: string }> {
  return { status, body: { error } };
}

export const invalid = (error: string) => problem(400, error, 'invalid');
export const notFound = (error: string) => problem(404, error, 'not_found');
export const tooLarge = (error: string) => problem(413, error, 'too_large');
export const refused = (error: string) => problem(422, error, 'refused');
