/** Two gates for agents with one ledger, each in front of the service through one of the two runners. Either can be killed. */
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFileLedger } from '../../src/gate/ledger/file';
import { killed, startGate } from '../../test/gate/support/gate-process';
import { TOKENS } from '../../test/gate/support/wire';
import { freePort, type Instances } from './instances';

const _ROOT = join(__dirname, '../..');
/** A call that has begun is *uncertain* this long, and 30 seconds more, after its gate was killed. */
const CALL_TIMEOUT_SECONDS = 5;
const LONGEST_REST_MS = 120_000;

interface GateProcess {
  readonly name: string;
  readonly url: string;
  readonly start: () => Promise<ChildProcess>;
  current: ChildProcess;
  live: boolean;
}

export class Gates {
  private turn = 0;

  private constructor(
    readonly all: readonly GateProcess[],
    private readonly ledger: string,
  ) {}

  static async begin(folder: string, instances: Instances, upstream: string): Promise<Gates> {
    const ledger = join(folder, 'ledger');
    const opened = instances.all.map(async ({ current }, index) => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}/mcp`;
      const file = join(folder, `gate-${index}.json`);
      writeFileSync(file, JSON.stringify(configOf({ service: current.url, port, url, ledger, upstream })));
      const start = () => startGate(file, current.demo.keys);
      return { name: `gate ${index + 1}`, url, start, current: await start(), live: true };
    });
    return new Gates(await Promise.all(opened), ledger);
  }

  /** One of those that run, in turn. */
  get url(): string {
    const live = this.all.filter((each) => each.live);
    return (live[this.turn++ % Math.max(1, live.length)] ?? this.all[0]!).url;
  }

  async killAndRestart(which: number): Promise<void> {
    const gate = this.all[which % this.all.length]!;
    gate.live = false;
    await killed(gate.current);
    gate.current = await gate.start();
    gate.live = true;
  }

  /** Until each call has an ending that was reported. Returns how many calls have none when it is too late. */
  async rest(): Promise<number> {
    const ledger = await openFileLedger(this.ledger, () => Number.POSITIVE_INFINITY);
    const untilMs = Date.now() + LONGEST_REST_MS;
    for (;;) {
      const open = await ledger.unfinished();
      if (open.length === 0 || Date.now() > untilMs) return open.length;
      await sleep(500);
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.all.map((gate) => killed(gate.current)));
  }
}

interface Place {
  readonly service: string;
  readonly port: number;
  readonly url: string;
  readonly ledger: string;
  readonly upstream: string;
}

function configOf({ service, port, url, ledger, upstream }: Place): object {
  const gated = (tool: string, params: object) => ({ upstream: 'bank', tool, action: 'demo.solo', params });
  const token = `sha256:${createHash('sha256').update(TOKENS.agent).digest('hex')}`;
  return {
    name: 'soak',
    service: { url: service },
    listen: { port, url },
    ledger: { folder: ledger },
    upstreams: { bank: { url: upstream } },
    callers: [{ name: 'agent', token, operator: 'op_alpha' }],
    rules: [gated('pay', { to: '{to}', amount: '{amount}' }), gated('break_off', { note: '{note}' })],
    call_timeout: CALL_TIMEOUT_SECONDS,
  };
}
