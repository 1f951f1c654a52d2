/** The chat of an organization: where to post. */
import type { OrgId } from '../../../protocol/identifiers';
import type { Journaled } from '../../configuration/rules/items';
import type { GivenUp } from '../../receiver/rules';
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
  /** The first post that was given up since a post succeeded. Null if the chat takes posts. */
  readonly failing: GivenUp | null;
}

export interface NewChat {
  readonly format: ChatFormat;
  readonly url: string;
}
