/** What the scripted agents share. Each is a process of its own: `node … agent.ts FILE` with these arguments. */
import { appendFileSync } from 'node:fs';
import { createToolGate } from '../../../src/gate/adapters/tool-gate';
import { openFileLedger } from '../../../src/gate/ledger/file';

const [, , baseUrl = '', proposer = '', worker = '', folder = '', log = ''] = process.argv;
export const checkpoints = `${folder}.checkpoints`;

/** The agent's own tool, which logs that it ran. */
export async function pay({ to, amount }: { to: string; amount: number }, requestId: string) {
  appendFileSync(log, `${JSON.stringify({ to, amount, requestId })}\n`);
  return { paid: amount };
}
export const PAY = { name: 'pay', description: 'Pays an amount.' };

export const openGate = async () =>
  createToolGate({
    name: 'agent',
    operator: 'op_alpha',
    service: baseUrl,
    rules: [{ tool: 'pay', action: 'pay', params: { to: '{to}', amount: '{amount}' } }],
    apiKeys: { proposer, worker },
    intentKeys: [Buffer.alloc(32, 3).toString('base64')],
    ledger: await openFileLedger(folder, () => Number.POSITIVE_INFINITY),
  });

/** Prints what the model read, for the test. */
export const say = (text: string) => process.stdout.write(`${text}\n`);
