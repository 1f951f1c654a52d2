/**
 * Decides whether a chat is failing, in the function behind the timers (docs/decisions/chat.md): the function that posts may
 * not write the configuration. It reports each post that it gave up.
 */

import { CHAT_POSTS } from '../../../protocol/actor';
import { ok } from '../../../protocol/result';
import { entryIn } from '../../audit/rules/chain';
import { edited } from '../../configuration/rules/items';
import { type EditRefusal, editConfig } from '../../configuration/use-cases/edit-config';
import { permit } from '../../configuration/use-cases/permit';
import type { HealthTurn } from '../../receiver/ports';
import { CHAT } from '../../receiver/rules';
import { type DueTurn, inTurn, type TurnDeps } from '../../receiver/use-cases';
import type { ChatStore } from '../ports';
import { CHAT_HEALTH_ENTRIES, type ChatSetting, judgedTarget } from '../rules/setting';

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
  const target = judgedTarget(setting.target, turn);
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
