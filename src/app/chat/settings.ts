/** The chats of an organization and of its operators (docs/decisions/chat.md). */
import type { ChatSetting, ChatTarget } from '../../core/chat/setting';
import type { OperatorId, OrgId } from '../../protocol/identifiers';
import type { ChatStore, Clock } from '../ports';

export interface OrgChats {
  readonly target: ChatTarget | null;
  /** The settings of operators, including those that no longer apply (`chatOf`). */
  readonly operators: ReadonlyMap<OperatorId, ChatSetting>;
}

export interface Chats {
  of(org: OrgId): Promise<OrgChats>;
  /** Forgets the settings of the organization. */
  changed(org: OrgId): void;
}

/** An organization without a chat costs one read a minute for each instance that sends its mails. */
const REMEMBERED_MS = 60_000;
/** When this many are remembered, all are forgotten. */
const MAX_REMEMBERED = 10_000;

/** Binds the sealed URL to its item. `name` is the name of the setting. */
export const chatUrlPlace = (name: string): string => `SETTING#${name}#url`;

/** Remembers settings in one instance. */
export function rememberedChats(store: Pick<ChatStore, 'all'>, clock: Clock): Chats {
  const known = new Map<OrgId, { readonly untilMs: number; readonly chats: OrgChats }>();
  let changes = 0;
  return {
    async of(org) {
      const nowMs = clock.nowMs();
      const remembered = known.get(org);
      if (remembered !== undefined && nowMs < remembered.untilMs) return remembered.chats;
      const before = changes;
      const chats = orgChats(await store.all(org));
      // A setting changed during the read, so the result may be out of date.
      if (changes !== before) return chats;
      if (known.size >= MAX_REMEMBERED) known.clear();
      known.set(org, { untilMs: nowMs + REMEMBERED_MS, chats });
      return chats;
    },
    changed(org) {
      changes += 1;
      known.delete(org);
    },
  };
}

/** Reads every time, so that a change applies at once. */
export function currentChats(store: Pick<ChatStore, 'all'>): Chats {
  return { of: async (org) => orgChats(await store.all(org)), changed: () => undefined };
}

function orgChats(settings: readonly ChatSetting[]): OrgChats {
  const set = settings.filter(({ target }) => target !== null);
  return {
    target: set.find(({ operator }) => operator === undefined)?.target ?? null,
    operators: new Map(set.flatMap((each) => (each.operator === undefined ? [] : [[each.operator, each] as const]))),
  };
}
