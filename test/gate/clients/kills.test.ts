/**
 * 21 kills of processes at the moments where an ending could be lost or a call made twice: two gates with one ledger, the real
 * service, and an upstream that counts. By hand: `npm run gate:clients`.
 */
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../scripts/soak/instances';
import type { AuthorizationRequest } from '../../../src/client';
import { openFileLedger } from '../../../src/gate/ledger/file';
import type { TestService } from '../../../src/testing/api';
import { startTestService } from '../../../src/testing/service';
import { aFolder } from '../../support/folder';
import { killed, startGate } from '../support/gate-process';
import { type FixtureUpstream, openUpstream } from '../support/upstream';
import { type Body, callTool, post, TOKENS, textOf } from '../support/wire';
import { nextRequest } from '../support/world';

/** The gate is killed while the upstream works, before it reports the ending, or when its client has the answer. */
type Moment = 'run' | 'ending' | 'answer';
const KILLS = Array.from({ length: 21 }, (_, index) => ({
  to: `payee-${index}`,
  moment: (['run', 'ending', 'answer'] as const)[index % 3]!,
  holder: Math.floor(index / 3) % 2,
}));
/** `call_timeout`, and what the gate adds to it. */
const LEASE_MS = 36_000;

let service: TestService;
let upstream: FixtureUpstream;
let folder: string;
let gates: readonly GateProcess[];
const seen = new Set<string>();
const requests = new Map<string, string>();
/** Whom to kill now, and when. */
let killing: { readonly moment: Moment; readonly holder: number; done: Promise<void> | null } | null = null;

beforeAll(async () => {
  service = await startTestService({ actions: [{ id: 'tool.call', quorum: 1 }] });
  // It never answers a gate that is killed meanwhile.
  upstream = await openUpstream(async () => killAt('run'));
  folder = aFolder();
  gates = await Promise.all([0, 1].map(openGate));
}, 60_000);
afterAll(async () => {
  await Promise.all(gates.map((gate) => gate.stop()));
  await upstream.close();
  await service.stop();
});

async function killAt(moment: Moment): Promise<void> {
  if (killing?.moment !== moment || killing.done !== null) return;
  killing.done = gates[killing.holder]!.kill();
  await killing.done;
}

type GateProcess = Awaited<ReturnType<typeof openGate>>;
async function openGate(index: number) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/mcp`;
  const way = await openWay(index);
  const token = `sha256:${createHash('sha256').update(TOKENS.agent).digest('hex')}`;
  const params = { to: '{to}', amount: '{amount}' };
  const config = {
    name: 'killed',
    service: { url: way.url },
    listen: { port, url },
    ledger: { folder: join(folder, 'ledger') },
    upstreams: { bank: { url: upstream.url } },
    callers: [{ name: 'agent', token, operator: service.operators[0] }],
    rules: [{ upstream: 'bank', tool: 'pay', action: 'tool.call', params }],
    call_timeout: 5,
  };
  const file = join(folder, `gate-${index}.json`);
  writeFileSync(file, JSON.stringify(config));
  let child: ChildProcess = await startGate(file, service.keys);
  const kill = () => killed(child);
  const start = async () => {
    child = await startGate(file, service.keys);
  };
  return { url, kill, start, stop: () => kill().then(way.close) };
}

/** To the service. The gate that does not hold the client claims later than the other, so that this one runs the call. */
async function openWay(index: number) {
  const to = new URL(service.baseUrl);
  const server = createServer(async (req, res) => {
    if (req.url!.endsWith('/claim') && killing !== null && killing.holder !== index) await sleep(500);
    if (req.url!.endsWith('/execution')) await killAt('ending');
    const passed = request({
      host: to.hostname,
      port: to.port,
      path: req.url,
      method: req.method,
      headers: req.headers,
    });
    passed.on('response', (answer) => answer.pipe(res.writeHead(answer.statusCode!, answer.headers)));
    passed.on('error', () => res.destroy());
    req.pipe(passed);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** What the client reads before its gate is killed, if it is told anything. */
async function askOnce(url: string, to: string): Promise<string> {
  const answer = await post(url, 'tools/call', { name: 'pay', arguments: { to, amount: '1.00' } });
  let text = '';
  for await (const part of answer.body!) {
    text += Buffer.from(part).toString();
    if (text.includes('Paid')) void killAt('answer');
  }
  return text;
}

const runsOf = (to: string) => upstream.calls.filter((call) => call.arguments.to === to);
const read = async (id: string): Promise<AuthorizationRequest> => {
  const headers = { authorization: `Bearer ${service.keys.reader}` };
  return ((await (await fetch(`${service.baseUrl}/v1/requests/${id}`, { headers })).json()) as Body).request;
};

/** Repeats the call at the other gate, as an agent does that has read nothing. */
async function toldAfter(to: string, holder: number): Promise<string> {
  for (;;) {
    const text = textOf(await callTool(gates[1 - holder]!.url, 'pay', { to, amount: '1.00' }));
    if (!text.startsWith('Not executed.')) return text;
  }
}

/** A mark that was written before the kill makes the repeated call a new request. */
async function refuseAll(signal: AbortSignal): Promise<void> {
  for (let id = await nextRequest(service, seen, signal); id !== null; id = await nextRequest(service, seen, signal))
    await service.refuse(id);
}

it('21 kills of a gate run nothing twice and nothing without approval, and each ending is delivered or asked again', async () => {
  for (const { to, moment, holder } of KILLS) {
    killing = { moment, holder, done: null };
    const answer = askOnce(gates[holder]!.url, to).catch(() => '');
    const id = await nextRequest(service, seen);
    requests.set(to, id!);
    await service.approve(id!);
    const text = await answer;
    await killing.done;
    expect([to, killing.done !== null, text.includes('Paid')]).toEqual([to, true, moment === 'answer']);
    await gates[holder]!.start();
  }
  killing = null;
  await sleep(LEASE_MS);

  const told: Record<Moment, string[]> = { run: [], ending: [], answer: [] };
  const over = new AbortController();
  const refusing = refuseAll(over.signal);
  for (const { to, moment, holder } of KILLS) told[moment].push(await toldAfter(to, holder));
  over.abort();
  await refusing;
  expect(told.run.filter((text) => !text.startsWith('The outcome is unknown'))).toEqual([]);
  expect(told.ending.filter((text) => !text.startsWith('Paid 1.00 to'))).toEqual([]);
  // Delivered before the kill: the same ending once more, or a new question to people, who refused it here.
  const [old, fresh] = [/^Paid 1.00 to/, /^The tool did not run. People refused/];
  expect(told.answer.filter((text) => !old.test(text) && !fresh.test(text))).toEqual([]);

  for (const { to } of KILLS) expect([to, runsOf(to).length]).toEqual([to, 1]);
  for (const { requestId, arguments: args } of upstream.calls) {
    expect(requestId).toBe(requests.get(String(args.to)));
    expect((await read(requestId!)).outcome).toBe('authorized');
  }
  const ledger = await openFileLedger(join(folder, 'ledger'), () => Number.POSITIVE_INFINITY);
  expect(await ledger.unfinished()).toEqual([]);
  const isOld = told.answer.filter((text) => old.test(text)).length;
  console.log(
    `${KILLS.length} kills; after the answer ${isOld} without the mark, ${told.answer.length - isOld} with it`,
  );
}, 900_000);
