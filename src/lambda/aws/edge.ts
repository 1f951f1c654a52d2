/** Who is calling when CloudFront stands in front of the gateway (docs/decisions/viewer-address.md). */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { Log } from '../../app/ports';
import { EDGE_HEADERS } from '../env';
import type { HttpHandler } from '../http/router';

/**
 * The gateway sees one of CloudFront's addresses as the source. A request that shows the secret came through our
 * distribution, whose function wrote the viewer's address; of any other the gateway's word stands, whatever it claims.
 * Neither header goes any further.
 */
export function behindEdge(handler: HttpHandler, secret: () => Promise<string>, log: Log): HttpHandler {
  return async (event) => {
    const { [EDGE_HEADERS.secret]: shown, [EDGE_HEADERS.viewer]: viewer, ...headers } = event.headers;
    const isViewer = shown !== undefined && viewer !== undefined && isIP(viewer) !== 0;
    if (!isViewer || !(await isOurs(shown, secret, log))) return handler({ ...event, headers });
    const http = { ...event.requestContext.http, sourceIp: viewer };
    return handler({ ...event, headers, requestContext: { ...event.requestContext, http } });
  };
}

/** Without the secret every caller behind one edge is counted as one; that is no reason to turn them away. */
async function isOurs(shown: string, secret: () => Promise<string>, log: Log): Promise<boolean> {
  try {
    return timingSafeEqual(digest(shown), digest(await secret()));
  } catch (error) {
    log.warn('the edge secret could not be read', { error: error instanceof Error ? error.name : 'unknown' });
    return false;
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
