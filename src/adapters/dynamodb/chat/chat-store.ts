/** The chat of an organization. Every read is strongly consistent. */
import type { ChatStore } from '../../../app/ports';
import { CHAT } from '../../../core/chat/post';
import type { ChatSetting } from '../../../core/chat/setting';
import type { Tables } from '../client';
import { editOf, getOne, write } from '../configuration/config-table';
import { configKey } from '../keys';

export function createChatStore(tables: Tables): ChatStore {
  return {
    load: (org) => getOne<ChatSetting>(tables, configKey(org, 'setting', CHAT)),
    save: (setting) => write(tables, [editOf(tables, 'setting', CHAT, setting)]),
  };
}
