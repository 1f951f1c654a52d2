/** Lists of upstreams: kept as they were last, read page by page, without the definitions that are wrong. */

import { isSpecType } from '@modelcontextprotocol/server';
import {
  CallRefused,
  faultIn,
  type GateConfig,
  type GateLog,
  isList,
  type Json,
  type JsonObject,
  sha256,
} from '../core';
import type { openConnections } from './connections';
import { headerFaultIn } from './param-headers';

/** A list that is older is read again. */
const FRESH_MS = 60_000;
/** How long a caller waits for a list. Reading goes on behind it. */
const WAIT_MS = 5_000;

export type List = readonly JsonObject[];

/** `list` asks the upstream, and `onNew` is told of each list that differs from the one before. */
export function openLists(
  list: (upstream: string) => Promise<List>,
  nowMs: () => number,
  onNew: (upstream: string, list: List) => void = () => undefined,
) {
  const last = new Map<string, Kept>();
  const reading = new Map<string, Promise<List>>();
  const changes = new Map<string, number>();
  let reads = 0;
  const changesOf = (upstream: string) => changes.get(upstream) ?? 0;

  /** Always asks the upstream. */
  async function read(upstream: string): Promise<List> {
    reads += 1;
    const [askedAtMs, number, before] = [nowMs(), reads, changesOf(upstream)];
    const listed = await list(upstream);
    const digest = sha256(JSON.stringify(listed));
    const kept = last.get(upstream);
    // An answer that was asked for earlier can come later, and one that was changed on its way is old already.
    if (kept !== undefined && kept.number > number) return listed;
    if (kept?.digest !== digest) onNew(upstream, listed);
    const freshUntilMs = before === changesOf(upstream) ? askedAtMs + FRESH_MS : 0;
    last.set(upstream, { list: listed, digest, number, freshUntilMs });
    return listed;
  }

  /** One for all who wait. */
  function renewed(upstream: string): Promise<List> {
    const running = reading.get(upstream);
    if (running !== undefined) return running;
    const started = read(upstream).finally(() => reading.delete(upstream));
    reading.set(upstream, started);
    return started;
  }

  return {
    read,
    /** As it was listed last, also if the upstream does not answer any more. Null if it has never listed. */
    last: (upstream: string): List | null => last.get(upstream)?.list ?? null,
    /** Reads an old list again, and waits for it. Never rejects. */
    async renew(upstream: string): Promise<void> {
      const isFresh = (last.get(upstream)?.freshUntilMs ?? 0) > nowMs();
      if (!isFresh) await inTime(renewed(upstream));
    },
    /** The upstream says that its list is another one now. */
    changed(upstream: string): void {
      changes.set(upstream, changesOf(upstream) + 1);
      const kept = last.get(upstream);
      if (kept !== undefined) last.set(upstream, { ...kept, freshUntilMs: 0 });
    },
  };
}

interface Kept {
  readonly list: List;
  readonly digest: string;
  /** Of its read. */
  readonly number: number;
  readonly freshUntilMs: number;
}

async function inTime(renewed: Promise<List>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, WAIT_MS);
  });
  await Promise.race([renewed.then(ignore, ignore), tooLong]);
  clearTimeout(timer);
}

const ignore = () => undefined;

/** Pages of a list. An upstream that always names a next page must not hold a call for ever. */
const PAGES = 100;
const METHOD_NOT_FOUND = -32601;

export type Pager = ReturnType<typeof createPager>;

