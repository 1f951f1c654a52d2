/** What the rest of the gate, and the simulation, use of its core. */
export { type GateConfig, isDocument, isParam, OWN_PARAMS, parseConfig, type UpstreamConfig } from './config';
export { digestOf, sha256 } from './digest';
export { faultIn } from './faults';
export { createGate, type Gate, ttlMsOf } from './gate';
export { isList, isObject, memberOf } from './json';
export { LONGEST_PARAM, MOST_ARGUMENTS, MOST_DOCUMENTS, operatorOf } from './judge';
export { unsafeNumberIn } from './numbers';
export { misfitOf } from './rules';
export type * from './types';
export { isOpen } from './types';
export * from './words';
