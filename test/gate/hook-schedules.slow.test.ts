/**
 * Calls of agents, repeated while people decide and everything else breaks. Most schedules run the hook in this process with the
 * real service and the real ledger, so that it can be killed at each of its steps. The others start it as the agents do.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { beforeTool, type Ruling } from '../../examples/agent-hook/agent';
import { AGENTS } from '../../src/gate/hook/agents';
import type { Answer, HookPorts } from '../../src/gate/hook/decide';
import { openPeople } from '../../src/testing/people';
import { openedOnce } from '../support/opened';
import { aCallOf, aProject, KINDS, limit, openService, type Project, requestIn, run } from './support/hook';
import { abort } from './support/operator';

const service = openedOnce(openService);

/** The same numbers for the same seed. */
function randomFrom(seed: number): (below: number) => number {
  let drawn = 0;
  return (below) => createHash('sha256').update(`${seed} ${drawn++}`).digest().readUInt32BE() % below;
}

/** What happened in one schedule, as the people and the agent know it, and not as the ledger of the hook has it. */
class Schedule {
  private readonly random: (below: number) => number;
  readonly requests: string[] = [];
  readonly approved = new Set<string>();
  /** By the request that people approved: the calls that were let through with it. */
  readonly uses = new Map<string, Set<string>>();
  readonly counts: Record<string, number> = {};
  readonly wrong: string[] = [];
  latestMs = 0;
  private ids = 0;

  constructor(
    private readonly seed: number,
    private readonly project: Project,
  ) {
    this.random = randomFrom(seed);
  }

  async play(): Promise<void> {
    const acts = [
      this.call,
      this.call,
      this.pair,
      this.rush,
      this.killed,
      this.killed,
      this.decision,
      this.decision,
      this.gone,
      this.ledgerGone,
    ];
    for (let steps = 5 + this.random(4); steps > 0; steps--) await acts[this.random(acts.length)]!.call(this);
    await this.call();
    // Afterwards, because another call can read a verdict before the people who gave it know of it.
    for (const [id, calls] of this.uses)
      if (!this.approved.has(id)) this.wrong.push(`${[...calls]} was let through without an approval, with "${id}"`);
  }

  private newId = () => `${this.seed}-${++this.ids}`;

  private count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  private call = async () => void (await this.one(this.newId()));

  /** Two registrations of the hook. Gemini CLI gives a call no id, so there they are two calls. */
  private async pair(): Promise<void> {
    this.count('two registrations');
    const id = this.newId();
    const second = this.project.kind === 'gemini' ? `${id}-b` : id;
    await Promise.all([this.one(id), this.one(second)]);
  }

  private async rush(): Promise<void> {
    this.count('three calls at once');
    await Promise.all([this.call(), this.call(), this.call()]);
  }

  private async killed(): Promise<void> {
    this.count('kill');
    const [at, isAfter] = [this.random(14), this.random(2) === 0];
    let made = 0;
    let isDead = false;
    const dies = <A extends unknown[], R>(act: (...args: A) => Promise<R>) =>
      (async (...args: A) => {
        const isIt = made++ === at;
        if (isIt && !isAfter) isDead = true;
        if (isDead) throw new Error('killed');
        const result = await act(...args);
        if (isIt) isDead = true;
        if (isDead) throw new Error('killed');
        return result;
      }) as (...args: A) => Promise<R>;
    const all = <T extends object>(ports: T) =>
      Object.fromEntries(Object.entries(ports).map(([name, act]) => [name, dies(act.bind(ports))])) as unknown as T;
    await this.one(this.newId(), (ports) => ({
      ...ports,
      ...{ client: all(ports.client), ledger: all(ports.ledger), look: dies(ports.look) },
    }));
  }

  private async gone(): Promise<void> {
    this.count('service gone');
    const from = this.random(3);
    let made = 0;
    const broken = <A extends unknown[], R>(act: (...args: A) => Promise<R>) =>
      ((...args: A) => (made++ >= from ? Promise.reject(new Error('no answer')) : act(...args))) as typeof act;
    await this.one(this.newId(), (ports) => ({
      ...ports,
      client: Object.fromEntries(
        Object.entries(ports.client).map(([name, act]) => [name, broken(act as () => Promise<unknown>)]),
      ) as unknown as HookPorts['client'],
    }));
  }

