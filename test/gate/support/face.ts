/** How a client reaches an instance of the gate, without the wire: what each lane answers is the same. */
import { randomBytes } from 'node:crypto';
import type { Gate } from '../../../src/gate/core';
import { type Asked, type Face, TIMES } from '../../../src/gate/mcp/face';
import { createSealer } from '../../../src/gate/mcp/sealed';
import { AGENT, PAY } from '../world';

const sealer = createSealer(Buffer.alloc(32, 1), randomBytes);

export function faceOf(gate: Gate, nowMs: () => number): Face {
  const upstreams = { find: async () => ({ upstream: 'bank', definition: PAY }) } as unknown as Face['upstreams'];
  return { ...TIMES, gate, upstreams, sealer, nowMs, log: () => undefined };
}

/** `requestState` is what the gate answered before. */
export function asked({ requestState, ...changes }: Partial<Asked> & { readonly requestState?: string }): Asked {
  const state = requestState === undefined ? null : sealer.open('request', AGENT, requestState);
  return {
    ...{ caller: AGENT, capabilities: undefined, state, inputResponses: undefined, exactKey: undefined, meta: {} },
    ...{ signal: new AbortController().signal, progress: async () => undefined, ...changes },
  };
}
