/**
 * The properties of each mode of a quorum, except how its turns are judged. A new mode does not compile until it is
 * listed here.
 */
import type { Mode } from './policy';

interface ModeRules {
  /** True if all keys of a round must be turned within a short time, so that a code must not wait for a combined mail. */
  readonly isHurried: boolean;
  /** A change to a mode with a higher number raises protection, and any other change of the mode lowers it. */
  readonly strictness: number;
}

export const MODE_RULES: Readonly<Record<Mode, ModeRules>> = {
  independent: { isHurried: false, strictness: 0 },
  coincident: { isHurried: true, strictness: 1 },
};
