/**
 * An upstream with a log of the calls that reached it, written without any package of MCP. Its tools are those that the
 * conformance scenarios name, and a few more.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { listening } from '../../support/listening';

export interface FixtureUpstream {
  readonly url: string;
  /** One for each call that reached a tool. */
  readonly calls: readonly LoggedCall[];
  /** `Authorization` of everything that arrived. */
  readonly tokens: ReadonlySet<string>;
  readonly tools: Body[];
  close(): Promise<void>;
}

interface LoggedCall {
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
  /** What the gate sends with a call that people approved. */
  readonly requestId: string | undefined;
  readonly capabilities: Record<string, unknown>;
  readonly headers: IncomingMessage['headers'];
  readonly atMs: number;
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of MCP, as a server without a schema sees them
type Body = any;

interface Task {
  readonly id: string;
  readonly createdAtMs: number;
  read(): Body;
  answer?(responses: Record<string, Body>): void;
  cancel?(): void;
}

const TASKS = 'io.modelcontextprotocol/tasks';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

/** An error of JSON-RPC. */
class Fault extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** `worksFor`: how long a call takes after it was counted. */
export async function openUpstream(worksFor: () => Promise<void> = async () => undefined): Promise<FixtureUpstream> {
  const calls: LoggedCall[] = [];
  const tokens = new Set<string>();
  const tools = structuredClone(TOOLS) as Body[];
  const tasks = new Map<string, Task>();
  const server = createServer(async (req, res) => {
    if (req.headers.authorization !== undefined) tokens.add(req.headers.authorization);
    if (req.method !== 'POST') return void res.writeHead(405).end();
    const { id, method, params = {} } = JSON.parse(await bodyOf(req));
    if (method === 'tools/call') {
      calls.push(logged(params, req.headers));
      await worksFor();
    }
    // The call arrives, and gets no answer.
    if (method === 'tools/call' && params.name === 'break_off') return void req.socket.destroy();
    if (id === undefined) return void res.writeHead(202).end();
    const answer = answerTo(tools, tasks, method, params);
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  });
  const { url, close } = await listening(server);
  return { url: `${url}/mcp`, calls, tokens, tools, close };
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

function answerTo(tools: Body[], tasks: Map<string, Task>, method: string, params: Body): Body {
  try {
    return { result: { resultType: 'complete', ...resultOf(tools, tasks, method, params) } };
  } catch (error) {
    const { code = -32603, message, data } = error as Fault;
    return { error: { code, message, ...(data !== undefined && { data }) } };
  }
}

function resultOf(tools: Body[], tasks: Map<string, Task>, method: string, params: Body): Body {
  const task = () => tasks.get(params.taskId) ?? fault(-32602, 'no such task');
  switch (method) {
    case 'server/discover':
      return {
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {}, extensions: { [TASKS]: {} } },
        serverInfo: { name: 'fixture', version: '1' },
        ttlMs: 0,
        cacheScope: 'private',
      };
    case 'tools/list':
      return { tools, ttlMs: 0, cacheScope: 'private' };
    case 'tools/call':
      return run(tasks, params);
    case 'tasks/get':
      return { ...fields(task()), ...task().read() };
    case 'tasks/update':
      task().answer?.(params.inputResponses);
      return {};
    case 'tasks/cancel':
      task().cancel?.();
      return {};
    default:
      return fault(-32601, 'no such method');
  }
}

function fault(code: number, message: string, data?: unknown): never {
  throw new Fault(code, message, data);
}

function logged({ name, arguments: args = {}, _meta = {} }: Body, headers: LoggedCall['headers']): LoggedCall {
  const capabilities = _meta[CAPABILITIES] ?? {};
  return {
    tool: name,
    arguments: args,
    requestId: _meta['request-authorization/request-id'],
    capabilities,
    headers,
    atMs: Date.now(),
  };
}

const text = (words: string, isError = false) => ({ content: [{ type: 'text', text: words }], isError });
const anything = { type: 'object' } as const;

const TOOLS = [
  {
    name: 'greet',
    description: 'Greets somebody.',
    inputSchema: { type: 'object', properties: { name: { type: 'string' } } },
  },
  {
    name: 'salute',
    description: 'Greets somebody who is in a header too.',
    inputSchema: { type: 'object', properties: { name: { type: 'string', 'x-mcp-header': 'Name' } } },
  },
  {
    name: 'pay',
    description: 'Pays an amount.',
    inputSchema: {
      type: 'object',
      properties: { to: { type: 'string', 'x-mcp-header': 'To' }, amount: { type: 'string' } },
    },
    outputSchema: { type: 'object', properties: { paid: { type: 'string' } }, required: ['paid'] },
  },
  { name: 'break_off', description: 'Breaks the connection.', inputSchema: anything },
  { name: 'ask_more', description: 'Wants to know more.', inputSchema: anything },
  { name: 'ask_caller', description: 'Wants what the capabilities do not allow.', inputSchema: anything },
  { name: 'unnamed', description: 'No rule names it.', inputSchema: anything },
  ...['slow_compute', 'failing_job', 'protocol_error_job', 'confirm_delete', 'multi_input', 'test_tool_with_task'].map(
    (name) => ({ name, description: 'For the conformance scenarios.', inputSchema: anything }),
  ),
];

function run(tasks: Map<string, Task>, params: Body): Body {
  const { name, arguments: args = {} } = params;
  const knowsTasks = params._meta?.[CAPABILITIES]?.extensions?.[TASKS] !== undefined;
  const needsTasks = { requiredCapabilities: { extensions: { [TASKS]: {} } } };
  switch (name) {
    case 'greet':
    case 'salute':
      return text(`Hello, ${args.name}!`);
    case 'pay':
      return { ...text(`Paid ${args.amount} to ${args.to}.`), structuredContent: { paid: String(args.amount) } };
    case 'slow_compute':
      return knowsTasks ? taskThat(tasks, later(args.seconds * 1000, text('computed'))) : text('computed');
    case 'failing_job':
      if (!knowsTasks) return fault(-32021, 'tasks are needed', needsTasks);
      return taskThat(tasks, later(200, text('the job failed', true)));
    case 'protocol_error_job':
      return taskThat(tasks, { read: () => ({ status: 'failed', error: { code: -32603, message: 'it panicked' } }) });
    case 'confirm_delete':
      return taskThat(
        tasks,
        asking(['confirm'], () => text(`Deleted ${args.filename}.`)),
      );
    case 'multi_input':
      return taskThat(
        tasks,
        asking(['first', 'second'], () => text('both answered')),
      );
    case 'ask_more':
      return { resultType: 'input_required', inputRequests: { more: question('more') } };
    case 'ask_caller': {
      const inputRequests = { first: question('first'), second: { method: args.method, params: {} } };
      const read = () => ({ status: 'input_required', inputRequests });
      return args.in === 'a task' ? taskThat(tasks, { read }) : { resultType: 'input_required', inputRequests };
    }
    case 'test_tool_with_task':
      return composed(tasks, params);
    default:
      return fault(-32602, 'no such tool');
  }
}

/** Asks with `requestState` first, and then answers with a task. */
function composed(tasks: Map<string, Task>, { inputResponses, requestState }: Body): Body {
  if (inputResponses?.user_name === undefined) {
    return { resultType: 'input_required', inputRequests: { user_name: question('name') }, requestState: 'asked' };
  }
  if (requestState !== 'asked') return fault(-32602, 'this is not the state that I gave');
  return taskThat(tasks, later(100, text(`Hello, ${inputResponses.user_name.content.name}`)));
}

function question(field: string): Body {
  const requestedSchema = { type: 'object', properties: { [field]: { type: 'string' } } };
  return { method: 'elicitation/create', params: { mode: 'form', message: `Your ${field}?`, requestedSchema } };
}

type Behaviour = Omit<Task, 'id' | 'createdAtMs'>;

function later(ms: number, result: Body): Behaviour {
  const readyAtMs = Date.now() + ms;
  let cancelled = false;
  return {
    read: () =>
      cancelled
        ? { status: 'cancelled' }
        : Date.now() < readyAtMs
          ? { status: 'working' }
          : { status: 'completed', result },
    cancel() {
      if (Date.now() < readyAtMs) cancelled = true;
    },
  };
}

function asking(keys: readonly string[], done: () => Body): Behaviour {
  const open = new Set(keys);
  const requests = () => Object.fromEntries([...open].map((key) => [key, question(key)]));
  return {
    read: () =>
      open.size === 0
        ? { status: 'completed', result: done() }
        : { status: 'input_required', inputRequests: requests() },
    answer: (responses) => Object.keys(responses).forEach((key) => void open.delete(key)),
  };
}

function taskThat(tasks: Map<string, Task>, behaviour: Behaviour): Body {
  const task = { id: `fixture-${tasks.size + 1}`, createdAtMs: Date.now(), ...behaviour };
  tasks.set(task.id, task);
  return { resultType: 'task', status: 'working', ...fields(task) };
}

function fields({ id, createdAtMs }: Task): Body {
  const createdAt = new Date(createdAtMs).toISOString();
  return {
    taskId: id,
    createdAt,
    lastUpdatedAt: createdAt,
    ttlMs: 3_600_000,
    pollIntervalMs: 100,
    statusMessage: 'the fixture says so',
  };
}
