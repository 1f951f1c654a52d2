/** A suite that sends generated inputs to the functions behind one document, ten at a time to the same tables. */
import { Agent } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import type { HttpHandler } from '../../../src/lambda/http/router';
import { Activity } from '../../../src/local/platform/activity';
import { type HttpServer, startHttpServer } from '../../../src/local/platform/http-server';
import { runs } from '../../support/runs';
import { sendRaw } from '../support';
import { furnish, type Things } from './furnish';
import { firstInputs, type Input, inputs, type Known } from './inputs';
import { faultsOf, type Rules } from './judge';
import { type Fuzzed, openFuzzed } from './world';

export interface Subject {
  readonly handler: HttpHandler;
  readonly known: Known;
  readonly rules: Rules;
  /** Operations that no generated input makes accept, and why. */
  readonly neverAccepts: Readonly<Record<string, string>>;
}

const AT_ONCE = 10;
const RUNS = runs('FUZZ_RUNS', 63);
/** In a short run, the other suites of the process change the heap more than the inputs do. */
const JUDGES_HEAP = RUNS >= 10_000;
const SEED = process.env.FUZZ_SEED === undefined ? Date.now() & 0x7fffffff : Number(process.env.FUZZ_SEED);

export function fuzzes(name: string, subjectOf: (fuzzed: Fuzzed, things: Things) => Subject): void {
  describe(`whatever is sent to ${name}`, () => {
    let fuzzed: Fuzzed;
    let things: Things;
    let subject: Subject;
    let server: HttpServer;
    const agent = new Agent({ keepAlive: true });
    const answered = new Map<string, number>();
    /** Of the handlers, the server and the sender, which are all in this process. */
    const heapMb: number[] = [];
    let sent = 0;
    let peers = 0;

    beforeAll(async () => {
      fuzzed = await openFuzzed();
      things = await furnish(fuzzed);
      subject = subjectOf(fuzzed, things);
      server = await startHttpServer({
        port: 0,
        activity: new Activity(),
        routes: [{ prefix: '/', handle: (event) => subject.handler(cameFrom(event, peers)) }],
        report: (what, error) => {
          throw new Error(`${what}: ${error}`);
        },
      });
    });
    afterAll(async () => {
      agent.destroy();
      await server?.close();
      await fuzzed?.ledger.stop();
    });

    /** The faults of all answers to a row of inputs, which begins with the same tables as every other. */
    async function faultsOfRow(row: readonly Input[]): Promise<string[]> {
      fuzzed.restart();
      peers++;
      const faults: string[] = [];
      let all = '';
      for (const input of row) {
        if (JUDGES_HEAP && sent % Math.ceil(100 + RUNS / 20) === 0) heapMb.push(heapAfterGc());
        sent++;
        const { method, path } = input;
        // HEAD is answered as GET is, and does what GET does.
        const operation = subject.rules.document.operationFor(method === 'HEAD' ? 'GET' : method, path);
        const caller = subject.rules.callerOf(input);
        const known = typeof operation === 'string' ? null : operation;
        const must = await subject.rules.mustRefuse(caller, known, input);
        fuzzed.changes.length = 0;
        const answer = await sendRaw(`http://127.0.0.1:${server.port}`, {
          ...input,
          agent,
          body: input.body ?? undefined,
        });
        all += `${path}${input.body ?? ''}`;
        const key = `${known?.operationId ?? operation} ${answer.status}`;
        answered.set(key, (answered.get(key) ?? 0) + 1);
        const changes = [...fuzzed.changes];
        faults.push(...faultsOf(subject.rules, things, { input, caller, operation, must, answer, changes, sent: all }));
        faults.push(...fuzzed.ledger.errors.map((error) => `logged: ${error}`));
      }
      return faults;
    }

    it(`${name} answers the first inputs, which are mostly valid, as its document says`, async () => {
      const first = firstInputs(subject.known);
      const faults: string[] = [];
      for (const input of first) faults.push(...(await faultsOfRow([input])));
      expect(faults).toEqual([]);
    }, 60_000);

    it(`the first inputs to ${name} reach a success and a refusal of every operation`, () => {
      const statusesOf = (id: string) =>
        [...answered.keys()].filter((key) => key.startsWith(`${id} `)).map((key) => Number(key.split(' ')[1]));
      const ids = subject.rules.document.operations.map(({ operationId }) => operationId);
      const never = ids.filter((id) => !statusesOf(id).some((status) => status < 300));
      expect(never).toEqual(ids.filter((id) => id in subject.neverAccepts));
      expect(ids.filter((id) => !statusesOf(id).some((status) => status >= 400))).toEqual([]);
    });

    it(
      `${name} answers any input as its document says (${RUNS} inputs, seed ${SEED})`,
      async () => {
        const rows = fc.array(inputs(subject.known), { minLength: 1, maxLength: 2 * AT_ONCE - 1, size: 'max' });
        await fc.assert(
          fc.asyncProperty(rows, async (row) => {
            expect(await faultsOfRow(row)).toEqual([]);
          }),
          {
            numRuns: Math.ceil(RUNS / (AT_ONCE - 1)),
            seed: SEED,
            interruptAfterTimeLimit: 20_000 + RUNS * 50,
            markInterruptAsFailure: false,
          },
        );
      },
      30_000 + RUNS * 60,
    );

    if (JUDGES_HEAP)
      it(`random inputs to ${name} do not make the heap 15 MB larger`, () => {
        const mean = (part: readonly number[]) => part.reduce((sum, mb) => sum + mb, 0) / part.length;
        // The first one is what starting takes.
        const [early, late] = [mean(heapMb.slice(1, 4)), mean(heapMb.slice(-3))];
        console.log(`${sent} inputs to ${name}; heap ${early.toFixed(1)} MB early, ${late.toFixed(1)} MB late`);
        expect(late).toBeLessThan(early + 15);
      });
  });
}

/** Each row has a peer of its own, so that the limit of refused attempts is reached in some rows and not in the others. */
function cameFrom(event: Parameters<HttpHandler>[0], peer: number): Parameters<HttpHandler>[0] {
  const sourceIp = `10.${(peer >> 16) & 255}.${(peer >> 8) & 255}.${peer & 255}`;
  const { requestContext } = event;
  return { ...event, requestContext: { ...requestContext, http: { ...requestContext.http, sourceIp } } };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heapAfterGc(): number {
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
