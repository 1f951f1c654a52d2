/** The gate: judges calls, proposes them, and runs what people approved, at most once. */
import type { GateConfig } from './config';
import { callKeyOf, newEntry, ranBeforeOf, requestIdOf } from './entry';
import { cancel, change, reportUnknown, type Steps, step } from './execute';
import { judge } from './judge';
import type { Caller, CallState, Ending, Entry, GateCall, GatePorts, Opened } from './types';

export const createGate = (config: GateConfig, ports: GatePorts): Gate => new Gate(config, ports);

/** Between two passes over all open calls. Events shorten the wait. */
const PASS_MS = 10_000;
/** Of the organization's executable requests, as many are read in a pass. The next one goes on there. */
const PAGES_OF_A_PASS = 10;
const OLDEST = 'oldest';
/** How often `wait` looks for an ending that another instance has written. */
const LOOK_MS = 1000;
/** The longest TTL of a request (docs/contract.md, "Limits"). */
const LONGEST_REQUEST_MS = 24 * 3_600_000;

/** How long after it was opened an entry must be kept. A ledger may forget it then. */
export function ttlMsOf({ call_timeout, retention }: GateConfig, { create, createdAtMs, updatedAtMs }: Entry): number {
  const openMs = LONGEST_REQUEST_MS + (create.execute_within! + call_timeout) * 1000;
  return Math.max(openMs, updatedAtMs - createdAtMs) + retention * 1000;
}

const isDenied = (ending: Ending): boolean => ending.kind === 'not_run' && ending.why === 'denied';

export class Gate {
  /** Steps that this process is making, so that it does not take one for abandoned, or make it twice. */
  private readonly steps = new Map<string, Promise<void>>();
  /** Open calls by their requests, for events. */
  private readonly byRequest = new Map<string, string>();
  /** Endings whose mark is being written. Their client may repeat the call before it is. */
  private readonly marks = new Map<string, Promise<void>>();
  /** Wakes everybody who waits. */
  private readonly bells = new Set<() => void>();

  /** By call: who wants to hear when the upstream reports progress. */
  private readonly watchers = new Map<string, Set<() => void>>();
  private place = OLDEST;
  private readonly deps: Steps;

  constructor(config: GateConfig, ports: GatePorts) {
    const progressed = (id: string) => this.watchers.get(id)?.forEach((tell) => void tell());
    this.deps = { ...ports, config, progressed };
  }

  /** Judges a call, and proposes it or joins the same call of the same caller. */
  async open(call: GateCall): Promise<Opened> {
    const { config, ledger } = this.deps;
    const judged = judge(config, call);
    if (judged.kind !== 'gated') return judged;
    const key = callKeyOf(config, call);
    for (;;) {
      const last = await ledger.latest(key);
      await this.marks.get(last?.id ?? '');
      // Its mark may have been written since it was read.
      const latest = last?.stage.kind === 'ended' ? await ledger.read(last.id) : last;
      if (latest !== null && this.joins(latest, call)) {
        const joined = await this.join(latest, call.callId);
        if (joined !== null) return this.openedAs(joined, latest.stage.kind === 'ended');
      } else {
        const entry = newEntry(config, this.deps, call, judged, latest && ranBeforeOf(latest));
        const stored = await ledger.open(entry, latest?.id ?? null);
        // Otherwise the same call was opened by another instance at the same time, and is joined.
        if (stored.id !== entry.id) continue;
        await this.advance(entry.id);
        return this.openedAs((await ledger.read(entry.id)) ?? entry, false);
      }
    }
  }

  /** The caller comes back to its call. Null as for `state`. */
  async rejoin(taskId: string, caller: Caller): Promise<CallState | null> {
    for (;;) {
      const entry = await this.own(taskId, caller);
      if (entry === null) return null;
      const joined = await this.join(entry);
      if (joined !== null) return this.stateOf(joined);
    }
  }

  /** The client gave its call up: it does not run unless its caller comes back. */
  async park(taskId: string, caller: Caller): Promise<void> {
    for (;;) {
      const entry = await this.own(taskId, caller);
      if (entry === null || entry.isParked || !['proposed', 'created'].includes(entry.stage.kind)) return;
      if ((await change(this.deps, entry, { isParked: true })) !== null) return;
    }
  }

