/** A value some time after its last change, so that typing does not cause a call for each letter. The first has no delay. */
import { useEffect, useState } from 'react';

export function useLater(value: string, afterMs = 500): string {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return later;
}
