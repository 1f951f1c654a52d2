/** The handlers of /api: parse, use case, answer. One file for each resource. */

import { createChatHandlers } from '../chat/handlers';
import { createActionHandlers } from './actions';
import { createAuditHandlers } from './audit';
import type { ConsoleHandlers } from './caller';
import { createChangeHandlers } from './changes';
import { createCompanyHandlers } from './company';
import { createEvidenceHandlers } from './evidence';
import { createGroupHandlers } from './groups';
import { createInboxHandlers } from './inbox';
import { createKeyHandlers } from './keys';
import { createMailedLinkHandlers } from './mailed-links';
import { createOperatorHandlers } from './operators';
import { createOverviewHandlers } from './overview';
import { createPasskeyHandlers } from './passkeys';
import { createPowersHandlers } from './powers';
import { createQuestionHandlers } from './questions';
import { createRequestHandlers } from './requests';
import { createSessionHandlers } from './session';
import { createSigningKeyHandlers } from './signing-keys';
import { createWebhookHandlers } from './webhooks';

/** The handlers of each resource, and what they need. An operation that none of them answers does not compile. */
const RESOURCES = [
  createSessionHandlers,
  createRequestHandlers,
  createInboxHandlers,
  createEvidenceHandlers,
  createQuestionHandlers,
  createWebhookHandlers,
  createKeyHandlers,
  createChatHandlers,
  createChangeHandlers,
  createActionHandlers,
  createGroupHandlers,
  createOperatorHandlers,
  createMailedLinkHandlers,
  createAuditHandlers,
  createOverviewHandlers,
  createPasskeyHandlers,
  createPowersHandlers,
  createCompanyHandlers,
  createSigningKeyHandlers,
] as const;

type Resource = (typeof RESOURCES)[number];
type All<Each> = (Each extends unknown ? (each: Each) => void : never) extends (all: infer Both) => void ? Both : never;

export type ConsoleDeps = All<Parameters<Resource>[0]>;

export function createConsoleHandlers(deps: ConsoleDeps): ConsoleHandlers {
  const handlers: All<ReturnType<Resource>> = Object.assign({}, ...RESOURCES.map((create) => create(deps)));
  return handlers;
}
