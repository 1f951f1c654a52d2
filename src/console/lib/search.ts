/** A search of the history, as its address keeps it. The service searches, newest first, in steps. */
import { RUN_RESULTS, type RunResult } from '../../protocol/shown/request';
import { navigate } from './router';
import type { Schemas } from './schemas';

export type State = Exclude<Schemas['RequestState'], 'proposed'>;

/** Two states have the same badge, but the filter distinguishes them. */
export const STATES: Readonly<Record<State, string>> = {
  notified: 'Waiting for keys',
  staging: 'Turning keys',
  succeeded: 'Approved',
  executing: 'Approved, integration is called',
  failed: 'Approved, call failed',
  denied: 'Refused',
  aborted: 'Aborted',
  expired: 'Expired',
  authorized: 'Approved, integration not called yet',
};

export interface Search {
  readonly state?: State;
  readonly action?: string;
  readonly requester?: string;
  readonly since?: number;
  readonly until?: number;
  readonly text?: string;
  readonly run?: RunResult;
  readonly decider?: string;
}

export function historySearchOf(query: URLSearchParams): Search {
  const text = (name: string) => query.get(name)?.trim().slice(0, 128) || undefined;
  const instant = (name: string) => {
    const ms = Number(query.get(name) ?? Number.NaN);
    return Number.isSafeInteger(ms) && ms >= 0 ? ms : undefined;
  };
  const state = query.get('state') as State | null;
  return {
    state: state !== null && Object.hasOwn(STATES, state) ? state : undefined,
    action: text('action'),
    requester: text('requester'),
    since: instant('since'),
    until: instant('until'),
    text: text('text'),
    run: RUN_RESULTS.find((run) => run === query.get('run')),
    decider: text('decider'),
  };
}

export function goToHistory(search: Search): void {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (value !== undefined && value !== '') query.set(key, String(value));
  }
  navigate(`/requests${query.size === 0 ? '' : `?${query}`}`, { replace: true });
}

export const isNarrowed = (search: Search): boolean => Object.values(search).some((each) => each !== undefined);

/** Whether the service looks at more requests than it shows, so that the page says how far it looked. */
export const isHistorySearch = ({ since: _, until: __, ...search }: Search): boolean => isNarrowed(search);

const DAY_MS = 24 * 3600_000;
/** The beginning of the time span, as the time before now. */
export const SPANS = [
  ['1', 'Last 24 hours', DAY_MS],
  ['7', 'Last 7 days', 7 * DAY_MS],
  ['30', 'Last 30 days', 30 * DAY_MS],
  ['90', 'Last 90 days', 90 * DAY_MS],
] as const;
