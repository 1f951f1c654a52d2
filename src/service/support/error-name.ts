/** What a log says of a failure whose text may have a secret. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');
