/**
 * A value half a second after its last change, so that typing does not cause a call for each letter. The first value has no
 * delay.
 */
import { useEffect, useState } from 'react';

export const LATER_MS = 500;

export function useLater(value: string): string {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), LATER_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}
