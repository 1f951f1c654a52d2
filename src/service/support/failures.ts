/** Waits for all, so that one failure does not stop the others. Then throws the first one. */
export async function allOf<T>(all: readonly Promise<T>[]): Promise<void> {
  const outcomes = await Promise.allSettled(all);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Handles one after the other. A failure does not stop the others; the first one is thrown at the end. */
export async function oneByOne<T>(all: readonly T[], handle: (one: T) => Promise<void>): Promise<void> {
  let failure: { readonly error: unknown } | null = null;
  for (const one of all) {
    try {
      await handle(one);
    } catch (error) {
      failure ??= { error };
    }
  }
  if (failure !== null) throw failure.error;
}

/** What a log says of a failure whose text may have a secret. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');
