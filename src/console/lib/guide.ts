/** Where an admin is in the guide to the first request. The token is kept only in memory, until the session ends. */
import { remember, remembered } from './device';
import { queryClient } from './query-client';

const FIRST_KEY = ['first-key'] as const;

export const firstKey = (): string | null => queryClient.getQueryData<string>(FIRST_KEY) ?? null;

export function keepFirstKey(token: string): void {
  queryClient.setQueryDefaults(FIRST_KEY, { gcTime: Number.POSITIVE_INFINITY });
  queryClient.setQueryData(FIRST_KEY, token);
}

const skipped = (org: string): string => `guide-skipped:${org}`;

/** Where storage is blocked, the guide never opens by itself. */
export const isGuideSkipped = (org: string): boolean => remembered(skipped(org)) !== null;

export function leaveGuide(org: string): void {
  queryClient.removeQueries({ queryKey: FIRST_KEY });
  remember(skipped(org), '1');
}
