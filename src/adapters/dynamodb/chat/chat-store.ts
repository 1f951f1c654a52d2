/** The chats of an organization and of its operators. Every read is strongly consistent. */
import type { ChatStore } from '../../../app/ports';
import { CHAT, chatName } from '../../../core/chat/post';
import type { ChatSetting } from '../../../core/chat/setting';
import { editOf, getAll, getOne, write } from '../administration/config-table';
import type { Tables } from '../client';
import { configKey } from '../keys';

export function createChatStore(tables: Tables): ChatStore {
  return {
    one: (org, operator) => getOne<ChatSetting>(tables, configKey(org, 'setting', chatName(operator))),
    all: (org) => getAll<ChatSetting>(tables, 'setting', org, CHAT),
    save: (setting) => write(tables, [editOf(tables, 'setting', chatName(setting.operator ?? null), setting)]),
  };
}
