/** Posts once to a chat. The URL is a secret and appears in no log and no answer (docs/decisions/chat.md). */

import type { OrgId } from '../../../protocol/identifiers';
import type { SecretBox } from '../../configuration/ports';
import type { WebhookSender } from '../../receiver/ports';
import type { NotTaken } from '../../receiver/rules';
import { type ChatPost, chatBody } from '../rules/post';
import type { ChatTarget } from '../rules/setting';

export interface ChatPostDeps {
  readonly secretBox: Pick<SecretBox, 'open'>;
  readonly sender: Pick<WebhookSender, 'post'>;
}

/** Binds the sealed URL to its item. */
export const CHAT_URL_PLACE = 'SETTING#chat#url';

export type ChatOutcome = { readonly kind: 'taken'; readonly status: number } | NotTaken;

export async function postToChat(
  { secretBox, sender }: ChatPostDeps,
  org: OrgId,
  { format, sealedUrl }: ChatTarget,
  post: ChatPost,
): Promise<ChatOutcome> {
  const url = new TextDecoder().decode(await secretBox.open(org, CHAT_URL_PLACE, sealedUrl));
  const headers = { 'content-type': 'application/json' };
  const outcome = await sender.post({ url, headers, body: chatBody(format, post) });
  if (outcome.kind === 'refused_address') return { kind: 'refused_address', status: null };
  if (outcome.kind !== 'answered') return { kind: 'unknown', status: null };
  const { status } = outcome;
  if (status >= 200 && status < 300) return { kind: 'taken', status };
  return { kind: status === 429 || status >= 500 ? 'not_now' : 'refused', status };
}
