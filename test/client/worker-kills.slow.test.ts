/** Workers that are killed between their claim and their report. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { sealIntent } from '../../src/client';
import { openHouse } from '../support/house';
import { listening } from '../support/listening';
import { openedForEach } from '../support/opened';
import { TYPESCRIPT } from '../support/typescript';
import { KEY } from './approved';

const ROOT = join(__dirname, '../..');
const LEASE_MS = 600_000;

/** The last thing that a worker does before it is killed, how often it has called then, at most, and how its request ends. */
const KILLS = [
  ['its claim was written, and not yet answered', 0, 'unknown_outcome'],
  ['its claim was answered', 1, 'unknown_outcome'],
  ['its call arrived', 1, 'unknown_outcome'],
  ['its call was answered', 1, 'unknown_outcome'],
  ['its report was written, and not yet answered', 1, null],
] as const;
type Moment = (typeof KILLS)[number][0];
const EACH = 4;

describe('a worker that is killed', () => {
  const house = openedForEach(() => openHouse({ memory: true }));
  const servers: { close(): Promise<void> }[] = [];
  const children: ChildProcess[] = [];
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await Promise.all(servers.splice(0).map(({ close }) => close()));
  });

  const until = async (holds: () => Promise<boolean> | boolean) => {
    for (let tries = 0; tries < 1500; tries++) {
      if (await holds()) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error('it did not come to pass');
  };
  const serve = async (handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> => {
    const server: Server = createServer(handle);
    const { url, close } = await listening(server);
    servers.push({ close });
    return url;
  };

  /** The worker's way to the service and to its downstream, which kills it at the moment. */
  async function around(atMostOnce: boolean) {
    const calls = new Map<string, number>();
    let moment: Moment | null = null;
    /** What a killed worker has sent does not arrive after its end. */
    let isCut = false;
    /** True if it was killed now. The worker gets no answer then. */
    const dies = (now: Moment): boolean => {
      if (now !== moment) return false;
      moment = null;
      isCut = true;
      for (const child of children.splice(0)) child.kill('SIGKILL');
      return true;
    };
    const service = await serve(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      if (isCut) return;
      const { authorization = '', 'content-type': type = 'application/json' } = request.headers;
      const answer = await fetch(`${house.url}${request.url}`, {
        method: request.method!,
        headers: { authorization, 'content-type': type },
        ...(request.method === 'GET' ? {} : { body: Buffer.concat(chunks) }),
      });
      const body = Buffer.from(await answer.arrayBuffer());
      const path = request.url ?? '';
      if (path.endsWith('/claim') && answer.status === 200 && dies('its claim was written, and not yet answered'))
        return;
      if (path.endsWith('/execution') && dies('its report was written, and not yet answered')) return;
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
      if (path.endsWith('/claim') && answer.status === 200) dies('its claim was answered');
    });
    const downstream = await serve((request, response) => {
      if (isCut) return;
      const id = request.url!.slice(1);
      calls.set(id, (calls.get(id) ?? 0) + 1);
      if (dies('its call arrived')) return;
      response.end('re_1');
      dies('its call was answered');
    });
    const start = () => {
      isCut = false;
      const { demo } = house.running;
      const own = { SERVICE: service, API_KEY: demo.keys.worker, INTENT_KEY: KEY, DOWNSTREAM: downstream };
      const env = { ...process.env, ...own, AT_MOST_ONCE: String(atMostOnce) };
      const program = [...TYPESCRIPT, 'test/client/killed-worker.ts'];
      children.push(spawn(process.execPath, program, { cwd: ROOT, env, stdio: 'ignore' }));
    };
    return { calls, start, dieAt: (next: Moment) => (moment = next), isDead: () => children.length === 0 };
  }

  async function approved(): Promise<string> {
    const sealing = { keys: [KEY], action: 'demo.solo', client: 'billing', method: 'refund' };
    const { intent, digest } = sealIntent(sealing);
    const id = await house.proposed({ params: { intent: digest }, intent });
    await house.turn('op_bravo', id);
    return id;
  }
  const execution = async (id: string) => (await house.read(id)).execution;

  async function killedAtEach(atMostOnce: boolean) {
    const { calls, start, dieAt, isDead } = await around(atMostOnce);
    const ended: { readonly moment: Moment; readonly calls: number; readonly error: string | null }[] = [];
    for (const [moment] of Array.from({ length: EACH }, () => KILLS).flat()) {
      const id = await approved();
      dieAt(moment);
      start();
      await until(isDead);
      // The lease of the killed worker ends. The next worker gets the intent, if there is anything to get.
      await house.advance(LEASE_MS);
      start();
      await until(async () => (await execution(id)).reported_at !== null);
      for (const child of children.splice(0)) child.kill('SIGKILL');
      ended.push({ moment, calls: calls.get(id) ?? 0, error: (await execution(id)).error });
    }
    return ended;
  }

  it('a worker that runs calls at most once makes no second call in 20 kills, and each request says how it ended', async () => {
    const ended = await killedAtEach(true);
    expect(ended).toHaveLength(KILLS.length * EACH);
    for (const { moment, calls, error } of ended) {
      const [, most, expected] = KILLS.find(([name]) => name === moment)!;
      expect([moment, calls <= most, error]).toEqual([moment, true, expected]);
    }
  }, 180_000);

  it('without that option, a worker that was killed after its call arrived makes it again', async () => {
    const ended = await killedAtEach(false);
    const again = ended.filter(({ calls }) => calls > 1).map(({ moment }) => moment);
    expect(new Set(again)).toEqual(new Set(['its call arrived', 'its call was answered']));
    expect(ended.map(({ error }) => error)).toEqual(ended.map(() => null));
  }, 180_000);
});
