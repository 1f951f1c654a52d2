/** The recipe for Step Functions: its document, run by the runner's own state machine, with its two functions. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import document from '../../examples/step-functions/approved-run.asl.json';
import { type AskPeople, askPeople, type Deps, receiveVerdict } from '../../examples/step-functions/functions';
import { createClient, expressEvents } from '../../src/client';
import { openStateMachine, readExecutions, type StateMachine } from '../../src/local/platform/state-machine';
import { aMachine } from '../local/platform/support';
import { aFolder } from '../support/folder';
import { openHouse } from '../support/house';
import { listening } from '../support/listening';
import { openedOnce } from '../support/opened';

const OPERATION = { action: 'demo.solo', requester: 'op_alpha', params: { archive: 'a_1' } };
type Operation = AskPeople['operation'];

describe('the recipe for Step Functions', () => {
  const house = openedOnce(() => openHouse({ memory: true }));
  const path = join(aFolder(), 'executions.ndjson');
  const asked: string[] = [];
  const outputs: object[] = [];
  const kept = new Map<string, Awaited<ReturnType<Deps['tokens']['get']>>>();
  let beforeToken = async (_: string) => {};
  let machine: ReturnType<typeof aMachine>;
  let workflow: StateMachine<Operation>;
  let deps: Deps;
  let receiver: Awaited<ReturnType<typeof listening>>;

  const open = () => {
    machine = aMachine();
    const handler = (payload: AskPeople) => askPeople(deps, payload);
    workflow = openStateMachine<Operation, void>({ document, path, handler: handler as never, ...machine });
  };
  beforeAll(async () => {
    const apiKey = house.running.demo.keys.proposer;
    receiver = await listening(
      createServer(expressEvents({ apiKey, onEvent: (event) => receiveVerdict(deps, event) })),
    );
    deps = {
      client: createClient({ baseUrl: house.url, apiKey }),
      callbackUrl: receiver.url,
      tokens: {
        async put(request, waiting) {
          asked.push(request);
          await beforeToken(request);
          kept.set(request, waiting);
        },
        get: async (request) => kept.get(request) ?? null,
      },
      tasks: {
        async succeed(token, output) {
          if (workflow.answer(token, { output })) outputs.push(output);
        },
        fail: async (token, error) => void workflow.answer(token, { error }),
      },
    };
    open();
  });
  afterAll(async () => {
    await workflow?.stop();
    await receiver?.close();
  });
  beforeEach(() => {
    for (const list of [asked, outputs]) list.length = 0;
  });
  const statusOf = (name: string) => readExecutions(path).get(name)?.status;
  const started = async (name: string, operation: Operation = OPERATION): Promise<string> => {
    await workflow.start(name, operation);
    await machine.settled();
    return asked.at(-1)!;
  };

  it('an execution waits for people, and goes on with the params that they authorized', async () => {
    const id = await started('approved');
    expect([statusOf('approved'), outputs]).toEqual(['running', []]);
    await house.turn('op_bravo', id);
    await house.advance(0);
    expect([statusOf('approved'), outputs]).toEqual(['succeeded', [{ authorized: true, params: OPERATION.params }]]);
    expect(machine.reports).toEqual([]);
  });

  it('an execution fails if people refuse', async () => {
    await house.refuse('op_bravo', await started('refused'));
    await house.advance(0);
    expect(statusOf('refused')).toBe('failed');
    expect(machine.reports.at(-1)).toContain('NotAuthorized: People did not authorize the operation.');
  });

  it('an execution goes on with the next post if the event comes before its token is stored', async () => {
    beforeToken = async (request) => {
      await house.turn('op_bravo', request);
      await house.advance(0);
    };
    const logged = jest.spyOn(console, 'error').mockImplementation();
    await started('early');
    beforeToken = async () => {};
    expect(String(logged.mock.calls[0])).toContain('No execution waits for this request yet.');
    logged.mockRestore();
    expect(statusOf('early')).toBe('running');
    await house.advance(6_000);
    expect(statusOf('early')).toBe('succeeded');
  });

  it('an execution fails if the request is for another operation than its own', async () => {
    const id = await started('other');
    const waiting = kept.get(id)!;
    kept.set(id, { ...waiting, operation: { ...waiting.operation, params: { archive: 'a_2' } } });
    await house.turn('op_bravo', id);
    await house.advance(0);
    expect(statusOf('other')).toBe('failed');
    expect(machine.reports.at(-1)).toContain('OperationDiffers');
  });

  it('an execution that runs its task again finds the same request', async () => {
    const id = await started('again');
    await workflow.stop();
    open();
    await machine.settled();
    expect(asked).toEqual([id, id]);
    await house.turn('op_bravo', id);
    await house.advance(0);
    expect(statusOf('again')).toBe('succeeded');
  });

  it('an execution ends at its time limit, and a later answer to its token changes nothing', async () => {
    const id = await started('late');
    const { token } = kept.get(id)!;
    await machine.advance(90_000_000 - 1);
    expect(statusOf('late')).toBe('running');
    await machine.advance(1);
    expect(statusOf('late')).toBe('failed');
    expect(machine.reports.at(-1)).toContain('States.Timeout');
    expect(workflow.answer(token, { output: { authorized: true } })).toBe(false);
    expect(workflow.answer('elsewhere', { output: {} })).toBe(false);
    expect(statusOf('late')).toBe('failed');
  });
});
