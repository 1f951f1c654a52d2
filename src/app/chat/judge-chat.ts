/**
 * Decides whether a chat is failing, in the function behind the timers (docs/decisions/chat.md): the function that posts may
 * not write the configuration. It reports each post that it gave up.
 */

import { entryIn } from '../../core/audit/chain';
import { CHAT_HEALTH_ENTRIES, judged } from '../../core/chat/failing';
import type { ChatSetting } from '../../core/chat/setting';
import { edited } from '../../core/configuration/items';
import { CHAT } from '../../core/receiver/health';
import { CHAT_POSTS } from '../../protocol/actor';
import { ok } from '../../protocol/result';
import { type EditRefusal, editConfig } from '../configuration/edit-config';
import { permit } from '../configuration/permit';
import type { HealthTurn } from '../ports/receiver';
import { type DueTurn, inTurn, type TurnDeps } from '../receiver/in-turn';
import type { ChatStore } from './port';

export interface JudgeChatDeps extends TurnDeps {
  readonly chatStore: ChatStore;
}

export function judgeChat(deps: JudgeChatDeps, due: DueTurn<typeof CHAT>): Promise<void> {
  return inTurn(deps, due, async (turn, nowMs) => {
    const noted = await editConfig<ChatSetting, EditRefusal>({
      load: () => deps.chatStore.load(due.org),
      decide: (setting) => ok(noteIn(setting, turn, nowMs)),
      save: (setting) => deps.chatStore.save(setting, permit({ rule: 'found' })),
    });
    if (!noted.ok) throw new Error(`the chat of ${due.org} was not judged (${noted.error.reason})`);
  });
}

function noteIn(setting: ChatSetting, turn: HealthTurn, nowMs: number): ChatSetting {
  if (setting.target === null) return setting;
  const target = judged(setting.target, turn);
  if (target === setting.target) return setting;
  const { host, format, failing } = target;
  const about = { format, host };
  const entry = entryIn(CHAT_HEALTH_ENTRIES);
  const noted =
    failing === null
      ? entry(nowMs, 'chat.working', CHAT, CHAT_POSTS, about)
      : entry(nowMs, 'chat.failing', CHAT, CHAT_POSTS, { ...about, outcome: failing.kind, status: failing.status });
  return edited<ChatSetting>(setting, { target }, [noted]);
}
