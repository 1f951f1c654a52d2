import type { Watched } from '../lib/overview';
import type { Tone } from '../lib/standing';
import { Badge } from './badge';

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
