/**
 * Every store, by the name of its port, for what needs most of them: the console, the runner and the simulation. A function
 * that needs a few opens those alone, so that its bundle stays small.
 */

import type { Tables } from '../adapters/dynamodb/client';
import { createAttemptCounter, createCounter } from '../adapters/dynamodb/counters';
import { createPasskeyStore } from './access/store/passkey-store';
import { createPeerLimiter, createSessionStore } from './access/store/session-store';
import { createChangeStore } from './administration/store/change-store';
import { createConfigStore } from './administration/store/config-store';
import { createAuditStore } from './audit/store';
import { createChatStore } from './chat/store';
import { createDeliveryStore } from './delivery/store/delivery-store';
import { createHoldStore, createWatchStore } from './delivery/store/hold-store';
import { createCombinedMailStore } from './notice/store/combined-mail-store';
import { createNoticeStore } from './notice/store/notice-store';
import { createDeviceStore } from './push/store/device-store';
import { createPushKeyStore } from './push/store/push-key-store';
import { createQuestionStore } from './question/store';
import { createHealthStore } from './receiver/store';
import { createSignedDecisionStore } from './request/store/beside-request';
import { createRequestStore } from './request/store/request-store';
import type { Random } from './system/ports';
import { createDueStore } from './transport/store/due-store';

export const openStores = (tables: Tables, random: Pick<Random, 'hex'>) => ({
  requests: createRequestStore(tables),
  config: createConfigStore(tables),
  changes: createChangeStore(tables),
  sessions: createSessionStore(tables),
  passkeys: createPasskeyStore(tables),
  deviceStore: createDeviceStore(tables),
  pushKeys: createPushKeyStore(tables),
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
