/**
 * Two instances of the gate over one ledger, and an upstream that counts. They are killed at random, the service and the
 * ledger fail, and people refuse, approve or do nothing.
 */
import { createClient } from '../../src/client';
import { type CallState, createGate, type Entry, type Gate, type Ledger, parseConfig } from '../../src/gate/core';
import { isOver } from '../../src/gate/core/types';
import { isAuthorized } from '../../src/service/request/rules/request';
import { ALONE } from './alone';
import type { Base } from './base';
import { Callers, stored } from './callers';
import { type Part, unless } from './part';
import type { World } from './world';

const CALLER = { id: 'token:agent', operator: 'op_alpha' };
const TOOL = { name: 'pay' };
const OPERATOR = 'op_bravo';

export class Gates implements Part {
  kills = 0;
  private readonly entries = new Map<string, string>();
  private readonly keys = new Map<string, string>();
  /** The upstream's own log, and whether the request was authorized at the moment of each call. */
  private readonly calls: { readonly requestId: string; readonly isAuthorized: boolean }[] = [];
  private calm = false;
  private readonly config = configOf();

  private readonly callers: Callers;

  /** With `forgets`, the ledger makes a mistake: it does not compare versions. */
  constructor(
    private readonly world: World,
    private readonly base: Base,
    private readonly count = 1,
    private readonly forgets = false,
  ) {
    this.callers = new Callers(world, base);
  }

  async live(): Promise<void> {
    let done = false;
    const lives = [1, 2].map(async () => {
      while (!done) await this.oneLife();
    });
    await Promise.all(Array.from({ length: this.count }, (_, amount) => this.oneCall(amount)));
    done = true;
    await Promise.all(lives);
  }

  /** No instance is killed any more, and every lease ends. */
  async settle(): Promise<void> {
    this.calm = true;
    const last = this.instance();
    for (let pass = 0; pass < 200; pass += 1) {
      // Like the gate itself: a later pass repeats what failed.
      await last.sweep().catch(() => undefined);
      if (this.open().length === 0) return;
      await this.world.wait(30_000);
    }
  }

  violations(): string[] {
    const counts = new Map<string, number>();
    for (const { requestId } of this.calls) counts.set(requestId, (counts.get(requestId) ?? 0) + 1);
    const twice = [...counts].filter(([, count]) => count > 1);
    const ungated = this.calls.filter((call) => !call.isAuthorized);
    const known = this.all();
    const wrong = known.filter(({ stage }) => {
      if (stage.kind !== 'ended') return false;
      const ran = counts.get(stage.requestId ?? '') ?? 0;
      return stage.ending.kind === 'finished' ? ran !== 1 : stage.ending.kind !== 'uncertain' && ran !== 0;
    });
    return [
      ...unless(twice.length === 0, 'the upstream got a call twice', twice),
      ...unless(ungated.length === 0, 'the upstream got a call without an approval', ungated),
      ...unless(wrong.length === 0, 'an ending is not what happened', wrong),
    ];
  }

  came(): string[] {
    const endings = this.endings().map((kind) => `gate: ${kind}`);
    return endings.length > 0 && this.kills > 0 ? [...endings, 'gate killed'] : endings;
  }

  endings = () => this.all().flatMap(({ stage }) => (stage.kind === 'ended' ? [stage.ending.kind] : [stage.kind]));

  private all = () => [...this.entries.values()].map((text) => JSON.parse(text) as Entry);
  private open = () => this.all().filter((entry) => !isOver(entry));

  /** A client repeats its call until the call has ended, and people decide. */
  private async oneCall(amount: number): Promise<void> {
    const { world } = this;
    const call = {
      caller: CALLER,
      upstream: 'bank',
      tool: 'pay',
      definition: TOOL,
      listed: [TOOL],
      arguments: { amount },
    };
    let decided = false;
    for (let attempt = 0; attempt < 30; attempt += 1) {
      const opened = await this.instance()
        .open({ ...call, joinEnded: true })
        .catch(() => null);
      const state: CallState | null = opened?.kind === 'opened' ? opened.state : null;
      if (state !== null && !['waiting', 'running'].includes(state.kind)) return;
      if (state?.requestId && !decided) decided = await this.decide(state.requestId);
      await world.think();
      if (amount === 0 && attempt === 3 && state !== null)
        await this.instance()
          .cancel(state.taskId, CALLER)
          .catch(() => null);
    }
  }

