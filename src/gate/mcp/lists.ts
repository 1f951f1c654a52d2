/** A list of each upstream as it was last. */
import { type JsonObject, sha256 } from '../core';

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
