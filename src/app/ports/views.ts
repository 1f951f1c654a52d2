/** What an operator keeps of their own searches. */
import type { OperatorId, OrgId } from '../../protocol/identifiers';

/** A search of the inbox under a name. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly search: string;
}

export interface ViewStore {
  /** Oldest first. */
  list(org: OrgId, operator: OperatorId): Promise<SavedView[]>;
  save(org: OrgId, operator: OperatorId, view: SavedView): Promise<void>;
  /** False if there is no such view. */
  remove(org: OrgId, operator: OperatorId, id: string): Promise<boolean>;
}
