/** Calls a handler as Lambda does: with a limit in real time, after which it counts as failed. */

/** Longer than any function's own timeout; it exists so that a handler that hangs cannot hold the machine for ever. */
export const DEFAULT_HANDLER_LIMIT_MS = 60_000;

export async function invokeWithin<Result>(limitMs: number, call: () => Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the handler did not finish within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([call(), limit]);
  } finally {
    clearTimeout(timer);
  }
}
