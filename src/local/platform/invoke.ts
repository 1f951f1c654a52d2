/** Calls a handler as Lambda does: with a limit in real time, after which the call has failed. */

/** Longer than any function's own timeout, so that a handler that hangs cannot block the machine for ever. */
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
