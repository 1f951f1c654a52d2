/** The functions of a deployment, by name. */
export const FUNCTION_NAMES = [
  'api',
  'feed',
  'console',
  'watch',
  'dispatch',
  'deliver',
  'deliverTry',
  'timer',
  'sweep',
  'notice',
  'audit',
  'heads',
] as const;
export type FunctionName = (typeof FUNCTION_NAMES)[number];

export const CANARY_FUNCTION_NAMES = ['canary', 'canarySetUp', 'receiver'] as const;
export type CanaryFunctionName = (typeof CANARY_FUNCTION_NAMES)[number];

/** Those that callers reach and wait for. While a deployment is frozen, Lambda refuses every call of them. */
export const CALLED = ['api', 'feed', 'console', 'watch'] as const satisfies readonly FunctionName[];

/** The name of a construct. */
export const pascal = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1)}`;
