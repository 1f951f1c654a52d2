/** Posts to receivers, and what is reported about them. */

import type { EndpointId, OrgId } from '../../protocol/identifiers';
import type { AttemptReport, CHAT, GivenUp, NotTaken } from './rules';

export interface OutgoingPost {
  /** A URL, or the ARN of a destination on AWS. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The organization of the event. Its session is used for a destination on AWS. */
  readonly org?: OrgId;
}

export type PostOutcome =
  /** Any HTTP answer. Redirects are never followed. */
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly retryAfterSeconds: number | null;
      /** The details of a refusal, if it has more than a status. */
      readonly error?: string;
    }
  /** The guard refuses the address. This is not retried. */
  | { readonly kind: 'refused_address'; readonly reason: string }
  /** No answer: DNS, connect, TLS, reset, malformed answer. */
  | { readonly kind: 'unreachable'; readonly error: string }
  /** The 10 s for the complete attempt are over. */
  | { readonly kind: 'timed_out'; readonly error: string };

export interface WebhookSender {
  /** Makes one POST through the guard, without redirects, within 10 s. Never throws because of a receiver. */
  post(request: OutgoingPost): Promise<PostOutcome>;
  /**
   * The complete check of an endpoint's URL when it is saved: syntax, literal addresses, and every address to which its
   * name resolves.
   */
  validateEndpoint(url: string): Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: string }>;
}

/** What reports are about: an endpoint, or the chat of the organization. */
export type Watched = EndpointId | typeof CHAT;

/** Reports about receivers that do not accept, and the turns that judge them. */
export interface HealthStore {
  /** Makes the turn of the receiver due now, if none is due yet. */
  report(org: OrgId, id: Watched, report: AttemptReport | NotTaken, nowMs: number): Promise<void>;
  /**
   * Takes the turn that was due at `dueAtMs` for one actor; the next is due at `nextMs`. Null if another actor has it.
   */
  takeTurn(
    org: OrgId,
    id: Watched,
    turn: { readonly dueAtMs: number; readonly nextMs: number },
  ): Promise<HealthTurn | null>;
  /** Ends the turns, unless something was reported since this one was taken. */
  rest(org: OrgId, id: Watched, turn: HealthTurn): Promise<void>;
}

export interface HealthTurn {
  /** When the next turn is due. */
  readonly nextMs: number;
  /** The number of reports so far. */
  readonly reports: number;
  /** When it was last found that the failing receiver accepts again; null if never. */
  readonly succeededAtMs: number | null;
  /** The last post to a chat that was given up; null if none was. */
  readonly givenUp: GivenUp | null;
}
