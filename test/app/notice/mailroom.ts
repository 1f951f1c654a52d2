/**
 * Messages to people over tables in memory: the real use cases and stores. The mail server, the chat, the clock and the
 * pace belong to the test.
 */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { createSessionStore } from '../../../src/adapters/dynamodb/access/session-store';
import { createCounter } from '../../../src/adapters/dynamodb/access/window-counter';
import { createConfigStore } from '../../../src/adapters/dynamodb/administration/config-store';
import { createChatStore } from '../../../src/adapters/dynamodb/chat/chat-store';
import { createCombinedMailStore } from '../../../src/adapters/dynamodb/notice/combined-mail-store';
import { createNoticeStore } from '../../../src/adapters/dynamodb/notice/notice-store';
import { createRequestStore } from '../../../src/adapters/dynamodb/request/request-store';
import { toRequestItem } from '../../../src/adapters/dynamodb/request/to-request-item';
import { DUE_SHARDS } from '../../../src/adapters/dynamodb/table';
import { createDueStore } from '../../../src/adapters/dynamodb/transport/due-store';
import type { MakeDeps } from '../../../src/app/administration/make-edit';
import type { ReadChatDeps } from '../../../src/app/chat/read-chat';
import { currentChats } from '../../../src/app/chat/settings';
import type { TellChatDeps } from '../../../src/app/chat/tell-chat';
import { rememberedForMails } from '../../../src/app/notice/letterhead';
import type { SendNoticeDeps } from '../../../src/app/notice/send-notice';
import type { Log, MailMessage, OutgoingPost, PostOutcome } from '../../../src/app/ports';
import type { Operator } from '../../../src/core/configuration/items';
import type { Request } from '../../../src/core/request/request';
import { openMemoryTables } from '../../../src/local/memory/tables';
import { anOperator } from '../../store/conformance/config-items';
import { aRequest, at, ORG } from '../../support/builders';
import { PERMIT } from '../../support/permit';

export const CONSOLE = 'https://console.acme.dev';

type Combined = Parameters<SendNoticeDeps['mailer']['sendCombinedMail']>[0];

export type Mailroom = Awaited<ReturnType<typeof openMailroom>>;

/** With the request that is open since 12:00, and its three operators; op_alpha and op_bravo are admins. */
export async function openMailroom() {
  const { tables } = openMemoryTables(() => undefined);
  const found = {
    nowMs: at('12:10'),
    mustWait: false,
    /** What sending a mail throws. */
    fails: (_: { readonly to: MailMessage['to'] }): Error | null => null,
    outcome: { kind: 'answered', status: 200, retryAfterSeconds: null } as PostOutcome,
    mails: [] as MailMessage[],
    combinedMails: [] as Combined[],
    listed: [] as string[],
    posts: [] as OutgoingPost[],
    warned: [] as [string, object?][],
  };
  let hex = 0;
  const config = createConfigStore(tables);
  const due = createDueStore(tables);
  const requests = createRequestStore(tables);
  const chatStore = createChatStore(tables);
  const clock = { nowMs: () => found.nowMs };
  const log: Log = {
    info: () => undefined,
    error: () => undefined,
    warn: (message, fields) => void found.warned.push([message, fields]),
  };
  const deps = {
    clock,
    random: { hex: () => String(++hex), base64url: () => 'token', fraction: () => 0 },
    log,
    config,
    requests,
    ...rememberedForMails({ clock, log, config, requests }),
    notices: createNoticeStore(tables),
    combinedMails: createCombinedMailStore(tables),
    sessions: createSessionStore(tables),
    chatStore,
    chats: currentChats(chatStore),
    counter: createCounter(tables),
    codeKeys: { currentId: async () => 'code_1', secret: async () => Buffer.alloc(32, 1) },
    secretBox: {
      seal: async (_, place, bytes) => `${place} ${Buffer.from(bytes)}`,
      open: async (_, place, sealed) => Buffer.from(sealed.slice(place.length + 1)),
    },
    pace: { mustWait: async () => found.mustWait },
    mailer: {
      send: async (mail) => {
        const failure = found.fails(mail);
        if (failure !== null) throw failure;
        found.mails.push(mail);
      },
      sendCombinedMail: async (combined) => {
        const failure = found.fails(combined);
        if (failure !== null) throw failure;
        found.combinedMails.push(combined);
      },
    },
    sender: {
      validateEndpoint: async (url) => (url.includes('bad') ? { ok: false, reason: 'bad' } : { ok: true }),
      post: async (post) => {
        found.posts.push(post);
        return found.outcome;
      },
    },
    onWaiting: ({ to }) => void found.listed.push(to.operator),
    consoleUrl: CONSOLE,
    origin: CONSOLE,
  } satisfies SendNoticeDeps & TellChatDeps & MakeDeps<'set_chat'> & ReadChatDeps;

  const room = Object.assign(found, {
    deps,
    put: async (request: Request) => {
      await tables.client.send(new PutCommand({ TableName: tables.main, Item: toRequestItem(request) }));
    },
    person: async (id: string, fields: Partial<Operator> = {}) => {
      const before = await config.operator(ORG, anOperator(ORG, id).id);
      const revision = (before?.revision ?? 0) + 1;
      await config.saveOperator(
        { ...(before ?? anOperator(ORG, id, { email: `${id}@acme.dev` })), ...fields, revision, journal: [] },
        PERMIT,
      );
    },
    /** Whether a combined mail of anyone is due, now or later. */
    isCombinedDue: async () => {
      for (let shard = 0; shard < DUE_SHARDS; shard++) {
        const { items } = await due.due(shard, Number.MAX_SAFE_INTEGER, 100, null);
        if (items.some(({ kind }) => kind === 'combined_mail')) return true;
      }
      return false;
    },
    sentTo: () => found.mails.map(({ to }) => to.operator),
  });
  await room.put(aRequest());
  await room.person('op_alpha', { role: 'admin' });
  await room.person('op_bravo', { role: 'admin' });
  await room.person('op_charlie');
  return room;
}
