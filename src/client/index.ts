/** `request-authorization-service`: everything a consumer needs, and nothing of the service itself. */
export { canonicalJson } from '../protocol/canonical-json';
export { operationHash } from '../protocol/hash';
export { OUTCOME_REASONS } from '../protocol/outcome-reasons';
export { standardWebhookSecret } from '../protocol/standard-webhook-secret';
export type { ReceiveOptions } from './adapters';
export { expressEvents, fastifyEvents, lambdaEvents } from './adapters';
export {
  type AuditPage,
  type Client,
  type ClientOptions,
  type Created,
  type CreateOptions,
  createClient,
  type Executable,
} from './client';
export {
  AbortedError,
  ApiError,
  type ApiErrorFacts,
  AuthenticationError,
  apiError,
  ConflictError,
  ConnectionError,
  InvalidError,
  isRetryable,
  MismatchError,
  NotFoundError,
  PermissionError,
  RateLimitedError,
  RefusedError,
  retryAfterMs,
  ServerError,
  TimeoutError,
  UnexpectedAnswerError,
  WindowClosedError,
} from './errors';
export {
  createTestEvent,
  deriveCallbackKey,
  type EventFault,
  type EventHeaders,
  type EventSecrets,
  type EventToVerify,
  EventVerificationError,
  type TestEvent,
  verifyEvent,
} from './events';
export { type EvidenceContent, type EvidenceParam, verifyEvidence } from './evidence';
export type { FollowOptions } from './follow';
export { type Intent, keyIdOf, type OpenFailure, openIntent, type PlainJson, type Sealed, sealIntent } from './intents';
export type { Display, PinnedDisplays } from './proofs';
export { type ProofFault, type ProofOptions, type RequiredProof, type VerifiedProof, verifyProof } from './proofs';
export type { Hooks, RequestSent, ResponseReceived } from './telemetry';
export { createTestRequest, type TestRequest } from './test-request';
export type { CallOptions } from './transport';
export type * from './types';
export {
  type ExecutionResult,
  type NotRun,
  type Operation,
  type Verdict,
  type Waiting,
  type WaitOptions,
  WaitTimeoutError,
} from './wait';
export type { LogOption, WorkerLog } from './worker/log';
export type { WorkerOptions } from './worker/options';
export type { AnyCheck, Check } from './worker/run';
export { type WorkerKey, workerKey } from './worker/signing';
export type { CallContext, ReasonCode, Registered } from './worker/verify';
export { createWorker, type Worker } from './worker/worker';
