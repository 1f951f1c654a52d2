/** Where a chat is, whose it is, and the edits of it. */
import type { OperatorId, OrgId } from '../../protocol/identifiers';
import type { Journaled, Operator } from '../administration/config';
import type { ChatFormat } from './post';

/** Where an organization, or one operator, is told besides by mail (docs/decisions/chat.md). */
export interface ChatSetting extends Journaled {
  readonly org: OrgId;
  /** Whose it is. Absent: the organization's. */
  readonly operator?: OperatorId;
  /** Null: nowhere. */
  readonly target: ChatTarget | null;
}

export interface ChatTarget {
  readonly format: ChatFormat;
  /** Of the URL, whose rest is a secret. */
  readonly host: string;
  readonly sealedUrl: string;
  readonly atMs: number;
  /** Of an operator: the access epoch in which it was set. In a later one it is not used. */
  readonly accessEpoch?: number;
}

/** Null: none, or one that somebody set before the operator's access was revoked. */
export function chatOf(setting: ChatSetting | null, { enabled, accessEpoch }: Operator): ChatTarget | null {
  const target = setting?.target ?? null;
  return enabled && target !== null && target.accessEpoch === accessEpoch ? target : null;
}

export type ChatEdit =
  | { readonly kind: 'set_chat'; readonly owner: ChatOwner; readonly chat: NewChat }
  | { readonly kind: 'remove_chat'; readonly owner: ChatOwner };

/** Neither waits for a second admin: a chat gives nobody a vote. */
export const CHAT_WAITS = { set_chat: 'never', remove_chat: 'never' } as const;

export interface NewChat {
  readonly format: ChatFormat;
  readonly url: string;
}

/** Null: the organization itself. */
export type ChatOwner = Operator | null;
