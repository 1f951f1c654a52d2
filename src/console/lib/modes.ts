/** The modes of a quorum in words. A new mode does not compile until it has words here. */
import type { Schemas } from './schemas';

export type Mode = Schemas['CeremonyView']['mode'];

interface ModeInWords {
  /** In the policy form. */
  readonly choice: string;
  /** After the number of keys, in a list. */
  readonly inList: string;
  /** The keys of a round must be turned within `coincidence_seconds` of the first. */
  readonly hasRounds: boolean;
}

export const MODES: Readonly<Record<Mode, ModeInWords>> = {
  independent: { choice: 'Independent: at any time', inList: '', hasRounds: false },
  coincident: { choice: 'Coincident: all within a short time', inList: ', together', hasRounds: true },
};

export const MODE_CHOICES = (Object.keys(MODES) as Mode[]).map((mode): [Mode, string] => [mode, MODES[mode].choice]);
