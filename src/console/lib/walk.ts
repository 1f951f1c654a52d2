/** Reads every request of a search for a file, page by page. */

import { ApiProblem } from './api';
import { serverNow } from './clock';
import { mayReadOn, type Walk, withPage } from './export';
import type { PageQuery } from './lists';
import type { Schemas } from './schemas';

const PAGE = 100;

type ReadPage = (page: PageQuery, signal: AbortSignal) => Promise<Schemas['RequestList']>;

/** What a walk tells while it goes on: what it has, and until when the service wants it to wait. */
export type Told = (walk: Walk, waitsUntil: number | null) => void;

/** Reads one page after the other. What was told stays good if a call fails, or if `signal` stops the walk. */
export async function readOn(from: Walk, read: ReadPage, tell: Told, signal: AbortSignal): Promise<void> {
  const stopped = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)));
  let walk = from;
  while (mayReadOn(walk) && !signal.aborted) {
    const cursor = walk.next == null ? {} : { cursor: walk.next };
    const call = read({ limit: PAGE, ...cursor }, signal).catch((error: unknown) => waitOf(error, signal));
    const page = await Promise.race([call, stopped]);
    if (page === null) return;
    if (typeof page === 'number') {
      tell(walk, serverNow() + page);
      await Promise.race([new Promise((resolve) => setTimeout(resolve, page)), stopped]);
    } else {
      walk = withPage(walk, page);
      tell(walk, null);
    }
  }
}

/** How long to wait if the operator searched too many pages within a minute. Another error is thrown. */
function waitOf(error: unknown, { aborted }: AbortSignal): number {
  if (aborted) return 0;
  if (!(error instanceof ApiProblem) || error.status !== 429 || error.retryAfterSeconds === null) throw error;
  return error.retryAfterSeconds * 1000;
}
