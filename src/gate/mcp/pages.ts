/** Lists of upstreams, page by page, without what is wrong in them. */
import { type GateConfig, type GateLog, isList, type JsonObject } from '../core';
import type { Answer } from './connection';
import type { openConnections } from './connections';
import { createFilter, type Kind } from './definitions';
import type { List } from './lists';

/** Pages of a list. An upstream that always names a next page must not hold a call for ever. */
const PAGES = 100;
const METHOD_NOT_FOUND = -32601;

export type Pager = ReturnType<typeof createPager>;

export function createPager(config: GateConfig, connections: ReturnType<typeof openConnections>, log: GateLog) {
  const usable = createFilter(config, log);
  const hints = new Map<string, Hints>();

  async function all(upstream: string, kind: Kind, cursor?: string, pages = PAGES): Promise<List> {
    if (pages === 0) throw new Error(`The upstream ${upstream} lists more than ${PAGES} pages of ${kind.member}.`);
    const page = await pageOf(upstream, kind, cursor === undefined ? {} : { cursor });
    const key = keyOf(upstream, kind);
    hints.set(key, cursor === undefined ? hintsIn(page) : stricter(hints.get(key)!, hintsIn(page)));
    const listed = page[kind.member] ?? null;
    if (!isList(listed)) throw new Error(`The upstream ${upstream} answers ${kind.method} without a list.`);
    const found = usable(upstream, kind, listed);
    const { nextCursor } = page;
    return nextCursor === undefined ? found : [...found, ...(await all(upstream, kind, String(nextCursor), pages - 1))];
  }

  async function pageOf(upstream: string, { method, member }: Kind, params: JsonObject): Promise<JsonObject> {
    const options = { signal: AbortSignal.timeout(config.call_timeout * 1000) };
    const wasOpen = connections.has(upstream);
    const send = async (): Promise<Answer> => (await connections.to(upstream)).send(method, params, options);
    // A list has no effect, so a connection that was lost, or a session that the upstream forgot, is opened once more.
    const answer = await send().catch(async (error) => {
      await connections.drop(upstream);
      if (!wasOpen) throw error;
      return send();
    });
    if (answer.kind === 'result') return answer.result;
    // A server of resources need not have templates.
    if (answer.code === METHOD_NOT_FOUND && method !== 'tools/list') return { [member]: [] };
    throw new Error(`The upstream ${upstream} does not list its ${member} (${answer.code}).`);
  }

  return {
    async all(upstream: string, kind: Kind): Promise<List> {
      try {
        return await all(upstream, kind);
      } catch (error) {
        log(`an upstream does not list its ${kind.member}`, { upstream, error: (error as Error).message });
        throw error;
      }
    },
    /** How long a client may keep a list of these upstreams: as long as all of them say. */
    hints: (upstreams: readonly string[], kind: Kind): Hints =>
      upstreams.map((upstream) => hints.get(keyOf(upstream, kind)) ?? {}).reduce(stricter, {}),
  };
}

/** For clients of 2026-07-28 (SEP-2549). Without them, the package says that nothing may be kept. */
type Hints = { readonly ttlMs?: number; readonly cacheScope?: 'public' | 'private' };

function hintsIn({ ttlMs, cacheScope }: JsonObject): Hints {
  if (!Number.isSafeInteger(ttlMs) || Number(ttlMs) < 0) return NOT_KEPT;
  return { ttlMs: Number(ttlMs), cacheScope: cacheScope === 'public' ? 'public' : 'private' };
}

const NOT_KEPT: Hints = { ttlMs: 0, cacheScope: 'private' };

function stricter(one: Hints, other: Hints): Hints {
  if (one.ttlMs === undefined || other.ttlMs === undefined) return { ...one, ...other };
  const isPublic = one.cacheScope === 'public' && other.cacheScope === 'public';
  return { ttlMs: Math.min(one.ttlMs, other.ttlMs), cacheScope: isPublic ? 'public' : 'private' };
}

const keyOf = (upstream: string, { method }: Kind): string => `${upstream} ${method}`;
