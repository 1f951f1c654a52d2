/** The chat of an organization. */

import type { OrgId } from '../../protocol/identifiers';
import type { Permit } from '../configuration/ports';
import type { ChatSetting } from './rules/setting';

export interface ChatStore {
  /** Null if it was never set. */
  load(org: OrgId): Promise<ChatSetting | null>;
  save(setting: ChatSetting, permit: Permit): Promise<'saved' | 'conflict'>;
}