  /** A client has received the ending, so the same call is a new one from now on. Never throws. */
  delivered(taskId: string): Promise<void> {
    const marking = this.mark(taskId)
      .catch((error) => this.failed('an ending could not be marked as delivered', error, { call: taskId }))
      .finally(() => this.marks.get(taskId) === marking && this.marks.delete(taskId));
    this.marks.set(taskId, marking);
    return marking;
  }

  /** A pure read. Null for a task of another caller, exactly as for one that does not exist. */
  async state(taskId: string, caller: Caller): Promise<CallState | null> {
    const entry = await this.own(taskId, caller);
    return entry && this.stateOf(entry);
  }

  /** Fences the call: it never runs if this returns `not_run` with `cancelled`. Otherwise it had begun or ended. */
  async cancel(taskId: string, caller: Caller): Promise<CallState | null> {
    for (;;) {
      const entry = await this.own(taskId, caller);
      if (entry === null) return null;
      if (entry.stage.kind === 'begun' || entry.stage.kind === 'ended') return this.stateOf(entry);
      const ended = await cancel(this.deps, entry);
      if (ended === null) continue;
      this.ring();
      // The caller does not wait until the request is taken back.
      void this.advanceAgain(taskId);
      return this.stateOf(ended);
    }
  }

  /** Resolves with the state when it is no longer `waiting` or `running`, or after `timeoutMs`. */
  async wait(taskId: string, caller: Caller, timeoutMs: number, signal?: AbortSignal): Promise<CallState | null> {
    const { nowMs, sleep } = this.deps;
    const untilMs = nowMs() + timeoutMs;
    for (;;) {
      const entry = await this.own(taskId, caller);
      const leftMs = untilMs - nowMs();
      if (entry === null) return null;
      if (entry.stage.kind === 'ended' || leftMs <= 0 || signal?.aborted === true) return this.stateOf(entry);
      const woken = new AbortController();
      const bell = () => woken.abort();
      this.bells.add(bell);
      const either = signal === undefined ? woken.signal : AbortSignal.any([woken.signal, signal]);
      await sleep(Math.min(LOOK_MS, leftMs), either).catch(() => undefined);
      this.bells.delete(bell);
    }
  }

  /** Tells of each progress of the upstream while this instance runs the call. Returns what ends it. */
  watch(taskId: string, tell: () => void): () => void {
    const watching = this.watchers.get(taskId) ?? new Set();
    this.watchers.set(taskId, watching.add(tell));
    return () => {
      watching.delete(tell);
      if (watching.size === 0) this.watchers.delete(taskId);
    };
  }

  /** Does what can be done for one call now. Never throws: what could not be done is logged, and done by a later pass. */
  advance(taskId: string): Promise<void> {
    const running = this.steps.get(taskId);
    if (running !== undefined) return running;
    const made = this.once(taskId).finally(() => {
      this.steps.delete(taskId);
      this.ring();
    });
    this.steps.set(taskId, made);
    return made;
  }

  /** One pass over all open calls, and over requests that this ledger does not know. */
  async sweep(): Promise<void> {
    const unfinished = await this.deps.ledger.unfinished();
    await Promise.all([...unfinished.map((id) => this.advance(id)), this.reportUnknown()]);
  }

  /** Advances all open calls until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const following = this.follow(signal);
    while (!signal.aborted) {
      // A pass takes as long as its longest call. The next one does not wait for it.
      void this.sweep().catch((error) => this.failed('a pass over the open calls failed', error));
      await this.deps.sleep(PASS_MS, signal).catch(() => undefined);
    }
    await Promise.all([following, ...this.steps.values()]);
  }

  private async once(id: string): Promise<void> {
    const { ledger } = this.deps;
    try {
      const entry = await ledger.read(id);
      if (entry === null) return;
      await step(this.deps, entry);
      const now = (await ledger.read(id)) ?? entry;
      const requestId = requestIdOf(now);
      if (now.stage.kind === 'ended') this.byRequest.delete(requestId ?? '');
      else if (requestId !== null) this.byRequest.set(requestId, id);
    } catch (error) {
      this.failed('a call could not go on for now', error, { call: id });
    }
  }

  private async reportUnknown(): Promise<void> {
    for (let page = 0; page < PAGES_OF_A_PASS; page++) {
      const { requests, next } = await this.deps.worker.listExecutable({ limit: 100, after: this.place });
      this.place = next ?? OLDEST;
      for (const request of requests) if (!this.byRequest.has(request.id)) await reportUnknown(this.deps, request);
      if (this.place === OLDEST) return;
    }
  }

  /** Looks at a call as soon as an event says that its request has a verdict. */
  private async follow(signal: AbortSignal): Promise<void> {
    const { worker, sleep } = this.deps;
    while (worker.events !== undefined && !signal.aborted) {
      try {
        for await (const { data } of worker.events({ after: 'latest', waitSeconds: 20, signal })) {
          const id = this.byRequest.get(data.request.id);
          if (id !== undefined) void this.advance(id);
        }
      } catch (error) {
        if (signal.aborted) return;
        this.failed('the events could not be followed; polling goes on', error);
        await sleep(PASS_MS, signal).catch(() => undefined);
      }
    }
  }

