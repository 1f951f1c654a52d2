/** What `request-authorization-service/testing` gives to the tests of a consumer. */
import type { AuthorizationRequest, OutcomeReason, RequestEvent } from '../client/types';

/** An action of the test service, beside those of the demo. Every operator of the service is asked. */
export interface TestAction {
  /** The id that you propose under, for example `refund`. */
  readonly id: string;
  /** How many keys it needs, 1 to 4. Default: 1. */
  readonly quorum?: number;
  /** Params that a request must have. Default: none. */
  readonly requiredParams?: readonly string[];
  /** Whether the requester's own key does not count. Default: false. */
  readonly denySelfApproval?: boolean;
}

export interface TestServiceOptions {
  readonly actions?: readonly TestAction[];
}

/** A post as your receiver gets it, for calls of your handler. Its signature is valid by the clock of the service. */
export interface ReceivedEvent {
  readonly event: RequestEvent;
  readonly rawBody: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Both can be left out. Only people read the note. */
export interface Refusal {
  /** What your program is told, as `outcome_reason` of the request. */
  readonly outcomeReason?: OutcomeReason;
  readonly note?: string;
}

export interface TestService {
  /** `http://127.0.0.1:PORT`, a free port. */
  readonly baseUrl: string;
  /** API keys with the scopes propose and read, read and execute, and read. */
  readonly keys: { readonly proposer: string; readonly worker: string; readonly reader: string };
  /** Ids of the operators, each of whom can be a requester. */
  readonly operators: readonly string[];
  /** The secret under which the posts in `received` are signed. */
  readonly endpointSecret: string;
  readonly clock: {
    /** Epoch ms. */
    nowMs(): number;
    /**
     * Moves the clock of this service. Everything that becomes due happens before it resolves. Returns the new time.
     */
    advance(ms: number): Promise<number>;
  };
  /** Turns as many keys as the request needs. Throws if it is decided already. */
  approve(id: string): Promise<AuthorizationRequest>;
  /** One operator refuses: the outcome is `denied`. Throws if it is decided already. */
  refuse(id: string, why?: Refusal): Promise<AuthorizationRequest>;
  /** Moves the clock to the end of the request's TTL. Throws if it is decided already. */
  expire(id: string): Promise<AuthorizationRequest>;
  /** What a webhook endpoint has received so far, each event once. Waits until nothing is on its way. */
  received(): Promise<readonly ReceivedEvent[]>;
  /** Ends the service and removes its data. */
  stop(): Promise<void>;
}

/**
 * Starts the complete service in this process, with its data in memory and on a free loopback port. It reads no
 * environment variable. Several can run at once.
 */
export type StartTestService = (options?: TestServiceOptions) => Promise<TestService>;
