/**
 * A session can end while somebody works. Then a sign-in is shown above the page. Every refused call waits for it and is sent
 * again, so that nothing that was typed is lost.
 */
import { useSyncExternalStore } from 'react';

interface Waiting {
  readonly answer: Promise<boolean>;
  readonly settle: (isAgain: boolean) => void;
}

/** Whether there is a page that can show the sign-in. */
let isWorking = false;
let waiting: Waiting | null = null;
const listeners = new Set<() => void>();

/** While the page of a signed-in operator is shown. Returns what ends it. */
export function beginWork(): () => void {
  isWorking = true;
  return () => {
    isWorking = false;
    endWait(false);
  };
}

/** Whether the same operator signed in again, so that a refused call can be sent once more. */
export function signedInAgain(): Promise<boolean> {
  if (!isWorking) return Promise.resolve(false);
  if (waiting === null) {
    let settle = (_: boolean) => {};
    const answer = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    waiting = { answer, settle };
    for (const listener of listeners) listener();
  }
  return waiting.answer;
}

/** Lets all waiting calls go on, or fail. */
export function endWait(isAgain: boolean): void {
  const ended = waiting;
  waiting = null;
  ended?.settle(isAgain);
  if (ended !== null) for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useIsWaiting = (): boolean => useSyncExternalStore(subscribe, () => waiting !== null);
