import type { Journaled } from '../../configuration/rules/items';
import type { Policy } from './policy';

/** A policy as stored. Deleted actions stay, so that their version numbers continue. */
export interface StoredPolicy extends Journaled {
  readonly policy: Policy;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly deletedAtMs: number | null;
}
