/** An agent's tool call that needs a person: the tool asks, waits, and runs only what was approved. */
import { createHash } from 'node:crypto';
import { createClient, operationHash } from '../../src/client';
import { demo } from '../support/demo';

const client = createClient({ baseUrl: demo.base_url, apiKey: demo.keys.proposer });

interface Tool<Args extends Record<string, string>> {
  readonly action: string;
  readonly run: (args: Args) => Promise<string>;
}

/** The same call of the same conversation is the same request: an agent that loops asks people once. */
function needsApproval<Args extends Record<string, string>>(conversation: string, tool: Tool<Args>) {
  return async (args: Args): Promise<string> => {
    const operation = { action: tool.action, params: args };
    // The operation's own fingerprint: the model may write the same arguments in another order.
    const call = `${conversation}\0${operationHash(tool.action, args)}`;
    const idempotencyKey = createHash('sha256').update(call).digest('hex');
    const proposal = { ...operation, requester: 'op_alpha', summary: `The agent asks for ${tool.action}` };
    const { request } = await client.createRequest(proposal, { idempotencyKey });
    console.log(`waiting for ${request.id}`);
    const verdict = await client.waitForVerdict(request.id, operation);
    // What the model reads: a refusal is an answer, not an exception to be argued with.
    return verdict.outcome === 'authorized' ? tool.run(args) : `A person decided against it (${verdict.outcome}).`;
  };
}

const deleteUser = needsApproval(process.env.CONVERSATION ?? 'conv_1', {
  action: 'demo.solo',
  run: async ({ user }: { user: string }) => `deleted ${user}`,
});

void deleteUser({ user: 'usr_7' }).then(console.log);
