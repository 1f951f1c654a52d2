/**
 * Every store, by the name of its port, for what needs most of them: the console, the runner and the simulation. A function
 * that needs a few opens those alone, so that its bundle stays small.
 */
import type { Random } from '../../app/ports/system';
import { createPasskeyStore } from './access/passkey-store';
import { createPeerLimiter, createSessionStore } from './access/session-store';
import { createChangeStore } from './administration/change-store';
import { createConfigStore } from './administration/config-store';
import { createAuditStore } from './audit/audit-store';
import { createChatStore } from './chat/chat-store';
import type { Tables } from './client';
import { createDeliveryStore } from './delivery/delivery-store';
import { createHoldStore, createWatchStore } from './delivery/hold-store';
import { createCombinedMailStore } from './notice/combined-mail-store';
import { createNoticeStore } from './notice/notice-store';
import { createQuestionStore } from './question/question-store';
import { createHealthStore } from './receiver/health-store';
import { createRequestStore } from './request/request-store';
import { createSignedDecisionStore } from './request/signed-decisions';
import { createDueStore } from './transport/due-store';
import { createAttemptCounter, createCounter } from './window-counter';

export const openStores = (tables: Tables, random: Pick<Random, 'hex'>) => ({
  requests: createRequestStore(tables),
  config: createConfigStore(tables),
  changes: createChangeStore(tables),
  sessions: createSessionStore(tables),
  passkeys: createPasskeyStore(tables),
  limiter: createPeerLimiter(tables),
  attempts: createAttemptCounter(tables),
  counter: createCounter(tables),
  deliveries: createDeliveryStore(tables),
  health: createHealthStore(tables),
  notices: createNoticeStore(tables),
  questions: createQuestionStore(tables),
  combinedMails: createCombinedMailStore(tables),
  chatStore: createChatStore(tables),
  audit: createAuditStore(tables),
  signedDecisions: createSignedDecisionStore(tables),
  holds: createHoldStore(tables, random),
  watches: createWatchStore(tables, random),
  due: createDueStore(tables),
});
