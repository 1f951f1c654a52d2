/** Gates in this process, as their configurations describe them. */
import { createHash } from 'node:crypto';
import { type GateConfig, parseConfig } from '../../../src/gate/core';
import type { TIMES } from '../../../src/gate/mcp/face';
import { listen } from '../../../src/gate/mcp/http';
import { openGate } from '../../../src/gate/mcp/start';

/** Without keys of a service: of a gate that proposes nothing. */
export const secretsWith = (
  keys: Readonly<Record<'proposer' | 'worker', string>> = { proposer: 'p', worker: 'w' },
) => ({
  GATE_PROPOSER_KEY: keys.proposer,
  GATE_WORKER_KEY: keys.worker,
  GATE_INTENT_KEYS: Buffer.alloc(32, 7).toString('base64'),
});

/** As a configuration has the token of a caller. */
export const digestOf = (token: string) => `sha256:${createHash('sha256').update(token).digest('hex')}`;

export function configOf(value: unknown): GateConfig {
  const parsed = parseConfig(value);
  if ('mistakes' in parsed) throw new Error(parsed.mistakes.join('\n'));
  return parsed.config;
}

export async function serveGate(config: GateConfig, env = secretsWith(), times: Partial<typeof TIMES> = {}) {
  const { gate, face, callers, stop } = await openGate(config, env, () => undefined, times);
  const { port, close } = await listen(face, callers, config, () => undefined);
  return { gate, face, url: `http://127.0.0.1:${port}/mcp`, close: () => close().then(stop) };
}
