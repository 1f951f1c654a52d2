import type { ShownLine } from '../display/render';

/** The fields of a request and its view that this folder reads, in the form of the console's API. */
export interface ShownRequest {
  readonly request: {
    readonly id: string;
    readonly action: string;
    readonly requester: string;
    readonly operation_hash: string;
    readonly state: string;
    readonly outcome: 'authorized' | 'denied' | 'expired' | 'aborted' | null;
    readonly params: Readonly<Record<string, string>>;
    readonly created_at: number;
    readonly execution: { readonly state: string; readonly execute_by: number | null };
    /** Absent unless somebody stopped it after the authorization. */
    readonly stopped?: unknown;
  };
  readonly view: {
    readonly title: string;
    /** The lines of its display; null if it has none. */
    readonly shown?: { readonly lines: readonly RemarkedLine[] } | null;
    readonly summary: string | null;
    readonly requester_name: string;
    readonly rule?: number | null;
    readonly round: number;
    readonly window_ends_at: number | null;
    readonly expires_at: number;
    readonly integration: string | null;
    readonly has_intent: boolean;
    readonly intent_first_used_in?: string | null;
    readonly eligible: readonly string[];
    readonly waiting_for: readonly string[];
    readonly seats: readonly ShownSeat[];
    readonly decided: { readonly by: readonly string[] } | null;
    /** Present once a worker had it, or its integration's call has begun. */
    readonly begun?: unknown;
  };
}

/** The parts of a line that remarks use. */
export type RemarkedLine = Pick<ShownLine, 'param' | 'key' | 'label' | 'value'>;

export interface ShownSeat {
  readonly operator: string;
  readonly name: string;
  readonly state: 'asked' | 'turned' | 'locked' | 'out';
  readonly issue: number;
}

/** An earlier request of the same action, to compare with. */
export type PastRequest = Pick<ShownRequest['request'], 'requester' | 'params' | 'operation_hash' | 'outcome'>;

/** The built-in action whose requests are changes of the configuration. */
export const ADMIN_ACTION = 'service.admin';

/** The end of the current round if there is one, otherwise of the request. */
export function deadlineOf({ view }: { readonly view: Pick<ShownRequest['view'], 'expires_at' | 'window_ends_at'> }) {
  return Math.min(view.expires_at, view.window_ends_at ?? Number.POSITIVE_INFINITY);
}

/** A request that ends within this time ends soon. */
export const SOON_MS = 15 * 60_000;
