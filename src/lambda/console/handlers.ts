/** The handlers of /api: parse, use case, answer. One file for each resource. */
import { createChatHandlers } from '../chat/handlers';
import { createActionHandlers } from './actions';
import { createAuditHandlers } from './audit';
import type { ConsoleHandlers } from './caller';
import { createChangeHandlers } from './changes';
import { createGroupHandlers } from './groups';
import { createInboxHandlers } from './inbox';
import { createKeyHandlers } from './keys';
import { createOperatorHandlers } from './operators';
import { createOverviewHandlers } from './overview';
import { createPasskeyHandlers } from './passkeys';
import { createQuestionHandlers } from './questions';
import { createRequestHandlers } from './requests';
import { createSessionHandlers } from './session';
import { createSigningKeyHandlers } from './signing-keys';
import { createWebhookHandlers } from './webhooks';

const CREATORS = [
  createSessionHandlers,
  createRequestHandlers,
  createInboxHandlers,
  createQuestionHandlers,
  createWebhookHandlers,
  createKeyHandlers,
  createChatHandlers,
  createChangeHandlers,
  createActionHandlers,
  createGroupHandlers,
  createOperatorHandlers,
  createAuditHandlers,
  createOverviewHandlers,
  createPasskeyHandlers,
  createSigningKeyHandlers,
] as const;

type Creator = (typeof CREATORS)[number];
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

export type ConsoleDeps = Intersection<Parameters<Creator>[0]>;

/** An operation without a handler does not compile here. */
export function createConsoleHandlers(deps: ConsoleDeps): ConsoleHandlers {
  const all = CREATORS.map((create) => create(deps));
  return Object.assign({}, ...all) as Intersection<ReturnType<Creator>>;
}
