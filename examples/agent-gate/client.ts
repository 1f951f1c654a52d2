/** A client of MCP without any package: it declares tasks, and polls the one that it gets. */

const TASKS = { 'io.modelcontextprotocol/tasks': {} };

export interface Client {
  /** `onWaiting` is called once, if the call waits for people. */
  call(tool: string, args: Record<string, string>, onWaiting: (requestId: string) => void): Promise<string>;
}

export function openClient(url: string, token: string): Client {
  let sent = 0;
  // biome-ignore lint/suspicious/noExplicitAny: an answer of MCP
  async function send(method: string, name: string, params: object): Promise<any> {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'billing-agent', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': { extensions: TASKS },
    };
    sent += 1;
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        'mcp-name': name,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: sent, method, params: { ...params, _meta } }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: an answer of MCP
    const { result, error } = (await answer.json()) as any;
    if (error !== undefined) throw new Error(error.message);
    return result;
  }

  return {
    async call(tool, args, onWaiting) {
      let result = await send('tools/call', tool, { name: tool, arguments: args });
      if (result.resultType !== 'task') return textOf(result);
      const { taskId, pollIntervalMs } = result;
      onWaiting(result._meta['io.modelcontextprotocol/authorization'].authorizationContextId);
      while (result.status === 'working') {
        // Sooner than the gate suggests, because somebody is watching.
        await new Promise((resolve) => setTimeout(resolve, Math.min(pollIntervalMs, 500)));
        result = await send('tasks/get', taskId, { taskId });
      }
      return textOf(result.result);
    },
  };
}

const textOf = ({ content }: { content: { text: string }[] }): string => content.map(({ text }) => text).join('\n');
