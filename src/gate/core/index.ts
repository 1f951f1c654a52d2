/** What the rest of the gate, and the simulation, use of its core. */
export { digestOf, sha256, unsafeNumberIn } from './canonical';
export { type GateConfig, type Parsed, parseConfig, type UpstreamConfig } from './config';
export { createGate, type Gate, ttlMsOf } from './gate';
export { operatorOf } from './judge';
export type * from './types';
export * from './words';
