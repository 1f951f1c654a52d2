/** The organization that every deployment has for its own checks. */
import type { ActionId, OperatorId, OrgId } from '../../protocol/identifiers';

export const CANARY_ORG = 'canary' as OrgId;
export const CANARY_OPERATOR = 'op_canary' as OperatorId;
export const CANARY_ACTION = 'canary.check' as ActionId;
/** Mail to the domain `invalid` is never sent (src/adapters/mail/ses.ts). */
export const CANARY_EMAIL = 'canary@canary.invalid';
