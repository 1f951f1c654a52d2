/** Where an organization's messages go besides mail (docs/decisions/chat.md). */
import type { ChatSetting } from '../../core/config/config';
import type { OrgId } from '../../protocol/identifiers';
import type { Clock, ConfigStore } from '../ports';

/** Binds the sealed URL to its item. */
export const CHAT_URL_PLACE = 'SETTING#chat#url';

export interface Chats {
  of(org: OrgId): Promise<ChatSetting['target']>;
  /** Forgets what is known of the organization. */
  changed(org: OrgId): void;
}

/** An organization without a chat costs one read a minute for each instance that sends its mails. */
const REMEMBERED_MS = 60_000;
/** Beyond it, the memory starts anew. */
const MAX_REMEMBERED = 10_000;

/** With the memory of one instance. */
export function rememberedChats(config: Pick<ConfigStore, 'chat'>, clock: Clock): Chats {
  const known = new Map<OrgId, { readonly untilMs: number; readonly target: ChatSetting['target'] }>();
  return {
    async of(org) {
      const nowMs = clock.nowMs();
      const remembered = known.get(org);
      if (remembered !== undefined && nowMs < remembered.untilMs) return remembered.target;
      const target = (await config.chat(org))?.target ?? null;
      if (known.size >= MAX_REMEMBERED) known.clear();
      known.set(org, { untilMs: nowMs + REMEMBERED_MS, target });
      return target;
    },
    changed: (org) => void known.delete(org),
  };
}

/** Reads it each time, so that a change counts at once. */
export function currentChats(config: Pick<ConfigStore, 'chat'>): Chats {
  return { of: async (org) => (await config.chat(org))?.target ?? null, changed: () => undefined };
}