  private async ledgerGone(): Promise<void> {
    this.count('ledger gone');
    rmSync(JSON.parse(readFileSync(this.project.config, 'utf8')).ledger.folder, { recursive: true, force: true });
  }

  private async decision(): Promise<void> {
    const id = this.requests.at(-1 - this.random(2));
    if (id === undefined) return;
    const how = (['approve', 'approve', 'approve', 'refuse', 'expire', 'withdraw', 'stop'] as const)[this.random(7)]!;
    this.count(how);
    const people = openPeople(service.baseUrl, 'op_alpha');
    const acts = {
      approve: async () => void ((await service.approve(id)).outcome === 'authorized' && this.approved.add(id)),
      refuse: () => service.refuse(id),
      expire: () => service.expire(id),
      withdraw: () => abort(service, id),
      stop: () => people.as('op_alpha', 'POST', `/api/requests/${id}/stop`),
    };
    // What is decided already stays so.
    await acts[how]().catch(() => undefined);
  }

  private async one(id: string, wrap: (ports: HookPorts) => HookPorts = (ports) => ports): Promise<void> {
    const call = aCallOf(this.project, { session: `session-${this.seed}`, id });
    let read = '';
    let leftMs = () => 0;
    const back = this.random(4) === 0 ? this.random(10) * 86_400_000 : 0;
    if (back > 0) this.count('clock back');
    const observed = (ports: HookPorts): HookPorts => {
      leftMs = ports.leftMs;
      const { client } = ports;
      return wrap({
        ...ports,
        client: {
          ...client,
          createRequest: async (...args) => {
            const created = await client.createRequest(...args);
            if (!this.requests.includes(created.request.id)) this.requests.push(created.request.id);
            return created;
          },
          getRequest: async (...args) => {
            const answer = await client.getRequest(...args);
            if (answer.request.outcome === 'authorized') read = answer.request.id;
            return answer;
          },
        },
      });
    };
    const options = {
      holdMs: 1000 * this.random(4),
      pause: () => this.decision(),
      nowMs: () => Date.now() - back,
      wrap: observed,
    };
    const answer = await run(this.project, call, options).catch((): Answer => ({ kind: 'deny', text: '' }));
    this.latestMs = Math.max(this.latestMs, -leftMs());
    this.count(answer.kind);
    if (answer.kind === 'deny') return;
    // The same id gets the same answer, without a look at the request.
    const mine = [...this.uses].find(([, ids]) => ids.has(id))?.[0] ?? read;
    if (answer.kind !== 'allow') this.wrong.push(`${id} was passed`);
    const ids = this.uses.get(mine) ?? new Set();
    this.uses.set(mine, ids.add(id));
    if (ids.size > 1) this.wrong.push(`${mine} was used by ${[...ids].join(' and ')}`);
  }
}

it('in 500 schedules no call is let through without its own approval, and no answer is late', async () => {
  const projects = KINDS.map((kind) => aProject(service, kind));
  const total: Record<string, number> = {};
  let latestMs = 0;
  const wrong: string[] = [];
  const SCHEDULES = 500;
  const one = async (seed: number) => {
    const { config, ...project } = projects[seed % projects.length]!;
    const own = join(dirname(config), `hook-${seed}.json`);
    const hook = JSON.parse(readFileSync(config, 'utf8'));
    writeFileSync(own, JSON.stringify({ ...hook, ledger: { folder: join(dirname(config), `ledger-${seed}`) } }));
    const schedule = new Schedule(seed, { ...project, config: own });
    await schedule.play();
    for (const [what, count] of Object.entries(schedule.counts)) total[what] = (total[what] ?? 0) + count;
    latestMs = Math.max(latestMs, schedule.latestMs);
    wrong.push(...schedule.wrong);
  };
  for (let seed = 0; seed < SCHEDULES; seed += 5) await Promise.all([0, 1, 2, 3, 4].map((more) => one(seed + more)));
  console.log(`${SCHEDULES} schedules: ${JSON.stringify(total)}; latest answer ${latestMs} ms after its hold`);
  expect(wrong).toEqual([]);
  expect(latestMs).toBeLessThan(1000);
  expect(total.allow).toBeGreaterThan(SCHEDULES / 4);
  for (const what of [
    'approve',
    'refuse',
    'expire',
    'withdraw',
    'stop',
    'kill',
    'service gone',
    'ledger gone',
    'clock back',
  ])
    expect(total[what]).toBeGreaterThan(20);
}, 900_000);

