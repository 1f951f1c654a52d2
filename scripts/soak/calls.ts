/** Agents who call tools through the gates, a person who decides, and the upstream that counts what reaches it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type FixtureUpstream, openUpstream } from '../../test/gate/support/upstream';
import { callTool, textOf } from '../../test/gate/support/wire';
import type { RunnerProcess } from '../../test/support/runner-process';
import type { Gates } from './gates';
import type { Instances } from './instances';
import { BEGINS_EVERY_MS } from './load';
import type { Row } from './table';

const AGENTS = 3;
/** So that some gates die while the upstream works. */
const LONGEST_WORK_MS = 600;
const PERSON = 'op_bravo';
const LONGEST_CALL_MS = 180_000;

/** What the gates told an agent about one call, which the agent repeats until it is told. */
interface Asked {
  readonly name: string;
  told: 'ran' | 'not run' | 'unknown' | null;
}

export class Calls {
  private readonly asked: Asked[] = [];

  private constructor(
    private readonly instances: Instances,
    private readonly upstream: FixtureUpstream,
  ) {}

  static async begin(instances: Instances): Promise<Calls> {
    return new Calls(instances, await openUpstream(() => sleep(Math.random() * LONGEST_WORK_MS)));
  }

  get url(): string {
    return this.upstream.url;
  }

  /** Ends when each call that began before has its ending. */
  async run(gates: Gates, untilMs: number): Promise<void> {
    let done = false;
    const person = async () => {
      while (!done) {
        await this.decideAll().catch(() => undefined);
        await sleep(300);
      }
    };
    const agent = async () => {
      while (Date.now() < untilMs) await Promise.all([this.one(gates), sleep(BEGINS_EVERY_MS)]);
    };
    const agents = Promise.all(Array.from({ length: AGENTS }, agent)).finally(() => {
      done = true;
    });
    await Promise.all([agents, person()]);
  }

  private async one(gates: Gates): Promise<void> {
    const call: Asked = { name: `call ${this.asked.length + 1}`, told: null };
    this.asked.push(call);
    const [tool, args] =
      Math.random() < 0.9 ? ['pay', { to: call.name, amount: '5.00' }] : ['break_off', { note: call.name }];
    const untilMs = Date.now() + LONGEST_CALL_MS;
    while (call.told === null && Date.now() < untilMs) {
      const answer = await callTool(gates.url, tool, args).catch(() => null);
      call.told = answer === null ? null : toldBy(textOf(answer));
      if (call.told === null) await sleep(200);
    }
  }

  private async decideAll(): Promise<void> {
    const { instances } = this;
    const list = '/api/requests?state=notified&action=demo.solo&limit=100';
    const { body } = await instances.runner.api(PERSON, 'GET', list);
    for (const { request } of body.requests) {
      const { id, params } = request;
      if (params.upstream === undefined) continue;
      const path = `/api/requests/${id}`;
      if (Math.random() < 0.15) {
        await instances.runner.api(PERSON, 'POST', `${path}/refuse`, {});
        continue;
      }
      const code = await instances.code(PERSON, id);
      if (code !== null) await instances.runner.api(PERSON, 'POST', `${path}/turn`, { code });
    }
  }

  /** `open`: how many calls have no ending although all gates had time. */
  async judged(runner: RunnerProcess, open: number): Promise<Row> {
    const { calls } = this.upstream;
    const nameOf = (args: Record<string, unknown>) => String(args.to ?? args.note);
    const runs = (name: string) => calls.filter((call) => nameOf(call.arguments) === name).length;
    const ungated: string[] = [];
    for (const { requestId, arguments: args, atMs } of calls) {
      const { status, body } = await runner.v1('reader', 'GET', `/v1/requests/${requestId}`);
      const request = status === 200 ? body.request : null;
      const isApproved = request?.outcome === 'authorized' && request.decided_at <= atMs;
      if (!isApproved || nameOf(request.params) !== nameOf(args))
        ungated.push(`${nameOf(args)} ran without an approval`);
    }
    const count = (told: Asked['told']) => this.asked.filter((call) => call.told === told).length;
    return {
      what: 'calls of agents through two gates with one ledger: each at most once, none without an approval, and the agent is told what happened',
      seen: `${this.asked.length} calls, ${calls.length} of them at the upstream: ${count('ran')} told “ran”, ${count('not run')} “not run”, ${count('unknown')} “unknown”`,
      broken: [
        ...ungated,
        ...this.asked.flatMap(({ name, told }) => wrongIn(name, told, runs(name))),
        ...(open === 0 ? [] : [`${open} calls have no ending in the ledger`]),
      ],
    };
  }

  close(): Promise<void> {
    return this.upstream.close();
  }
}

function wrongIn(name: string, told: Asked['told'], runs: number): string[] {
  return [
    ...(runs > 1 ? [`${name} reached the upstream ${runs} times`] : []),
    ...(told === 'ran' && runs === 0 ? [`${name} was told “ran”, and did not`] : []),
    ...(told === 'not run' && runs > 0 ? [`${name} was told “not run”, and ran`] : []),
    ...(told === null ? [`${name} was never told its ending`] : []),
  ];
}

/** Null: it waits, or the gate could not answer. */
function toldBy(text: string): Asked['told'] {
  if (text.startsWith('Paid ')) return 'ran';
  if (text.startsWith('The tool did not run.')) return 'not run';
  return text.startsWith('The outcome is unknown') ? 'unknown' : null;
}
