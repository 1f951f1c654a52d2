/** The gate: judges calls, proposes them, and runs what people approved, at most once. */
import type { GateConfig } from './config';
import { keyOf, newEntry } from './entry';
import { move, reportUnknown, type Steps, step } from './execute';
import { judge } from './judge';
import type { Caller, CallState, Entry, Gate, GateCall, GatePorts, Known, Opened } from './types';

export function createGate(config: GateConfig, ports: GatePorts): Gate {
  return new TheGate(config, ports);
}

/** Between two passes over all open calls. Events shorten the wait. */
const PASS_MS = 10_000;
/** How often `wait` looks for an ending that another instance has written. */
const LOOK_MS = 1000;
/** The longest TTL of a request (docs/contract.md, "Limits"). */
const LONGEST_REQUEST_MS = 24 * 3_600_000;

/** How long after it was opened an entry must be kept. A ledger may forget it then. */
export function ttlMsOf({ call_timeout, retention }: GateConfig, { create, createdAtMs, updatedAtMs }: Entry): number {
  const openMs = LONGEST_REQUEST_MS + (create.execute_within! + call_timeout) * 1000;
  return Math.max(openMs, updatedAtMs - createdAtMs) + retention * 1000;
}

class TheGate implements Gate {
  /** Steps that this process is making, so that it does not take one for abandoned, or make it twice. */
  private readonly steps = new Map<string, Promise<void>>();
  /** Open calls by their requests, for events. */
  private readonly byRequest = new Map<string, string>();
  private readonly deps: Steps;
  private readonly ended = new Set<() => void>();

  constructor(
    private readonly config: GateConfig,
    private readonly ports: GatePorts,
  ) {
    this.deps = { ...ports, config };
  }

  async open(call: GateCall): Promise<Opened> {
    const judged = judge(this.config, call);
    if (judged.kind !== 'gated') return judged;
    const { ledger } = this.ports;
    const latest = await ledger.latest(keyOf(this.config, call));
    if (latest !== null && this.joins(latest, call)) return this.opened(latest);
    const entry = newEntry(this.config, this.ports, call, judged);
    if (!('stage' in entry)) return { kind: 'refused', refusal: entry };
    const stored = await ledger.open(entry, latest?.id ?? null);
    // The same call may have been opened by another instance at the same time.
    if (stored.id === entry.id) await this.advance(entry.id);
    return this.opened((await ledger.read(stored.id)) ?? stored);
  }

  async state(taskId: string, caller: Caller): Promise<CallState | null> {
    const entry = await this.own(taskId, caller);
    return entry === null ? null : this.stateOf(entry);
  }

  async cancel(taskId: string, caller: Caller): Promise<CallState | null> {
    for (;;) {
      const entry = await this.own(taskId, caller);
      if (entry === null) return null;
      const { stage } = entry;
      if (stage.kind === 'begun' || stage.kind === 'ended') return this.stateOf(entry);
      const requestId = stage.kind === 'created' ? stage.requestId : null;
      const cancelled = {
        kind: 'ended',
        requestId,
        ending: { kind: 'not_run', why: 'cancelled' },
        unreported: null,
      } as const;
      const moved = await move(this.ports, entry, cancelled);
      if (moved === null) continue;
      this.ring();
      return this.stateOf(moved);
    }
  }

  async wait(taskId: string, caller: Caller, timeoutMs: number, signal?: AbortSignal): Promise<CallState | null> {
    const { nowMs, sleep } = this.ports;
    const untilMs = nowMs() + timeoutMs;
    for (;;) {
      const entry = await this.own(taskId, caller);
      const leftMs = untilMs - nowMs();
      if (entry === null) return null;
      if (entry.stage.kind === 'ended' || leftMs <= 0 || signal?.aborted === true) return this.stateOf(entry);
      const woken = new AbortController();
      const ring = () => woken.abort();
      this.ended.add(ring);
      const either = signal === undefined ? woken.signal : AbortSignal.any([woken.signal, signal]);
      await sleep(Math.min(LOOK_MS, leftMs), either).catch(() => undefined);
      this.ended.delete(ring);
    }
  }

