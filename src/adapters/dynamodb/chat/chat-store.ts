/** The chat of an organization. Every read is strongly consistent. */
import type { ChatStore } from '../../../app/chat/port';
import type { ChatSetting } from '../../../core/chat/setting';
import { CHAT } from '../../../core/receiver/health';
import type { Tables } from '../client';
import { editOf, getOne, write } from '../configuration/config-table';
import { configKey } from '../keys';

export function createChatStore(tables: Tables): ChatStore {
  return {
    load: (org) => getOne<ChatSetting>(tables, configKey(org, 'setting', CHAT)),
    save: (setting) => write(tables, [editOf(tables, 'setting', CHAT, setting)]),
  };
}
