/**
 * The document against the service: whatever is sent, the answer is one that the document names, and what was refused
 * was not written. FUZZ_RUNS raises the number of inputs; FUZZ_SEED repeats a run that failed.
 */
import { Agent } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { operations as table } from '../../generated/service-operations';
import { Activity } from '../../src/local/platform/activity';
import { type HttpServer, startHttpServer } from '../../src/local/platform/http-server';
import { runs } from '../support/effort';
import { DIGEST, ENVELOPE } from '../support/house';
import { type Ledger, openLedger } from '../support/ledger';
import { type Cost, createMeter, type Meter } from '../support/meter';
import { faultOf, type Operation, operationFor, operations, schemaFault } from './fuzz/document';
import { firstInputs, type Input, inputs, type World } from './fuzz/inputs';
import { sendRaw } from './support';

/** Fewer have not said yes to every operation. */
const RUNS = Math.max(125, runs('FUZZ_RUNS', 250));
const SEED = process.env.FUZZ_SEED === undefined ? Date.now() & 0x7fffffff : Number(process.env.FUZZ_SEED);
const PROBLEM = { $ref: '#/components/schemas/Problem' };
// The verdict of a proof is signed, and kept, when somebody first asks for it.
const SUCCESS_WRITES = new Set(['createRequest', 'claimRequest', 'reportExecution', 'getProof']);

type Answer = Awaited<ReturnType<typeof sendRaw>>;

