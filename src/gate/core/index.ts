/** What the rest of the gate, and the simulation, use of its core. */
export { CallRefused } from './call-refused';
export {
  type GateConfig,
  isDocument,
  isParam,
  OWN_PARAMS,
  parseConfig,
  parseInProcess,
  type UpstreamConfig,
} from './config';
export { endingIn } from './execute';
export { faultIn, unsafeNumberIn } from './faults';
export { createGate, type Gate, ttlMsOf } from './gate';
export { isList, isObject, jsonDigestOf, memberOf, parsed, sha256 } from './json';
export { LONGEST_PARAM, MOST_ARGUMENTS, MOST_DOCUMENTS, operatorOf } from './judge';
export { misfitOf } from './rules';
export type * from './types';
export { isOpen } from './types';
export * from './words';
