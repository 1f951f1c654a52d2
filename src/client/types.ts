/** The wire's types, from the OpenAPI document. */
import type { components } from '../../generated/service';

type Schemas = components['schemas'];

/** The request object (contract: Request object). */
export type AuthorizationRequest = Schemas['AuthorizationRequest'];
export type NewRequest = Schemas['NewRequest'];
export type SealedIntent = Schemas['SealedIntent'];
export type Claim = Schemas['Claim'];
export type ExecutionReport = Schemas['ExecutionReport'];
export type RequestEvent = Schemas['RequestEvent'];
export type EventType = Schemas['EventType'];
export type ProblemKind = Schemas['ProblemKind'];

/** An answer with one request; `server_now` is the server's clock, epoch ms. */
export type RequestAnswer = Schemas['RequestAnswer'];
