/** The handlers of /api: parse, use case, answer. One file for each resource. */

import type { ReadAuditDeps } from '../../app/audit/read-audit';
import type { OverviewDeps } from '../../app/request/get-overview';
import { type ChatDeps, createChatHandlers } from '../chat/handlers';
import { type ActionsDeps, createActionHandlers } from './actions';
import { createAuditHandlers } from './audit';
import type { ConsoleHandlers } from './caller';
import { type ChangesDeps, createChangeHandlers } from './changes';
import { type CompanyDeps, createCompanyHandlers } from './company';
import { createEvidenceHandlers } from './evidence';
import { createGroupHandlers } from './groups';
import { createInboxHandlers, type InboxDeps } from './inbox';
import { createKeyHandlers } from './keys';
import { createMailedLinkHandlers, type MailedLinksDeps } from './mailed-links';
import { createOperatorHandlers, type OperatorsDeps } from './operators';
import { createOverviewHandlers } from './overview';
import { createPasskeyHandlers, type PasskeysDeps } from './passkeys';
import { createPowersHandlers, type PowersDeps } from './powers';
import { createQuestionHandlers, type QuestionsHandlersDeps } from './questions';
import { createRequestHandlers, type RequestsDeps } from './requests';
import { createSessionHandlers, type SessionDeps } from './session';
import { createSigningKeyHandlers, type SigningKeysHandlersDeps } from './signing-keys';
import { createWebhookHandlers, type WebhooksDeps } from './webhooks';

export type ConsoleDeps = SessionDeps &
  RequestsDeps &
  InboxDeps &
  QuestionsHandlersDeps &
  WebhooksDeps &
  ChatDeps &
  CompanyDeps &
  ChangesDeps &
  ActionsDeps &
  OperatorsDeps &
  MailedLinksDeps &
  ReadAuditDeps &
  OverviewDeps &
  PasskeysDeps &
  PowersDeps &
  SigningKeysHandlersDeps;

export function createConsoleHandlers(deps: ConsoleDeps): ConsoleHandlers {
  return {
    ...createSessionHandlers(deps),
    ...createRequestHandlers(deps),
    ...createInboxHandlers(deps),
    ...createEvidenceHandlers(deps),
    ...createQuestionHandlers(deps),
    ...createWebhookHandlers(deps),
    ...createKeyHandlers(deps),
    ...createChatHandlers(deps),
    ...createChangeHandlers(deps),
    ...createActionHandlers(deps),
    ...createGroupHandlers(deps),
    ...createOperatorHandlers(deps),
    ...createMailedLinkHandlers(deps),
    ...createAuditHandlers(deps),
    ...createOverviewHandlers(deps),
    ...createPasskeyHandlers(deps),
    ...createPowersHandlers(deps),
    ...createCompanyHandlers(deps),
    ...createSigningKeyHandlers(deps),
  };
}
