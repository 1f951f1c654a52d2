/** Finds pages by path, with the History API. */
import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'react';
import { atPage } from './back';

const CHANGED = 'console:navigated';

/** Whether the page was reached by a link. Then its heading takes the focus, as after loading a page. */
export let arrivedByLink = false;

export function navigate(to: string, { replace = false } = {}): void {
  atPage(() => {
    if (replace) history.replaceState(null, '', to);
    else history.pushState(null, '', to);
    arrivedByLink = true;
    dispatchEvent(new Event(CHANGED));
  });
}

export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

export function usePlace(): Place {
  const url = useSyncExternalStore(subscribe, () => location.pathname + location.search);
  const at = url.indexOf('?');
  return {
    path: at === -1 ? url : url.slice(0, at),
    query: new URLSearchParams(at === -1 ? '' : url.slice(at)),
  };
}

function subscribe(changed: () => void): () => void {
  const back = () => {
    arrivedByLink = true;
    changed();
  };
  addEventListener('popstate', back);
  addEventListener(CHANGED, changed);
  return () => {
    removeEventListener('popstate', back);
    removeEventListener(CHANGED, changed);
  };
}

/** The params of a path that matches a pattern such as `/requests/:id`, or null. */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] as string;
    if (part.startsWith(':') && value !== '') params[part.slice(1)] = decoded(value);
    else if (part !== value) return null;
  }
  return params;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { readonly to: string };

/** An ordinary link: opening it in a new tab, copying its address and the middle button work. */
export function Link({ to, ...rest }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
    scrollTo(0, 0);
  };
  return <a {...rest} href={to} onClick={follow} />;
}
