/** A chat setting: where to post, who owns it, and its edits. */
import type { OperatorId, OrgId } from '../../protocol/identifiers';
import type { Journaled, Operator } from '../administration/config';
import { partEdit } from '../administration/part';
import type { ChatFormat } from './post';

/** Where an organization or an operator is told besides by mail (docs/decisions/chat.md). */
export interface ChatSetting extends Journaled {
  readonly org: OrgId;
  /** The operator who owns it. Absent if it belongs to the organization. */
  readonly operator?: OperatorId;
  /** Null if nothing is posted. */
  readonly target: ChatTarget | null;
}

export interface ChatTarget {
  readonly format: ChatFormat;
  /** The host of the URL. The rest of the URL is secret. */
  readonly host: string;
  readonly sealedUrl: string;
  readonly atMs: number;
  /** For an operator, the access epoch in which the chat was set. In a later epoch it is not used. */
  readonly accessEpoch?: number;
}

/** Null if there is none, or if it was set before the operator's access was revoked. */
export function chatOf(setting: ChatSetting | null, { enabled, accessEpoch }: Operator): ChatTarget | null {
  const target = setting?.target ?? null;
  return enabled && target !== null && target.accessEpoch === accessEpoch ? target : null;
}

/** The edits of a chat. A chat gives nobody a vote, so none of them waits for a second admin. */
export const CHAT_EDITS = {
  set_chat: partEdit<{ readonly owner: ChatOwner; readonly chat: NewChat }, true>(true),
  remove_chat: partEdit<{ readonly owner: ChatOwner }, false>(false),
};

export interface NewChat {
  readonly format: ChatFormat;
  readonly url: string;
}

/** Null for the organization itself. */
export type ChatOwner = Operator | null;
