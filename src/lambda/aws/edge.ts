/** Finds the caller's address when CloudFront is in front of the gateway (docs/deploy.md#the-edge). */

import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { errorName } from '../../service/support/failures';
import type { Log } from '../../service/system/ports';
import { EDGE_HEADERS } from '../env';
import { denied, reply, toResult } from '../http/answer';
import type { HttpHandler } from '../http/router';

export interface Edge {
  /** The secret that CloudFront sends, and during a rotation also the previous one. */
  readonly secrets: () => Promise<readonly string[]>;
  /** Refuses every request that did not come through CloudFront and its WAF. */
  readonly only: boolean;
  readonly log: Log;
}

/**
 * The gateway sees an address of CloudFront as the source. A request with the secret came through our distribution,
 * whose function wrote the viewer's address. For any other request the gateway's address counts, whatever a header
 * says. Neither header is passed on.
 */
export function behindEdge(handler: HttpHandler, edge: Edge): HttpHandler {
  return async (event) => {
    const { [EDGE_HEADERS.secret]: shown, [EDGE_HEADERS.viewer]: viewer, ...headers } = event.headers;
    const known = shown === undefined ? 'no' : await isOurs(shown, edge);
    // The caller may retry, because this is not the caller's fault. But without the secret, no request is let through.
    if (edge.only && known === 'unknown')
      return toResult(reply(503, { error: 'The service is not ready. Try again.' }));
    if (edge.only && known === 'no') return toResult(denied(403, 'Use the address of the console.'));
    if (known !== 'yes' || viewer === undefined || isIP(viewer) === 0) return handler({ ...event, headers });
    const http = { ...event.requestContext.http, sourceIp: viewer };
    return handler({ ...event, headers, requestContext: { ...event.requestContext, http } });
  };
}

/** If the secret cannot be read, all callers behind one edge are counted together, but not refused. */
async function isOurs(shown: string, { secrets, log }: Edge): Promise<'yes' | 'no' | 'unknown'> {
  try {
    const accepted = await secrets();
    return accepted.filter((secret) => timingSafeEqual(digest(shown), digest(secret))).length > 0 ? 'yes' : 'no';
  } catch (error) {
    log.warn('the edge secret could not be read', { error: errorName(error) });
    return 'unknown';
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
