/** The chats of an organization and of its operators. */
import type { ChatSetting } from '../../core/chat/setting';
import type { OperatorId, OrgId } from '../../protocol/identifiers';
import type { Permit } from '../ports/configuration';

export interface ChatStore {
  /** The chat of the organization (null) or of one operator. Null if it was never set. */
  one(org: OrgId, operator: OperatorId | null): Promise<ChatSetting | null>;
  /** The chats of the organization and of all its operators, in one read. */
  all(org: OrgId): Promise<ChatSetting[]>;
  save(setting: ChatSetting, permit: Permit): Promise<'saved' | 'conflict'>;
}
