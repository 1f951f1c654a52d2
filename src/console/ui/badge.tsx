/** States as words, with a colour beside them: of anything, of a request, of an endpoint. */

import { useNow } from '../lib/clock';
import type { Watched } from '../lib/overview';
import type { RequestWithView } from '../lib/schemas';
import { requestStanding, type Tone } from '../lib/standing';

export function Badge({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  return <span className={`badge ${tone}`}>{children}</span>;
}

/** The state of a request: the worse of its verdict and its run. */
export function StandingBadge(shown: RequestWithView) {
  const [label, tone] = requestStanding(shown, useNow(10_000));
  return <Badge tone={tone}>{label}</Badge>;
}

type Health = Watched['health'];

const HEALTH: Readonly<Record<Health | 'unverified', readonly [label: string, tone: Tone]>> = {
  failing: ['Failing', 'bad'],
  healthy: ['Healthy', 'good'],
  unused: ['Not used yet', 'idle'],
  disabled: ['Disabled', 'idle'],
  unverified: ['Waits for its token', 'warn'],
};

export function HealthBadge({ health }: { readonly health: Health | 'unverified' }) {
  const [label, tone] = HEALTH[health];
  return <Badge tone={tone}>{label}</Badge>;
}
