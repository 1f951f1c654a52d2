/** The state of a request in a word, with a shape and a colour beside it. */
import type { Schemas } from '../lib/api';

type State = Schemas['RequestState'];
export type Tone = 'wait' | 'good' | 'bad' | 'idle';

const STATES: Readonly<Record<State, readonly [label: string, tone: Tone]>> = {
  proposed: ['Proposed', 'wait'],
  notified: ['Waiting for keys', 'wait'],
  staging: ['Turning keys', 'wait'],
  authorized: ['Authorized', 'good'],
  executing: ['Authorized, executing', 'good'],
  succeeded: ['Authorized', 'good'],
  failed: ['Authorized, call failed', 'bad'],
  expired: ['Expired', 'idle'],
  aborted: ['Aborted', 'bad'],
  denied: ['Denied', 'bad'],
};

const SIGNS: Readonly<Record<Tone, string>> = { wait: '◔', good: '✓', bad: '✕', idle: '–' };

interface Props {
  readonly tone: Tone;
  /** A word that tells no state needs no sign. */
  readonly plain?: boolean;
  readonly children: string;
}

export function Badge({ tone, plain = false, children }: Props) {
  return (
    <span className={`badge ${tone}`}>
      {!plain && <span aria-hidden="true">{SIGNS[tone]}</span>} <span>{children}</span>
    </span>
  );
}

export function StateBadge({ state }: { readonly state: State }) {
  const [label, tone] = STATES[state];
  return <Badge tone={tone}>{label}</Badge>;
}

export function stateLabel(state: State): string {
  return STATES[state][0];
}
