import type { OrgId, RequestId } from '../../protocol/identifiers';
import type { Applied, Permit, RequestWriter } from '../configuration/ports';
import type { Change } from '../request/rules/journal';
import type { Notified } from '../request/rules/request';
import type { AnyWrite } from './rules/edits';

/** Changes of the configuration that wait for a second admin, or were approved by one. */
export interface ChangeStore extends RequestWriter {
  /** Writes the request and, beside it, the complete document of the change. */
  propose(change: Change<Notified>, document: string, writeId: string): Promise<'created' | 'exists' | 'contention'>;
  /** Strongly consistent. */
  document(org: OrgId, id: RequestId): Promise<string | null>;
  /**
   * Ends the request and makes the edit, or does neither. `base_moved`: the edited item, or an item that the edit
   * depends on, has changed since it was read.
   */
  apply(ended: Change, edit: AnyWrite | null, permit: Permit, writeId: string): Promise<Applied>;
}
