/** The real service in this process, an upstream that counts, and instances of the gate that can be killed at any step. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../../src/client';
import type { EvidenceContent } from '../../src/client/evidence';
import {
  type CallState,
  createGate,
  type Gate,
  type GateCall,
  type GateConfig,
  type GateLog,
  type GatePorts,
} from '../../src/gate/core';
import {
  type Entry,
  isOver,
  type JsonObject,
  type Ledger,
  type UpstreamAnswer,
  type Upstreams,
} from '../../src/gate/core/types';
import type { TestService } from '../../src/testing/api';
import { startTestService } from '../../src/testing/service';
import { openedForEach, openedOnce } from '../support/opened';
import { configOf } from './support/open';

export const AGENT = { id: 'token:agent', operator: 'op_alpha' } as const;
export const OTHER = { id: 'token:other', operator: 'op_alpha' } as const;
export const KEYS = [Buffer.alloc(32, 7).toString('base64')];
export const PAY: JsonObject = { name: 'pay', inputSchema: { type: 'object' } };

export function aConfig(changes: object = {}): GateConfig {
  return configOf({
    name: 'test',
    service: { url: 'http://127.0.0.1:1' },
    listen: { port: 0, url: 'http://127.0.0.1:2' },
    ledger: { folder: 'ledger' },
    upstreams: { bank: { url: 'http://127.0.0.1:3/mcp' } },
    rules: [
      { upstream: 'bank', tool: 'balance', do: 'pass' },
      { upstream: 'bank', tool: 'pay', action: 'pay', params: { to: '{to}', amount: '{amount}' }, execute_within: 600 },
    ],
    callers: [
      { name: 'agent', token: `sha256:${'a'.repeat(64)}`, operator: 'op_alpha' },
      { name: 'other', token: `sha256:${'b'.repeat(64)}`, operator: 'op_alpha' },
    ],
    ...changes,
  });
}

let payments = 0;
/** Each call has its own arguments, unless a test gives them. */
export const aCall = (changes: Partial<GateCall> = {}): GateCall => ({
  caller: AGENT,
  upstream: 'bank',
  tool: 'pay',
  definition: PAY,
  listed: [PAY],
  arguments: { to: 'acct-1', amount: ++payments },
  ...changes,
});

/** The upstream's own log: what has really happened. */
class CountingUpstream implements Upstreams {
  readonly calls: { readonly tool: string; readonly args: JsonObject; readonly requestId: string }[] = [];
  tool: JsonObject | null = PAY;
  answer: () => Promise<UpstreamAnswer> = async () => ({ kind: 'result', result: { content: [] } });
  definition: Upstreams['definition'] = async () => this.tool && { definition: this.tool, listed: [this.tool] };
  callTool: Upstreams['callTool'] = async (_, tool, args, { requestId }) => {
    this.calls.push({ tool, args, requestId });
    return this.answer();
  };
  runsOf = (requestId: string) => this.calls.filter((call) => call.requestId === requestId).length;
}

/** For the tests of everything but the ledgers. */
export class MemoryLedger implements Ledger {
  private readonly entries = new Map<string, string>();
  private readonly keys = new Map<string, string>();
  private readonly parsed = (text: string | undefined) => (text === undefined ? null : (JSON.parse(text) as Entry));
  read = async (id: string) => this.parsed(this.entries.get(id));
  latest = async (key: string) => this.parsed(this.entries.get(this.keys.get(key) ?? ''));
  open = async (entry: Entry, instead: string | null) => {
    const latest = this.parsed(this.entries.get(this.keys.get(entry.key) ?? ''));
    if ((latest?.id ?? null) !== instead) return latest!;
    this.entries.set(entry.id, JSON.stringify(entry));
    this.keys.set(entry.key, entry.id);
    return entry;
  };
  write = async (entry: Entry) => {
    if (this.parsed(this.entries.get(entry.id))?.version !== entry.version - 1) return false;
    this.entries.set(entry.id, JSON.stringify(entry));
    return true;
  };
  unfinished = async () =>
    [...this.entries.values()]
      .map((text) => this.parsed(text)!)
      .filter((entry) => !isOver(entry))
      .map(({ id }) => id);
}

/** Every step of a call, in its order. */
export const STEPS = ['propose', 'verdict', 'claim', 'begun', 'call', 'result', 'report'] as const;
export type StepName = (typeof STEPS)[number];
export interface Kill {
  readonly at: StepName;
  readonly when: 'before' | 'after';
}

export type Clock = Pick<GatePorts, 'nowMs' | 'sleep'>;

type Report = GatePorts['worker']['report'];

