/** A value half a second after it last changed, so that no call is made for each letter. The first one is there at once. */
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
