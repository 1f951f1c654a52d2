/** The state of a request in a word, with a colour beside it. */
import type { Schemas } from '../lib/api';

type State = Schemas['RequestState'];
export type Tone = 'wait' | 'good' | 'bad' | 'warn' | 'idle';

const STATES: Readonly<Record<State, readonly [label: string, tone: Tone]>> = {
  proposed: ['Proposed', 'wait'],
  notified: ['Waiting for keys', 'wait'],
  staging: ['Turning keys', 'wait'],
  authorized: ['Authorized', 'good'],
  executing: ['Authorized, executing', 'good'],
  succeeded: ['Authorized', 'good'],
  failed: ['Authorized, call failed', 'bad'],
  expired: ['Expired', 'idle'],
  aborted: ['Aborted', 'idle'],
  denied: ['Denied', 'bad'],
};

export function Badge({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  return <span className={`badge ${tone}`}>{children}</span>;
}

export function StateBadge({ state }: { readonly state: State }) {
  const [label, tone] = STATES[state];
  return <Badge tone={tone}>{label}</Badge>;
}
