/** Whether the decision stands below what is approved, and not beside it: the breakpoint of request.css. */
import { useSyncExternalStore } from 'react';

const WIDE = '(min-width: 62rem)';

export const isNarrow = (): boolean => !matchMedia(WIDE).matches;

function subscribe(changed: () => void): () => void {
  const wide = matchMedia(WIDE);
  wide.addEventListener('change', changed);
  return () => wide.removeEventListener('change', changed);
}

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow);