export function createPager(config: GateConfig, connections: ReturnType<typeof openConnections>, log: GateLog) {
  const usable = createFilter(config, log);
  const hints = new Map<string, Hints>();

  async function all(upstream: string, kind: Kind, cursor?: string, seen: readonly string[] = []): Promise<List> {
    if (seen.length === PAGES)
      throw new Error(`The upstream ${upstream} lists more than ${PAGES} pages of ${kind.member}.`);
    const page = await pageOf(upstream, kind, cursor === undefined ? {} : { cursor });
    const key = listKey(upstream, kind);
    hints.set(key, cursor === undefined ? hintsIn(page) : stricter(hints.get(key)!, hintsIn(page)));
    const listed = page[kind.member] ?? null;
    if (!isList(listed)) throw new Error(`The upstream ${upstream} answers ${kind.method} without a list.`);
    const found = usable(upstream, kind, listed);
    const { nextCursor: next } = page;
    // Some write null or nothing on the last page, and some repeat what they got.
    if (typeof next !== 'string' || next === '' || next === cursor || seen.includes(next)) return found;
    return [...found, ...(await all(upstream, kind, next, [...seen, cursor ?? '']))];
  }

  async function pageOf(upstream: string, { method, member }: Kind, params: JsonObject): Promise<JsonObject> {
    const options = { signal: AbortSignal.timeout(config.call_timeout * 1000) };
    const wasOpen = connections.has(upstream);
    const send = () => connections.send(upstream, method, params, options);
    // A list has no effect, so a connection that was lost, or a session that the upstream forgot, is opened once more.
    const answer = await send().catch(async (error) => {
      if (!(error instanceof CallRefused)) await connections.drop(upstream);
      if (!wasOpen) throw error;
      return send();
    });
    if (answer.kind === 'result') return answer.result;
    if (answer.kind === 'unsafe') throw new Error(`The upstream ${upstream} answers ${method} with an unsafe number.`);
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
      upstreams.map((upstream) => hints.get(listKey(upstream, kind)) ?? {}).reduce(stricter, {}),
  };
}

/** For clients of 2026-07-28 (SEP-2549). Without them, the package says that nothing may be kept. */
type Hints = { readonly ttlMs?: number; readonly cacheScope?: 'public' | 'private' };

function hintsIn({ ttlMs, cacheScope }: JsonObject): Hints {
  if (!Number.isSafeInteger(ttlMs) || Number(ttlMs) < 0) return NOT_KEPT;
  return { ttlMs: Number(ttlMs), cacheScope: cacheScope === 'public' ? 'public' : 'private' };
}

export const NOT_KEPT: Hints = { ttlMs: 0, cacheScope: 'private' };

function stricter(one: Hints, other: Hints): Hints {
  if (one.ttlMs === undefined || other.ttlMs === undefined) return { ...one, ...other };
  const isPublic = one.cacheScope === 'public' && other.cacheScope === 'public';
  return { ttlMs: Math.min(one.ttlMs, other.ttlMs), cacheScope: isPublic ? 'public' : 'private' };
}

const listKey = (upstream: string, { method }: Kind): string => `${upstream} ${method}`;

/** Which definitions of an upstream are used. One bad one would break the whole list for a client that checks what it gets. */
export function createFilter({ upstreams }: GateConfig, log: GateLog) {
  /** What was logged, because lists are read again and again. */
  const known = new Set<string>();
  return (upstream: string, { definition: what, member }: Kind, definitions: readonly Json[]): readonly JsonObject[] =>
    definitions.filter((definition, index): definition is JsonObject => {
      const fault = faultOf(what, definition, 'url' in upstreams[upstream]!);
      if (fault === null) return true;
      // A name that is no text is in no log.
      const { name } = Object(definition) as { readonly name?: unknown };
      const named = typeof name === 'string' && name.isWellFormed() ? name : `${member}[${index}]`;
      const noun = NOUNS[what];
      const fields = { upstream, [noun]: named, fault };
      if (!known.has(JSON.stringify(fields))) log(`a ${noun} is left out, because its definition is wrong`, fields);
      known.add(JSON.stringify(fields));
      return false;
    });
}

/** As the schema of MCP names them. */
const NOUNS = { Tool: 'tool', Resource: 'resource', ResourceTemplate: 'template', Prompt: 'prompt' } as const;

/** A kind of list. */
export interface Kind {
  readonly method: string;
  /** The member of the answer that has the list. */
  readonly member: string;
  readonly definition: keyof typeof NOUNS;
}

function faultOf(what: Kind['definition'], definition: Json, isOverHttp: boolean): string | null {
  if (!isSpecType[what](definition)) return 'it does not fit the schema of MCP';
  if (what !== 'Tool') return null;
  // It would have no digest, which people are shown.
  const fault = faultIn(definition as Json);
  if (fault !== null) return `${fault.kind} at ${fault.argument}`;
  return isOverHttp ? headerFaultIn(definition as JsonObject) : null;
}
