/** The chat of an organization: where to post, and whether it takes posts (docs/decisions/chat.md). */

import type { OrgId } from '../../../protocol/identifiers';
import { assertNever } from '../../../protocol/result';
import { said } from '../../../protocol/words';
import type { EntryWords } from '../../audit/rules/chain';
import type { Journaled } from '../../configuration/rules/items';
import type { GivenUp, NotTaken } from '../../receiver/rules';
import type { ChatFormat } from './post';

/** Where an organization is told besides by mail. */
export interface ChatSetting extends Journaled {
  readonly org: OrgId;
  /** Null if nothing is posted. */
  readonly target: ChatTarget | null;
}

export interface ChatTarget {
  readonly format: ChatFormat;
  /** The host of the URL. The rest of the URL is secret. */
  readonly host: string;
  readonly sealedUrl: string;
  readonly atMs: number;
  /** The first post that was given up since a post succeeded. Null if the chat takes posts. */
  readonly failing: GivenUp | null;
}

export interface NewChat {
  readonly format: ChatFormat;
  readonly url: string;
}

/**
 * When a chat is failing: a post was given up. The first post that it takes ends this. Approvers
 * still get their mails, so nobody is told by mail.
 */
export const CHAT_HEALTH_ENTRIES = {
  'chat.failing': {
    audience: null,
    deed: 'Found',
    told: ({ data }) =>
      said`The chat at ${data.host} did not take a message: ${whyNotTaken({ kind: data.outcome, status: data.status } as NotTaken, 'it')}. There is no further entry until it takes one.`,
  },
  'chat.working': {
    audience: null,
    deed: 'Found',
    told: ({ data }) => said`The chat at ${data.host} takes messages again.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

/** Without a period. */
export function whyNotTaken({ kind, status }: NotTaken, chat: 'it' | 'the chat'): string {
  switch (kind) {
    case 'refused':
    case 'not_now':
      return `${chat} answered ${status}`;
    case 'refused_address':
      return 'the address of its URL is not public';
    case 'unknown':
      return `${chat} did not answer`;
    default:
      return assertNever(kind);
  }
}

/** The target as it is now, from what was last reported about posts; the same object if nothing has changed. */
export function judgedTarget(
  target: ChatTarget,
  { givenUp, succeededAtMs }: { readonly givenUp: GivenUp | null; readonly succeededAtMs: number | null },
): ChatTarget {
  const { failing, atMs } = target;
  const lastSuccessMs = succeededAtMs ?? 0;
  if (failing !== null) return lastSuccessMs > failing.atMs ? { ...target, failing: null } : target;
  // A post to an earlier URL says nothing about this one.
  const isNew = givenUp !== null && givenUp.atMs > lastSuccessMs && givenUp.atMs > atMs;
  return isNew ? { ...target, failing: givenUp } : target;
}
