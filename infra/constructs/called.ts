/** The functions that callers reach. While a deployment is frozen, Lambda refuses every call of them. */
export const CALLED = ['api', 'feed', 'console'] as const;
