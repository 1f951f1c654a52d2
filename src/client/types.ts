/** The types of requests and answers, from the OpenAPI document. */
import type { components } from '../../generated/service';

export type { OutcomeReason } from '../protocol/outcome-reasons';

type Schemas = components['schemas'];

/** The request object (docs/contract.md#request-object). */
export type AuthorizationRequest = Schemas['AuthorizationRequest'];
export type NewRequest = Schemas['NewRequest'];
export type SealedIntent = Schemas['SealedIntent'];
/** `previous_claim_at` goes beyond the contract, so another service may not send it. */
export type Claim = Omit<Schemas['Claim'], 'previous_claim_at'> & Partial<Pick<Schemas['Claim'], 'previous_claim_at'>>;
export type ExecutionReport = Schemas['ExecutionReport'];
export type RequestEvent = Schemas['RequestEvent'];
export type EventType = Schemas['EventType'];
export type ProblemKind = Schemas['ProblemKind'];

/** An answer of listEvents. */
export type EventsPage = Schemas['EventsPage'];

export type Proof = Schemas['Proof'];

/** What every answer has besides its body, for logs and support. It is not part of its JSON. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The id of the HTTP call, as in `ApiError`. */
  readonly requestId: string | null;
}

export type Answered<T> = T & { readonly response: RawResponse };

/** An answer with one request. `server_now` is the server's clock in epoch ms. */
export type RequestAnswer = Schemas['RequestAnswer'];