/** The process of the hook below its shell. */
function signalHook(shell: number, signal: NodeJS.Signals): void {
  try {
    const children = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').trim().split(' ').filter(Boolean);
    for (const child of children) process.kill(Number(child), signal);
  } catch {
    // It has ended.
  }
}

it('a killed process of the hook denies, wherever it is, and uses no approval twice', async () => {
  const results: Ruling[] = [];
  const HOLD_MS = 4000;
  let allows = 0;
  let approvals = 0;
  for (const kind of KINDS) {
    const project = aProject(service, kind);
    limit(project, (HOLD_MS * 2) / 1000, 60);
    const ask = (afterMs: number | null) =>
      beforeTool(kind, aCallOf(project), (shell) => {
        if (afterMs !== null) setTimeout(() => signalHook(shell, 'SIGKILL'), afterMs);
      });
    for (const afterMs of [5, 80, 160, 240, 320, 420, null]) {
      const first = await ask(afterMs);
      results.push(first);
      const id = requestIn({ kind: 'deny', text: first.why });
      if (id !== '')
        await service.approve(id).then(
          () => approvals++,
          () => undefined,
        );
    }
    const last = await ask(null);
    results.push(last);
    allows += results.splice(0).filter((each) => {
      expect(each.ms).toBeLessThan(HOLD_MS + 1000);
      expect(each.failed).toBe(false);
      return each.runs !== 'no';
    }).length;
    expect(allows).toBeLessThanOrEqual(approvals);
  }
  console.log(`killed processes: ${approvals} approvals, ${allows} calls let through`);
  expect(allows).toBeGreaterThanOrEqual(KINDS.length);
}, 300_000);

it('a hook that does not answer at all is ended by the agent: two of the four then let the tool run', async () => {
  const runs: Record<string, string> = {};
  for (const kind of KINDS) {
    const project = aProject(service, kind);
    limit(project, 120, 2);
    const ruling = await beforeTool(kind, aCallOf(project), (shell) =>
      setTimeout(() => signalHook(shell, 'SIGSTOP'), 50),
    );
    runs[kind] = ruling.runs;
  }
  console.log(`at the time limit of the agent: ${JSON.stringify(runs)}`);
  expect(runs).toEqual({ 'claude-code': 'no', codex: 'yes', gemini: 'yes', cursor: 'no' });
}, 60_000);

it('with a time limit of 60 s, a service that answers after 50 s and a start of 3 s, the hook denies before 35 s', async () => {
  const silent = createServer((_, answer) => setTimeout(() => answer.end('{}'), 50_000).unref());
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = silent.address() as { port: number };
    const project = aProject(service, 'codex', { service: `http://127.0.0.1:${port}` });
    limit(project, 60);
    const slow = join(project.folder, '../slow.cjs');
    writeFileSync(slow, 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);');
    const file = join(project.folder, AGENTS.codex!.settings);
    writeFileSync(file, readFileSync(file, 'utf8').replace("'--require'", `'--require' '${slow}' '--require'`));
    const { runs, ms, why } = await beforeTool('codex', aCallOf(project));
    console.log(`denied after ${Math.round(ms)} ms`);
    // Its hold is 30 s, and the start is in it.
    expect({ runs, isInTime: ms < 32_000 }).toEqual({ runs: 'no', isInTime: true });
    expect(why).toContain('The service did not answer in time.');
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
}, 60_000);
