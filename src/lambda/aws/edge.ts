/** Who is calling when CloudFront stands in front of the gateway (docs/decisions/viewer-address.md). */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { Log } from '../../app/ports';
import { EDGE_HEADERS } from '../env';
import { denied, reply, toResult } from '../http/answer';
import type { HttpHandler } from '../http/router';

export interface Edge {
  /** The secret that CloudFront shows, and the one before it while a rotation is under way. */
  readonly secrets: () => Promise<readonly string[]>;
  /** Refuses every request that did not come through CloudFront and its WAF. */
  readonly only: boolean;
  readonly log: Log;
}

/**
 * The gateway sees one of CloudFront's addresses as the source. A request that shows the secret came through our
 * distribution, whose function wrote the viewer's address. For any other request the gateway's own address counts,
 * whatever a header claims. Neither header goes any further.
 */
export function behindEdge(handler: HttpHandler, edge: Edge): HttpHandler {
  return async (event) => {
    const { [EDGE_HEADERS.secret]: shown, [EDGE_HEADERS.viewer]: viewer, ...headers } = event.headers;
    const known = shown === undefined ? 'no' : await isOurs(shown, edge);
    // This is not the caller's fault, so a retry is allowed. But without the secret no request is let through.
    if (edge.only && known === 'unknown')
      return toResult(reply(503, { error: 'The service is not ready. Try again.' }));
    if (edge.only && known === 'no') return toResult(denied(403, 'Use the address of the console.'));
    if (known !== 'yes' || viewer === undefined || isIP(viewer) === 0) return handler({ ...event, headers });
    const http = { ...event.requestContext.http, sourceIp: viewer };
    return handler({ ...event, headers, requestContext: { ...event.requestContext, http } });
  };
}

/** If the secret cannot be read, all callers behind one edge are counted together. They are not refused for it. */
async function isOurs(shown: string, { secrets, log }: Edge): Promise<'yes' | 'no' | 'unknown'> {
  try {
    const accepted = await secrets();
    return accepted.filter((secret) => timingSafeEqual(digest(shown), digest(secret))).length > 0 ? 'yes' : 'no';
  } catch (error) {
    log.warn('the edge secret could not be read', { error: error instanceof Error ? error.name : 'unknown' });
    return 'unknown';
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