export interface World {
  readonly service: TestService;
  readonly upstream: CountingUpstream;
  readonly ledger: Ledger;
  /** A process of the gate. After it was killed, nothing that it does has an effect. */
  instance(options?: {
    kill?: Kill;
    config?: GateConfig;
    ledger?: Ledger;
    clock?: Clock;
    report?: Report;
    log?: GateLog;
    proposer?: Partial<GatePorts['proposer']>;
    worker?: Partial<GatePorts['worker']>;
  }): Gate;
  stop(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  const service = await startTestService({ actions: [{ id: 'pay' }, { id: 'two', quorum: 2 }] });
  const upstream = new CountingUpstream();
  const ledger = new MemoryLedger();
  const client = (apiKey: string) =>
    createClient({ baseUrl: service.baseUrl, apiKey, retries: 0, nowMs: service.clock.nowMs });
  return {
    service,
    upstream,
    ledger,
    instance(options = {}) {
      const {
        kill,
        config = aConfig(),
        ledger: own = ledger,
        clock,
        report,
        log = () => undefined,
        proposer,
      } = options;
      const worker = { ...client(service.keys.worker), ...options.worker };
      const ports: GatePorts = {
        proposer: { ...client(service.keys.proposer), ...proposer },
        worker: report === undefined ? worker : { ...worker, report },
        upstreams: upstream,
        ledger: own,
        nowMs: service.clock.nowMs,
        sleep: (ms, signal) => sleep(ms, undefined, { signal }),
        randomBytes,
        keys: KEYS,
        log,
        ...clock,
      };
      return createGate(config, kill === undefined ? ports : mortal(ports, kill));
    },
    stop: () => service.stop(),
  };
}

function mortal(ports: GatePorts, kill: Kill): GatePorts {
  let isDead = false;
  const step =
    <A extends unknown[], R>(name: (...args: A) => StepName | null, act: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const isIt = name(...args) === kill.at;
      if (isIt && kill.when === 'before') isDead = true;
      if (isDead) throw new Error('this process is dead');
      const result = await act(...args);
      if (isIt) isDead = true;
      if (isDead) throw new Error('this process is dead');
      return result;
    };
  const always =
    <A>(value: A) =>
    () =>
      value;
  const { proposer, worker, upstreams, ledger } = ports;
  const stageOf = ({ stage }: Entry) => (stage.kind === 'begun' ? 'begun' : isResult(stage) ? 'result' : null);
  return {
    ...ports,
    proposer: {
      createRequest: step(always('propose' as const), proposer.createRequest),
      getRequest: step(always('verdict' as const), proposer.getRequest),
      abort: step(always(null), proposer.abort),
      attach: step((_name: string, _content: EvidenceContent) => null, proposer.attach) as typeof proposer.attach,
    },
    worker: {
      claim: step(always('claim' as const), worker.claim),
      report: step(always('report' as const), worker.report),
      listExecutable: step(always(null), worker.listExecutable),
    },
    upstreams: {
      definition: step(always(null), upstreams.definition),
      callTool: step(always('call' as const), upstreams.callTool),
    },
    ledger: {
      open: step(always(null), ledger.open),
      latest: step(always(null), ledger.latest),
      read: step(always(null), ledger.read),
      write: step(stageOf, ledger.write),
      unfinished: step(always(null), ledger.unfinished),
    },
  };
}

const isResult = (stage: Entry['stage']) =>
  stage.kind === 'ended' && stage.owed !== null && ['finished', 'uncertain'].includes(stage.ending.kind);

export type OpenedCall = CallState & { readonly requestId: string };

/** The state of a call that waits for people. */
async function openedBy(gate: Gate, call: GateCall): Promise<OpenedCall> {
  const answer = await gate.open(call);
  if (answer.kind !== 'opened') throw new Error(`not opened: ${JSON.stringify(answer)}`);
  return answer.state as OpenedCall;
}

/** A world for a suite, a new gate for each of its tests, and what happens to calls there. */
export function inWorld() {
  const world = openedOnce(openWorld);
  const gate = openedForEach(() => {
    world.upstream.tool = PAY;
    world.upstream.answer = async () => ({ kind: 'result', result: { content: [], paid: true } });
    return world.instance();
  });
  const opened = (call: GateCall, by: Gate = gate) => openedBy(by, call);
  /** As a client that can only repeat its call. */
  const repeated = (call: GateCall, by: Gate = gate) => opened({ ...call, joinEnded: true }, by);
  const approve = async ({ requestId }: OpenedCall, by: Gate = gate) => {
    await world.service.approve(requestId);
    await by.sweep();
  };
  const approved = async (call: GateCall) => {
    const state = await opened(call);
    await world.service.approve(state.requestId);
    return state;
  };
  const read = async (id: string) => {
    const { baseUrl, keys } = world.service;
    return (await createClient({ baseUrl, apiKey: keys.reader }).getRequest(id)).request;
  };
  return { world, gate, opened, repeated, approve, approved, read };
}
