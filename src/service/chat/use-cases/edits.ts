/** The I/O of the edits of the chat. */

import { ok } from '../../../protocol/result';
import type { SecretBox } from '../../configuration/ports';
import { refuse } from '../../configuration/rules/declaration';
import { neverSet } from '../../configuration/rules/setting';
import { before, reader, writer } from '../../configuration/use-cases/parts-of-edits';
import type { WebhookSender } from '../../receiver/ports';
import type { ChatStore } from '../ports';
import { CHAT_TARGET, setChat } from '../rules/edits/chat';
import type { ChatSetting } from '../rules/setting';
import { CHAT_URL_PLACE } from './deliver-post';

interface WithChat {
  readonly chatStore: ChatStore;
}

export const READERS = [
  reader(
    CHAT_TARGET,
    async ({ chatStore }: WithChat, org) => (await chatStore.load(org)) ?? { ...neverSet(org), target: null },
  ),
] as const;

export const writers = () =>
  [
    writer<{ kind: 'chat'; item: ChatSetting }>('chat')(({ chatStore }: WithChat, org, permit) => ({
      save: ({ item }) => chatStore.save(item, permit),
      stored: () => chatStore.load(org),
    })),
  ] as const;

interface Sealing {
  readonly secretBox: SecretBox;
  readonly sender: WebhookSender;
}

export const OUTSIDE = {
  set_chat: /* @__PURE__ */ before(setChat, async (deps: Sealing, { editor: { org }, edit: { chat } }) => {
    const { format, url } = chat;
    // An event may go to an ARN as well, a post of a chat cannot.
    if (!/^https?:/i.test(url)) return refuse('url_refused', { why: 'It must begin with https://.' });
    const validated = await deps.sender.validateEndpoint(url);
    if (!validated.ok) return refuse('url_refused', { why: validated.reason });
    const sealedUrl = await deps.secretBox.seal(org, CHAT_URL_PLACE, new TextEncoder().encode(url));
    // Only the host, because anyone with the rest of the URL can post.
    return ok({ format, host: new URL(url).host, sealedUrl });
  }),
};
