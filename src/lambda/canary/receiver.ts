/** The receiver of the canary: keeps posts for ten minutes, for callers that know the name of the mailbox. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Mailbox } from '../../adapters/dynamodb/mailbox';
import { errorName } from '../../service/support/failures';
import type { Clock, Log } from '../../service/system/ports';
import { type Answer, notFound, problem, reply, toResult } from '../http/answer';
import type { HttpHandler } from '../http/router';

export interface ReceiverDeps {
  readonly clock: Clock;
  readonly mailbox: Mailbox;
  readonly mailboxKey: () => Promise<string>;
  readonly log: Log;
}

type Event = Parameters<HttpHandler>[0];

const PATH = /^\/canary\/posts\/([\w-]{1,128})$/;
/** An event of the canary has about 1 KB. */
const MAX_BYTES = 32 * 1024;

export function createReceiver(deps: ReceiverDeps): HttpHandler {
  return async (event) => {
    try {
      return toResult(await answer(deps, event));
    } catch (error) {
      deps.log.error('a post to the receiver failed', { error: errorName(error) });
      return toResult(problem(500, 'The receiver failed. Retry after a pause.', 'internal'));
    }
  };
}

async function answer(deps: ReceiverDeps, event: Event): Promise<Answer> {
  const name = PATH.exec(event.rawPath)?.[1];
  if (name === undefined || !isMailboxName(await deps.mailboxKey(), name)) return notFound('There is no such mailbox.');
  const nowMs = deps.clock.nowMs();
  if (event.requestContext.http.method !== 'POST') return reply(200, { posts: await deps.mailbox.posts(name, nowMs) });
  const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (body.length > MAX_BYTES) return problem(413, `At most ${MAX_BYTES} bytes are allowed.`, 'too_large');
  const headers = Object.fromEntries(
    Object.entries(event.headers).flatMap(([header, value = '']) =>
      header.startsWith('service-') ? [[header, value]] : [],
    ),
  );
  const kept = await deps.mailbox.keep(name, { headers, body: body.toString('utf8') }, nowMs);
  return kept === 'kept' ? reply(200, {}) : problem(422, 'This mailbox is full.', 'refused');
}

/** `<32 hex>-<32 hex>`. The second half proves that a holder of the key made the first. */
export const mailboxName = (key: string, random: string): string => `${random}-${proofOf(key, random)}`;

/** Only holders of the key can make the receiver store anything. */
export function isMailboxName(key: string, name: string): boolean {
  const [, random, proof] = /^([0-9a-f]{32})-([0-9a-f]{32})$/.exec(name) ?? [];
  if (random === undefined || proof === undefined) return false;
  return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(key, random)));
}

const proofOf = (key: string, random: string): string =>
  createHmac('sha256', key).update(`service.canary-mailbox.v1 ${random}`).digest('hex').slice(0, 32);
