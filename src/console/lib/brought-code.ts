/**
 * The code that a pressed notification brings, in the fragment of the address: no server, log or cache sees it there. It is
 * removed from the address at once and kept in memory only, in one place at a time: here, and then in the field.
 */
import { useEffect, useRef } from 'react';
import { matchPath } from './router';

const FRAGMENT = /^#code=(\d{8})$/;

let brought: { readonly request: string; readonly code: string } | null = null;
const listeners = new Set<() => void>();

/** Called once, when the script starts. A page that is open already gets the next one as a new fragment. */
export function expectCode(): void {
  read();
  addEventListener('hashchange', read);
}

/** What cannot be read leaves the address too, and the code is typed by hand. */
function read(): void {
  const { hash, pathname, search } = location;
  if (!new URLSearchParams(hash.slice(1)).has('code')) return;
  history.replaceState(history.state, '', pathname + search);
  const [, code] = FRAGMENT.exec(hash) ?? [];
  const { id: request } = matchPath('/requests/:id', pathname) ?? {};
  if (code === undefined || request === undefined) return;
  brought = { request, code };
  for (const listener of listeners) listener();
}

/** Who signs in afterwards is somebody else. */
export function forgetCode(): void {
  brought = null;
}

/** Gives the code of this request to its page, once. */
export function useBroughtCode(request: string, fill: (code: string) => void): void {
  const latest = useRef(fill);
  latest.current = fill;
  useEffect(() => {
    const take = () => {
      if (brought?.request !== request) return;
      const { code } = brought;
      forgetCode();
      latest.current(code);
    };
    take();
    listeners.add(take);
    return () => void listeners.delete(take);
  }, [request]);
}