describe('whatever is sent', () => {
  let ledger: Ledger;
  let server: HttpServer;
  let meter: Meter;
  let world: World;
  const agent = new Agent({ keepAlive: true });
  const answered = new Map<string, number>();
  /** Of the handlers, the server and the sender, which are all in this process. */
  const heapMb: number[] = [];
  let sent = 0;

  beforeAll(async () => {
    ledger = await openLedger();
    meter = createMeter(ledger.tables);
    server = await startHttpServer({
      port: 0,
      activity: new Activity(),
      routes: [{ prefix: '/', handle: ledger.service }],
      report: (what, error) => {
        throw new Error(`${what}: ${error}`);
      },
    });
    world = await makeWorld(ledger);
  });
  afterAll(async () => {
    agent.destroy();
    await server?.close();
    await ledger?.stop();
  });

  const send = (input: Input) =>
    sendRaw(`http://127.0.0.1:${server.port}`, { ...input, agent, body: input.body ?? undefined });

  it(
    `any input is answered as the document says (${RUNS} inputs, seed ${SEED})`,
    async () => {
      await fc.assert(
        fc.asyncProperty(inputs(world), async (input) => {
          if (sent++ % Math.ceil(RUNS / 20) === 0) heapMb.push(heapAfterGc());
          const { answer, cost } = await meter.measure(() => send(input));
          // HEAD is answered as GET is, and does what GET does.
          const operation = operationFor(input.method === 'HEAD' ? 'GET' : input.method, input.path);
          const name = typeof operation === 'string' ? operation : operation.operationId;
          answered.set(`${name} ${answer.status}`, (answered.get(`${name} ${answer.status}`) ?? 0) + 1);
          expect(answer.status).toBeLessThan(500);
          expect(ledger.errors).toEqual([]);
          expect(describeFault(input, operation, answer)).toBeNull();
          if (answer.status >= 400 && ![401, 403, 429].includes(answer.status)) expect(written(cost)).toEqual([]);
          if (answer.status < 400 && !SUCCESS_WRITES.has(name)) expect(written(cost)).toEqual([]);
        }),
        {
          numRuns: RUNS,
          seed: SEED,
          examples: firstInputs(world).map((input): [Input] => [input]),
          interruptAfterTimeLimit: 20_000 + RUNS * 50,
          markInterruptAsFailure: false,
        },
      );
    },
    30_000 + RUNS * 60,
  );

  it('random inputs do not make the heap 15 MB larger', () => {
    const mean = (part: readonly number[]) => part.reduce((sum, mb) => sum + mb, 0) / part.length;
    // The first tenth is what starting takes.
    const early = mean(heapMb.slice(2, 8));
    const late = mean(heapMb.slice(-6));
    console.log(`${sent} inputs; heap ${early.toFixed(1)} MB early, ${late.toFixed(1)} MB late`);
    expect(late).toBeLessThan(early + 15);
  });

  it('random inputs reach a success and a refusal of every operation', () => {
    const counts = Object.fromEntries(answered);
    for (const { operationId } of operations) {
      const statuses = [...answered.keys()]
        .filter((key) => key.startsWith(`${operationId} `))
        .map((key) => Number(key.split(' ')[1]));
      expect({ operationId, yes: statuses.some((status) => status < 300), counts }).toMatchObject({ yes: true });
      expect({ operationId, no: statuses.some((status) => status >= 400), counts }).toMatchObject({ no: true });
    }
  });

  it('the service still answers after all random inputs', async () => {
    const [id] = world.ids;
    const headers = { authorization: world.keys.read! };
    const read = await send({ method: 'GET', path: `/v1/requests/${id}`, headers, body: null });
    expect(read.status).toBe(200);
  });
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heapAfterGc(): number {
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** Null, or what the document does not say about this answer. */
function describeFault(input: Input, operation: Operation | 'wrong_method' | 'unknown', answer: Answer): string | null {
  const where = `${input.method} ${input.path} → ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`;
  const fault = input.method === 'HEAD' ? null : faultIn(operation, answer);
  return fault === null ? null : `${fault}: ${where}`;
}

function faultIn(operation: Operation | 'wrong_method' | 'unknown', answer: Answer): string | null {
  if (typeof operation !== 'string') return faultOf(operation, answer);
  const allowed = operation === 'wrong_method' ? [405] : [404];
  if (!allowed.includes(answer.status)) return `${operation} is answered ${allowed}`;
  if (answer.status === 405 && answer.headers.get('allow') === null) return 'a 405 names what is allowed';
  return schemaFault(PROBLEM, answer.body);
}

function written(cost: Cost): string[] {
  return cost.calls.filter((call) => call.writeUnits > 0).map(({ command }) => command);
}

/** Requests in every state that an input may meet; keys for every scope. */
async function makeWorld(ledger: Ledger): Promise<World> {
  const create = async (body: object) => {
    const created = await ledger.v1('proposer', 'POST', '/v1/requests', { body: { requester: 'op_alpha', ...body } });
    return created.body.request.id as string;
  };
  const sealed = { action: 'demo.solo', params: { intent: DIGEST }, intent: ENVELOPE };
  const turn = async (id: string) => {
    const code = await ledger.code('op_bravo', id);
    await ledger.api('op_bravo', 'POST', `/api/requests/${id}/turn`, { code });
  };
  const open = [await create({ action: 'demo.solo' }), await create(sealed), await create({ action: 'demo.deploy' })];
  const authorized: string[] = [];
  for (let n = 0; n < 20; n++) {
    const id = await create(sealed);
    await turn(id);
    authorized.push(id);
  }
  const claims: Record<string, string> = {};
  for (const id of authorized.slice(0, 10)) {
    claims[id] = (await ledger.v1('worker', 'POST', `/v1/requests/${id}/claim`)).body.claim_id;
  }
  const bearer = (key: 'proposer' | 'worker' | 'reader') => `Bearer ${ledger.demo.keys[key]}`;
  await ledger.v1('reader', 'GET', `/v1/requests/${open[0]}`);
  return {
    ids: [...open, ...authorized],
    ripe: { claimRequest: authorized.slice(10), reportExecution: Object.keys(claims) },
    claims,
    actions: ledger.demo.actions,
    operators: ledger.demo.operators.map(({ id }) => id),
    keys: { propose: bearer('proposer'), read: bearer('reader'), execute: bearer('worker') },
    scopeOf: Object.fromEntries(table.map(({ operationId, scope }) => [operationId, scope])),
  };
}