  /** A call that can still change, one that people refused not long ago, and an ending that nobody has received. */
  private joins({ stage, updatedAtMs, callIds }: Entry, { joinEnded = false, callId }: GateCall): boolean {
    if (stage.kind !== 'ended') return true;
    if (callId !== undefined && callIds.includes(callId)) return true;
    const { nowMs, config } = this.deps;
    if (isDenied(stage.ending)) {
      const isForGood = stage.ending.kind === 'not_run' && stage.ending.reason === 'never';
      return nowMs() - updatedAtMs < (isForGood ? config.retention : config.max_age) * 1000;
    }
    return joinEnded && callId === undefined && !stage.isDelivered;
  }

  /** Null if another write was first. */
  private async join(entry: Entry, callId?: string): Promise<Entry | null> {
    const isKnown = callId === undefined || entry.callIds.includes(callId);
    if (entry.stage.kind === 'ended' || (isKnown && !entry.isParked)) return entry;
    const callIds = isKnown ? entry.callIds : [...entry.callIds, callId];
    const joined = await change(this.deps, entry, { isParked: false, callIds });
    if (entry.isParked && joined !== null) void this.advanceAgain(entry.id);
    return joined;
  }

  /** A step that is being made has read the entry as it was before. */
  private async advanceAgain(taskId: string): Promise<void> {
    await this.steps.get(taskId);
    await this.advance(taskId);
  }

  private async mark(taskId: string): Promise<void> {
    for (;;) {
      const entry = await this.deps.ledger.read(taskId);
      if (entry?.stage.kind !== 'ended' || entry.stage.isDelivered || isDenied(entry.stage.ending)) return;
      if ((await change(this.deps, entry, { stage: { ...entry.stage, isDelivered: true } })) !== null) return;
    }
  }

  private async openedAs(entry: Entry, isOld: boolean): Promise<Opened> {
    return { kind: 'opened', state: await this.stateOf(entry), isOld };
  }

  private async own(taskId: string, caller: Caller): Promise<Entry | null> {
    const entry = await this.deps.ledger.read(taskId);
    return entry?.caller.id === caller.id ? entry : null;
  }

  private async stateOf(entry: Entry): Promise<CallState> {
    const { config } = this.deps;
    const { id: taskId, stage, createdAtMs, updatedAtMs } = entry;
    const requestId = requestIdOf(entry);
    const url = requestId && `${config.service.console ?? config.service.url}/requests/${requestId}`;
    const run = stage.kind === 'begun' || stage.kind === 'ended' ? stage.run : null;
    const known = { taskId, requestId, url, createdAtMs, updatedAtMs, ttlMs: ttlMsOf(config, entry), run };
    if (stage.kind === 'ended') return { ...known, ...stage.ending };
    if (stage.kind === 'begun') return { ...known, kind: 'running' };
    return { ...known, kind: 'waiting', aKeyIsTurned: requestId !== null && (await this.isStaging(requestId)) };
  }

  /** Only for the words of the status, so a service that does not answer is no error. */
  private async isStaging(requestId: string): Promise<boolean> {
    const read = this.deps.proposer.getRequest(requestId, { retries: 0, timeoutMs: 5000 });
    const state = await read.then(({ request }) => request.state).catch(() => 'proposed');
    return state !== 'notified' && state !== 'proposed';
  }

  private failed(what: string, error: unknown, fields: Readonly<Record<string, string>> = {}): void {
    this.deps.log(what, { error: error instanceof Error ? error.message : 'unknown', ...fields });
  }

  private ring(): void {
    for (const bell of this.bells) bell();
  }
}
