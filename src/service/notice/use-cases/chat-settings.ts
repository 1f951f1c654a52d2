/** The chat of each organization, as the function that posts reads it (docs/decisions/chat.md). */

import type { OrgId } from '../../../protocol/identifiers';
import type { ChatStore } from '../../chat/ports';
import type { ChatTarget } from '../../chat/rules/setting';
import type { Clock } from '../../system/ports';
import { readChat } from './read-chat';

export interface Chats {
  /** Null if the organization has none. */
  of(org: OrgId): Promise<ChatTarget | null>;
  /** Forgets the chat of the organization. */
  changed(org: OrgId): void;
}

/** An organization without a chat costs one read a minute for each instance that sends its mails. */
const REMEMBERED_MS = 60_000;
/** When this many are remembered, all are forgotten. */
const MAX_REMEMBERED = 10_000;

/** Remembers chats in one instance. */
export function rememberedChats(chatStore: Pick<ChatStore, 'load'>, clock: Clock): Chats {
  const known = new Map<OrgId, { readonly untilMs: number; readonly chat: ChatTarget | null }>();
  let changes = 0;
  return {
    async of(org) {
      const nowMs = clock.nowMs();
      const remembered = known.get(org);
      if (remembered !== undefined && nowMs < remembered.untilMs) return remembered.chat;
      const before = changes;
      const chat = await readChat({ chatStore }, org);
      // A chat changed during the read, so the result may be out of date.
      if (changes !== before) return chat;
      if (known.size >= MAX_REMEMBERED) known.clear();
      known.set(org, { untilMs: nowMs + REMEMBERED_MS, chat });
      return chat;
    },
    changed(org) {
      changes += 1;
      known.delete(org);
    },
  };
}

/** Reads every time, so that a change applies at once. */
export function currentChats(chatStore: Pick<ChatStore, 'load'>): Chats {
  return { of: (org) => readChat({ chatStore }, org), changed: () => undefined };
}
