/**
 * Back, of the browser or of the phone, closes what is open above the page and does not leave the page. What is open has an
 * entry of its own in the history, which is removed if it is closed in another way.
 */

interface Layer {
  /** False if it stays, because nothing but its own buttons closes it. */
  readonly close: () => boolean;
}

const layers: Layer[] = [];
/** On the way back to the entry of the page: what is to be done there. */
let onArrival: (() => void)[] | null = null;

/** How many layers the current entry is above its page. */
const depth = (): number => (history.state as { above?: number } | null)?.above ?? 0;

/**
 * After a reload nothing is open, and the entry of what was open is one of the page. No step back instead: if something opened
 * while the reload was under way, the entry below is that of another page.
 */
export function startAtPage(): void {
  if (depth() > 0) history.replaceState(null, '');
}

/** Opens a layer. Returns what is called after it was closed. */
export function openLayer(close: Layer['close']): () => void {
  // The same listener is added once.
  addEventListener('popstate', arrived);
  const layer = { close };
  layers.push(layer);
  settle();
  return () => {
    const at = layers.indexOf(layer);
    if (at !== -1) layers.splice(at, 1);
    // A layer that opens in its place uses its entry.
    queueMicrotask(settle);
  };
}

/** Calls this at the entry of the page. What is added to the history before would be lost on the way back to it. */
export function atPage(call: () => void): void {
  layers.length = 0;
  settle();
  if (onArrival === null) call();
  else onArrival.push(call);
}

/** Each layer has an entry, and no entry is left without one. */
function settle(): void {
  if (onArrival !== null) return;
  const above = depth() - layers.length;
  if (above > 0) {
    onArrival = [];
    history.go(-above);
  }
  // What is below has not moved when its entry is the current one again.
  if (above < 0) history.scrollRestoration = 'manual';
  for (let next = depth() + 1; next <= layers.length; next++) history.pushState({ above: next }, '');
}

function arrived(): void {
  const calls = onArrival;
  onArrival = null;
  if (depth() === 0) history.scrollRestoration = 'auto';
  if (calls !== null) for (const call of calls) call();
  else while (layers.length > depth() && layers.at(-1)?.close() === true) layers.pop();
  settle();
}