  private async decide(id: string): Promise<boolean> {
    const roll = this.world.random();
    if (roll < 0.3) return false;
    const refuse = () => this.callers.api(OPERATOR, 'POST', `/api/requests/${id}/refuse`, {});
    const answer = await (roll < 0.4 ? refuse() : this.callers.turn(OPERATOR, id));
    return answer?.status === 200;
  }

  /** One instance, until it is killed. */
  private async oneLife(): Promise<void> {
    const gate = this.instance();
    await gate.sweep().catch(() => undefined);
    for (let pause = 0; pause < 4; pause += 1) await this.world.think();
  }

  /** A process of the gate. After it is killed, each of its steps fails without an effect. */
  private instance(): Gate {
    const { world, base } = this;
    let isDead = false;
    const step = async <T>(act: () => T | Promise<T>): Promise<T> => {
      await world.think();
      if (!this.calm && !isDead && world.random() < 0.03) {
        isDead = true;
        this.kills += 1;
      }
      if (isDead) throw new Error('this process is dead');
      const result = await act();
      await world.think();
      if (isDead) throw new Error('this process is dead');
      return result;
    };
    const client = (apiKey: string) =>
      createClient({
        baseUrl: 'https://service.example.org',
        apiKey,
        retries: 1,
        sleep: () => world.think(),
        nowMs: () => world.trueMs(),
        fetch: (url, init) => step(() => this.fetch(String(url), init!, apiKey)),
      });
    return createGate(this.config, {
      proposer: client(base.keys.proposer),
      worker: client(base.keys.worker),
      upstreams: {
        definition: () => step(() => ({ definition: TOOL, listed: [TOOL] })),
        callTool: (_upstream, _tool, _args, { requestId }) =>
          step(async () => {
            this.calls.push({ requestId, isAuthorized: isAuthorized(stored(world, requestId)) });
            if (!this.calm && world.random() < 0.1) throw new Error('the connection broke');
            return { kind: 'result' as const, result: {} };
          }),
      },
      ledger: this.ledger(step),
      nowMs: () => Math.floor(world.trueMs()),
      sleep: () => new Promise(() => undefined),
      randomBytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(world.random() * 256)),
      keys: [Buffer.alloc(32, 5).toString('base64')],
      log: () => undefined,
    });
  }

  private ledger(step: <T>(act: () => T | Promise<T>) => Promise<T>): Ledger {
    const parsed = (text: string | undefined) => (text === undefined ? null : (JSON.parse(text) as Entry));
    const latest = (key: string) => parsed(this.entries.get(this.keys.get(key) ?? ''));
    return {
      read: (id) => step(() => parsed(this.entries.get(id))),
      latest: (key) => step(() => latest(key)),
      open: (entry, instead) =>
        step(() => {
          const winner = latest(entry.key);
          if (winner !== null && winner.id !== instead) return winner;
          this.entries.set(entry.id, JSON.stringify(entry));
          this.keys.set(entry.key, entry.id);
          return entry;
        }),
      write: (entry) =>
        step(() => {
          const isNext = parsed(this.entries.get(entry.id))?.version === entry.version - 1;
          if (!isNext && !this.forgets) return false;
          this.entries.set(entry.id, JSON.stringify(entry));
          return true;
        }),
      unfinished: () => step(() => this.open().map(({ id }) => id)),
    };
  }

  private async fetch(url: string, { method, headers, body }: RequestInit, key: string): Promise<Response> {
    const { pathname, search } = new URL(url);
    const sent = headers as Record<string, string>;
    const kept = Object.entries(sent).filter(([name]) => name === 'idempotency-key');
    const json = body === undefined ? {} : { body: JSON.parse(String(body)) };
    const given = { ...json, headers: Object.fromEntries(kept) };
    const answer = await this.callers.program(key, method!, `${pathname}${search}`, given);
    if (answer === undefined) throw new TypeError('fetch failed');
    return Response.json(answer.body, { status: answer.status });
  }
}

function configOf() {
  const parsed = parseConfig({
    name: 'simulated',
    service: { url: 'https://service.example.org' },
    listen: { port: 0, url: 'https://gate.example.org' },
    ledger: { folder: 'none' },
    upstreams: { bank: { url: 'https://bank.example.org' } },
    callers: [{ name: 'agent', token: `sha256:${'a'.repeat(64)}`, operator: 'op_alpha' }],
    rules: [{ upstream: 'bank', tool: 'pay', action: ALONE, params: { n: '{amount}' } }],
  });
  if ('mistakes' in parsed) throw new Error(parsed.mistakes.join('\n'));
  return parsed.config;
}
