/** Asks the service once, before anybody calls, whether it takes the keys of the gate. */
import type { GateConfig, GateLog } from '../core';
import type { Environment } from './connections';
import { SECRETS } from './start';

const LIMIT_MS = 5_000;
const PROBES = [
  // Without a body that can be proposed, so it makes no request.
  { secret: 'GATE_PROPOSER_KEY', method: 'POST', path: '/v1/requests', body: '{}', expected: 400 },
  { secret: 'GATE_PROPOSER_KEY', method: 'GET', path: '/v1/requests/unknown', expected: 404 },
  { secret: 'GATE_WORKER_KEY', method: 'GET', path: '/v1/requests?executable=true&limit=1', expected: 200 },
] as const;

/** What is wrong with the keys. A service that does not answer as it should is only logged: it may be there soon. */
export async function probe({ service }: GateConfig, env: Environment, log: GateLog): Promise<readonly string[]> {
  const answers = PROBES.map(async ({ secret, method, path, expected, ...body }) => {
    const headers = { authorization: `Bearer ${env[secret]}`, 'content-type': 'application/json' };
    // The key must not follow to another address.
    const options = { method, headers, ...body, redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) } as const;
    const { status } = await fetch(service.url + path, options);
    if (status === 401 || status === 403) return `${secret} must be ${SECRETS[secret]}: the service answers ${status}.`;
    if (status !== expected) log('the service answers with an unexpected status', { method, path, status, expected });
    return null;
  });
  const faults = new Set<string>();
  for (const answer of await Promise.allSettled(answers)) {
    if (answer.status === 'rejected') log('the service cannot be reached', { service: service.url });
    else if (answer.value !== null) faults.add(answer.value);
  }
  return [...faults];
}
