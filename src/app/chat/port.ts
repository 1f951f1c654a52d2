/** The chat of an organization. */
import type { ChatSetting } from '../../core/chat/setting';
import type { OrgId } from '../../protocol/identifiers';
import type { Permit } from '../ports/configuration';

export interface ChatStore {
  /** Null if it was never set. */
  load(org: OrgId): Promise<ChatSetting | null>;
  save(setting: ChatSetting, permit: Permit): Promise<'saved' | 'conflict'>;
}
