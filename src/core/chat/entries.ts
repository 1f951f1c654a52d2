/** The audit entries of chats, who is told of them, and in which words. */
import type { PartEntry } from '../audit/chain';

export const CHAT_ENTRIES = {
  'chat.set': {
    audience: () => 'admins',
    told: ({ data }) => `Messages about requests are posted to a chat at ${data.host} (${data.format}) from now on.`,
  },
  'chat.removed': {
    audience: () => 'admins',
    told: ({ data }) => `Messages about requests are no longer posted to the chat at ${data.host}.`,
  },
  'operator.chat_set': {
    // The owner who set it, because someone else may have used their session.
    audience: () => 'concerned',
    told: ({ data }) =>
      `Messages to ${data.operator} about requests are posted to a chat at ${data.host} (${data.format}) too from now on.`,
  },
  'operator.chat_removed': {
    // An operator who removes their own chat gets messages by mail again.
    audience: (isOwn) => (isOwn ? undefined : 'admins_and_concerned'),
    told: ({ data }) => `Messages to ${data.operator} about requests are no longer posted to the chat at ${data.host}.`,
  },
} as const satisfies Readonly<Record<string, PartEntry>>;
