/** A state as a word, with a colour beside it. */
import { useNow } from '../lib/clock';
import type { RequestWithView } from '../lib/schemas';
import { standingOf, type Tone } from '../lib/standing';

export function Badge({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  return <span className={`badge ${tone}`}>{children}</span>;
}

/** The state of a request: the worse of its verdict and its run. */
export function StandingBadge(shown: RequestWithView) {
  const [label, tone] = standingOf(shown, useNow(10_000));
  return <Badge tone={tone}>{label}</Badge>;
}
