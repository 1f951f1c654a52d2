/** Calls an instance of the gate without HTTP. The answers of each lane are the same. */
import type { Gate } from '../../../src/gate/core';
import { type Asked, createHeld, type Face, TIMES } from '../../../src/gate/mcp/face';
import { createSealer } from '../../../src/gate/mcp/sealed';
import { AGENT, PAY } from '../world';

export function faceOf(gate: Gate, nowMs: () => number): Face {
  const upstreams = {
    find: async () => ({ upstream: 'bank', definition: PAY, listed: [PAY] }),
  } as unknown as Face['upstreams'];
  return {
    ...TIMES,
    gate,
    upstreams,
    held: createHeld(),
    sealer: createSealer(Buffer.alloc(32, 1), nowMs),
    nowMs,
    log: () => undefined,
  };
}

const NEVER = new AbortController().signal;

/** Its client goes away before it has the answer, unless the test says otherwise. */
export function asked(changes: Partial<Asked>): Asked {
  return {
    ...{
      caller: AGENT,
      capabilities: undefined,
      state: null,
      inputResponses: undefined,
      exactKey: undefined,
      meta: {},
      logs: undefined,
      checkHeaders: () => undefined,
    },
    ...{ signal: NEVER, givenUp: NEVER, answered: async () => false, progress: async () => undefined, ...changes },
  };
}
