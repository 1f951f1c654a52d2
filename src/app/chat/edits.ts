/** The I/O of the edits of the chat. */
import { CHAT_TARGET, setChat } from '../../core/chat/edits/chat';
import type { ChatSetting } from '../../core/chat/setting';
import { refuse } from '../../core/configuration/declaration';
import { neverSet } from '../../core/configuration/setting';
import { ok } from '../../protocol/result';
import { before, reader, writer } from '../configuration/parts-of-edits';
import type { SecretBox } from '../ports/configuration';
import type { WebhookSender } from '../ports/receiver';
import { CHAT_URL_PLACE } from './deliver-post';
import type { ChatStore } from './port';

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
