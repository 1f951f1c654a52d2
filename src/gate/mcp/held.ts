/** The calls that clients of this instance are waiting for, so that a client can give one up. */
import type { Caller } from '../core';

export type Held = ReturnType<typeof createHeld>;

export function createHeld() {
  const calls = new Map<string, Set<AbortController>>();
  const waiting = new Map<string, number>();
  const nameOf = (caller: Caller, id: unknown) => JSON.stringify([caller.id, id]);
  return {
    /** `givenUp` fires when the client says that it does not want the answer any more. */
    async during<T>(caller: Caller, id: unknown, act: (givenUp: AbortSignal) => Promise<T>): Promise<T> {
      const name = nameOf(caller, id);
      const giving = new AbortController();
      const all = calls.get(name) ?? new Set();
      calls.set(name, all.add(giving));
      try {
        return await act(giving.signal);
      } finally {
        all.delete(giving);
        if (all.size === 0) calls.delete(name);
      }
    },
    /** Two clients of one caller can use the same id. Then nobody knows whose call it is. */
    giveUp(caller: Caller, id: unknown): void {
      const [only, ...others] = calls.get(nameOf(caller, id)) ?? [];
      if (others.length === 0) only?.abort();
    },
    /** Returns whether nobody else waits for the same call when `act` has ended. */
    async waitFor(taskId: string, act: () => Promise<void>): Promise<boolean> {
      waiting.set(taskId, (waiting.get(taskId) ?? 0) + 1);
      try {
        await act();
      } finally {
        const others = waiting.get(taskId)! - 1;
        if (others === 0) waiting.delete(taskId);
        else waiting.set(taskId, others);
      }
      return !waiting.has(taskId);
    },
  };
}
