/** An agent's tool call that needs approval: the tool proposes it, waits, and runs only what was approved. */
import { createHash } from 'node:crypto';
import { createClient, operationHash } from '../../src/client';
import { demo, waitingFor } from '../support/demo';

const client = createClient({ baseUrl: demo.base_url, apiKey: demo.keys.proposer });

interface Tool<Args extends Record<string, string>> {
  readonly action: string;
  readonly run: (args: Args) => Promise<string>;
}

/** The same call in the same conversation is the same request, so an agent in a loop asks people only once. */
function needsApproval<Args extends Record<string, string>>(conversation: string, tool: Tool<Args>) {
  return async (args: Args): Promise<string> => {
    const operation = { action: tool.action, params: args };
    // The hash ignores the order of the arguments, which the model may change.
    const call = `${conversation}\0${operationHash(tool.action, args)}`;
    const idempotencyKey = createHash('sha256').update(call).digest('hex');
    const proposal = { ...operation, requester: 'op_alpha', summary: `The agent wants to run ${tool.action}` };
    const { request, replayed } = await client.createRequest(proposal, { idempotencyKey });
    waitingFor(request.id, 'the agent runs its tool, or reads why not', { replayed });
    const verdict = await client.waitForVerdict(request.id, operation);
    // The model reads this text. A refusal is a normal answer and not an error that it should retry.
    return verdict.outcome === 'authorized' ? tool.run(args) : `A person decided against it (${verdict.outcome}).`;
  };
}

const deleteUser = needsApproval(process.env.CONVERSATION ?? 'conv_1', {
  action: 'demo.solo',
  run: async ({ user }: { user: string }) => `deleted ${user}`,
});

void deleteUser({ user: 'usr_7' }).then(console.log);
