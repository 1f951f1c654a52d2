/** The chat of an organization. Every read is strongly consistent. */

import type { Tables } from '../../adapters/dynamodb/client';
import { configKey } from '../../adapters/dynamodb/keys';
import { editOf, getOne, write } from '../configuration/store';
import { CHAT } from '../receiver/rules';
import type { ChatStore } from './ports';
import type { ChatSetting } from './rules/setting';

export function createChatStore(tables: Tables): ChatStore {
  return {
    load: (org) => getOne<ChatSetting>(tables, configKey(org, 'setting', CHAT)),
    save: (setting) => write(tables, [editOf(tables, 'setting', CHAT, setting)]),
  };
}
