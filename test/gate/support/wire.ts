/** A client of MCP that sends what a test says and shows what came back, without any package of MCP. */

export const TOKENS = { agent: 'token-of-the-agent', other: 'token-of-another-agent' };

// biome-ignore lint/suspicious/noExplicitAny: bodies of MCP, as they are on the wire
export type Body = any;

export interface Sent {
  readonly token?: string;
  /** Null: a client of 2025-11-25, which declares nothing here. */
  readonly capabilities?: Body;
  readonly meta?: Body;
  /** The client goes away. */
  readonly signal?: AbortSignal;
  /** Instead of those that the tools of the fixture mark. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly onProgress?: (params: Body) => void;
  /** Each message of a log that comes before the answer. */
  readonly onLog?: (params: Body) => void;
}

export const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
export const PAGE = { elicitation: { url: {} } };

/** The answer of JSON-RPC: `result` or `error`. */
export async function send(url: string, method: string, params: Body, options: Sent = {}): Promise<Body> {
  const answer = await post(url, method, params, options);
  return answerIn(await answer.text(), options.onProgress, options.onLog);
}

export function post(url: string, method: string, params: Body, options: Sent = {}): Promise<Response> {
  const { token = TOKENS.agent, capabilities = null, meta = {}, headers = markedIn(params), onProgress } = options;
  const modern = capabilities !== null;
  const _meta = {
    ...meta,
    ...(onProgress !== undefined && { progressToken: 'progress-1' }),
    ...(modern && {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'wire', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    }),
  };
  return fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': modern ? '2026-07-28' : '2025-11-25',
      ...(modern && { 'mcp-method': method, 'mcp-name': params.name ?? params.taskId ?? params.uri ?? '', ...headers }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: { ...params, _meta } }),
    signal: options.signal ?? null,
  });
}

/** A message as its exact text. */
export const postText = (url: string, revision: string | null, text: string, token = TOKENS.agent) =>
  fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(revision !== null && { 'mcp-protocol-version': revision }),
    },
    body: text,
  });

/** Of the tools `salute` and `pay`. */
function markedIn({ arguments: args = {} }: Body): Record<string, string> {
  const marked = ['name', 'to'].filter((each) => ['string', 'number', 'boolean'].includes(typeof args[each]));
  return Object.fromEntries(
    marked.map((each) => [`mcp-param-${each}`, `=?base64?${Buffer.from(String(args[each])).toString('base64')}?=`]),
  );
}

function answerIn(text: string, onProgress: Sent['onProgress'], onLog: Sent['onLog']): Body {
  if (!text.includes('data:')) return JSON.parse(text);
  const data = text.split('\n').filter((line) => line.startsWith('data:'));
  const messages: Body[] = data
    .map((line) => line.slice('data:'.length).trim())
    .filter(Boolean)
    .map((each) => JSON.parse(each));
  for (const { method, params } of messages) {
    if (method === 'notifications/progress') onProgress?.(params);
    if (method === 'notifications/message') onLog?.(params);
  }
  return messages.find(({ id }) => id === 7);
}

export const callTool = (url: string, name: string, args: Body, options?: Sent) =>
  send(url, 'tools/call', { name, arguments: args }, options);

/** The text that a model reads. */
export const textOf = ({ result, error }: Body): string =>
  error === undefined
    ? result.content.map((part: Body) => part.text).join('\n')
    : `error ${error.code}: ${error.message}`;
