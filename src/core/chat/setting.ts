/** The chat of an organization: where to post, and its edits. */
import type { OrgId } from '../../protocol/identifiers';
import type { Journaled } from '../administration/config';
import { partEdit } from '../administration/part';
import type { ChatFormat } from './post';

/** Where an organization is told besides by mail (docs/decisions/chat.md). */
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
}

/** The edits of a chat. A chat gives nobody a vote, so none of them waits for a second admin. */
export const CHAT_EDITS = {
  set_chat: partEdit<{ readonly chat: NewChat }, true>(true),
  remove_chat: partEdit<unknown, false>(false),
};

export interface NewChat {
  readonly format: ChatFormat;
  readonly url: string;
}
