/** The routes of the push service (docs/local.md). */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type Answer, invalid, notFound, problem } from '../../lambda/http/answer';
import { parseJson } from '../../lambda/http/body';
import type { LocalPushService } from '.';

type Event = APIGatewayProxyEventV2;

const ID = /^\/local\/push\/([\w-]{32})$/;

/** Null for a path that does not belong to it. */
export function pushRoutes(service: LocalPushService): (event: Event) => Answer | null {
  return (event) => {
    const { method } = event.requestContext.http;
    if (event.rawPath === '/local/push/subscriptions' && method === 'POST') return subscribe(service, event);
    const [, id] = ID.exec(event.rawPath) ?? [];
    if (id === undefined) return null;
    if (method === 'POST') return post(service, id, event);
    if (method === 'DELETE')
      return service.end(id) ? { status: 204, body: undefined } : notFound('no such subscription');
    return { ...problem(405, 'this path takes POST and DELETE', 'invalid'), headers: { allow: 'POST, DELETE' } };
  };
}

function subscribe(service: LocalPushService, event: Event): Answer {
  const body = parseJson(bytesOf(event));
  const publicKey = body.ok ? (body.value as { public_key?: unknown } | null)?.public_key : undefined;
  const made = service.subscribe(publicKey);
  if (made === null) return invalid('body.public_key: the 65 bytes of the application server’s key, in base64url');
  return { status: 201, body: made };
}

function post(service: LocalPushService, id: string, event: Event): Answer {
  const { status, reason, location } = service.post({ id, body: bytesOf(event), headers: event.headers });
  if (reason !== undefined) return { status, body: { error: reason } };
  return { status, body: undefined, ...(location === undefined ? {} : { headers: { location } }) };
}

const bytesOf = ({ body = '', isBase64Encoded }: Event): Uint8Array =>
  Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
