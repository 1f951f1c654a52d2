/**
 * Tables in memory behind the middleware of the SDK's client, so that tests can count calls, run them at the same moment and
 * make them fail. Nothing is sent, so sizes, units, round trips and retries of the SDK need the embedded database.
 */
import type { Tables } from '../../src/adapters/dynamodb/client';
import { openMemoryTables } from '../../src/local/memory/tables';
import type { LocalTables } from '../../src/local/tables';

type Next = (args: { input: unknown; request: object }) => Promise<{ output: unknown; response: object }>;
type Middleware = (next: Next, context: { commandName: string }) => Next;
interface Place {
  readonly step: string;
  readonly priority?: string;
}

/** From the outside to the inside. */
const STEPS = ['initialize', 'serialize', 'build', 'finalizeRequest', 'deserialize'];
const PRIORITIES = ['high', 'normal', 'low'];

export function openMeasuredMemory(): LocalTables {
  const memory = openMemoryTables(() => undefined);
  return { ...memory, tables: withMiddleware(memory.tables) };
}

function withMiddleware({ client, ...names }: Tables): Tables {
  const added: { middleware: Middleware; place: number }[] = [];
  const add = (middleware: Middleware, { step, priority = 'normal' }: Place) => {
    const place = STEPS.indexOf(step) * PRIORITIES.length + PRIORITIES.indexOf(priority);
    added.push({ middleware, place });
    added.sort((one, other) => one.place - other.place);
  };
  const send = async (command: { input: object }) => {
    const answer: Next = async ({ input }) => ({
      output: await client.send({ constructor: command.constructor, input } as unknown as Parameters<
        typeof client.send
      >[0]),
      response: {},
    });
    const context = { commandName: operationOf(command.constructor.name) };
    const outermost = added.reduceRight((next, { middleware }) => middleware(next, context), answer);
    return (await outermost({ input: command.input, request: {} })).output;
  };
  const observed = { send, middlewareStack: { add }, destroy: () => client.destroy() };
  return { ...names, client: observed as unknown as Tables['client'] };
}

/** The document client's commands have shorter names than the operations. */
function operationOf(command: string): string {
  return command
    .replace(/^(Batch)?(Get|Put|Update|Delete|Write)(?=Command$)/, '$&Item')
    .replace(/^Transact\w+(?=Command$)/, '$&Items');
}
