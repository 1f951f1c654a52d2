/** The audit entries of a chat, who is told of them, and in which words. */
import type { PartEntry } from '../audit/chain';

export const CHAT_ENTRIES = {
  'chat.set': {
    audience: 'admins',
    told: ({ data }) => `Messages about requests are posted to a chat at ${data.host} (${data.format}) from now on.`,
  },
  'chat.removed': {
    audience: 'admins',
    told: ({ data }) => `Messages about requests are no longer posted to the chat at ${data.host}.`,
  },
} as const satisfies Readonly<Record<string, PartEntry>>;
