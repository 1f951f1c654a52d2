/** The fields of a request and its view that this folder reads, in the form of the console's API. */
export interface ShownRequest {
  readonly request: {
    readonly action: string;
    readonly state: string;
    readonly outcome: 'authorized' | 'denied' | 'expired' | 'aborted' | null;
    readonly execution: { readonly state: string; readonly execute_by: number | null };
    /** Absent unless somebody stopped it after the authorization. */
    readonly stopped?: unknown;
  };
  readonly view: {
    readonly window_ends_at: number | null;
    readonly expires_at: number;
    readonly integration: string | null;
    readonly has_intent: boolean;
    /** Present once a worker had it, or its integration's call has begun. */
    readonly begun?: unknown;
  };
}

/** The end of the current round if there is one, otherwise of the request. */
export function deadlineOf({ view }: { readonly view: Pick<ShownRequest['view'], 'expires_at' | 'window_ends_at'> }) {
  return Math.min(view.expires_at, view.window_ends_at ?? Number.POSITIVE_INFINITY);
}

/** A request that ends within this time ends soon. */
export const SOON_MS = 15 * 60_000;