  /** Never throws: what could not be done is logged, and done by a later pass. */
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

  async sweep(): Promise<void> {
    const unfinished = await this.ports.ledger.unfinished();
    await Promise.all([...unfinished.map((id) => this.advance(id)), this.reportUnknown()]);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { sleep } = this.ports;
    const following = this.follow(signal);
    while (!signal.aborted) {
      // A pass takes as long as its longest call. The next one does not wait for it.
      const pass = this.sweep().catch((error) => this.failed('a pass over the open calls failed', error));
      await Promise.race([Promise.all([pass, sleep(PASS_MS, signal)]), sleep(PASS_MS, signal)]).catch(() => undefined);
    }
    await Promise.all([following, ...this.steps.values()]);
  }

  private async once(id: string): Promise<void> {
    try {
      const entry = await this.ports.ledger.read(id);
      if (entry === null) return;
      await step(this.deps, entry);
      const { stage } = (await this.ports.ledger.read(id)) ?? entry;
      if (stage.kind === 'created') this.byRequest.set(stage.requestId, id);
      else if (stage.kind === 'ended' && stage.requestId !== null) this.byRequest.delete(stage.requestId);
    } catch (error) {
      this.failed('a call could not go on for now', error, id);
    }
  }

  private async reportUnknown(): Promise<void> {
    const { requests } = await this.ports.worker.listExecutable({ limit: 100 });
    for (const request of requests) if (!this.byRequest.has(request.id)) await reportUnknown(this.deps, request);
  }

  /** Looks at a call as soon as an event says that its request has a verdict. */
  private async follow(signal: AbortSignal): Promise<void> {
    const { worker, sleep } = this.ports;
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

  /** Only a call that can still change, or that a client could not learn of in another way. */
  private joins({ stage, updatedAtMs }: Entry, { joinEnded = false }: GateCall): boolean {
    if (stage.kind !== 'ended' || stage.unreported !== null) return true;
    return joinEnded && this.ports.nowMs() - updatedAtMs < this.config.max_age * 1000;
  }

  private async own(taskId: string, caller: Caller): Promise<Entry | null> {
    const entry = await this.ports.ledger.read(taskId);
    return entry?.caller.id === caller.id ? entry : null;
  }

  private async opened(entry: Entry): Promise<Opened> {
    return { kind: 'opened', state: await this.stateOf(entry) };
  }

  private async stateOf(entry: Entry): Promise<CallState> {
    const { stage } = entry;
    const known = this.knownOf(entry);
    switch (stage.kind) {
      case 'proposed':
        return { ...known, kind: 'waiting', aKeyIsTurned: false };
      case 'created':
        return { ...known, kind: 'waiting', aKeyIsTurned: await this.isStaging(stage.requestId) };
      case 'begun':
        return { ...known, kind: 'running' };
      case 'ended':
        return { ...known, ...stage.ending };
    }
  }

  private knownOf(entry: Entry): Known {
    const { id, stage, createdAtMs, updatedAtMs } = entry;
    const requestId = stage.kind === 'proposed' ? null : stage.requestId;
    const url = requestId === null ? null : `${this.config.service.console}/requests/${requestId}`;
    return { taskId: id, requestId, url, createdAtMs, updatedAtMs, ttlMs: ttlMsOf(this.config, entry) };
  }

  /** Only for the words of the status, so a service that does not answer is no error. */
  private async isStaging(requestId: string): Promise<boolean> {
    const read = this.ports.proposer.getRequest(requestId, { retries: 0, timeoutMs: 5000 });
    return read.then(
      ({ request }) => request.state !== 'notified' && request.state !== 'proposed',
      () => false,
    );
  }

  private failed(what: string, error: unknown, call?: string): void {
    const message = error instanceof Error ? error.message : 'unknown';
    this.ports.log(what, { error: message, ...(call === undefined ? {} : { call }) });
  }

  private ring(): void {
    for (const ring of this.ended) ring();
  }
}
