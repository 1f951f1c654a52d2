/** Whether the service answers, as seen by the calls of this page. */
import { useSyncExternalStore } from 'react';

export interface Connection {
  readonly down: boolean;
  /** When the service last answered, by this device's clock. Null before the first answer. */
  readonly lastHeardMs: number | null;
}

let connection: Connection = { down: false, lastHeardMs: null };
const listeners = new Set<() => void>();

export function heard(): void {
  const wasDown = connection.down;
  connection = wasDown
    ? { down: false, lastHeardMs: Date.now() }
    : Object.assign(connection, { lastHeardMs: Date.now() });
  if (wasDown) for (const listener of listeners) listener();
}

export function notHeard(): void {
  if (connection.down) return;
  connection = { ...connection, down: true };
  for (const listener of listeners) listener();
}

export function useConnection(): Connection {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => connection,
  );
}
