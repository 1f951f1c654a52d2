/** The organization that every deployment has for its own checks. */
import type { ActionId, OperatorId, OrgId } from '../../protocol/identifiers';

export const CANARY_ORG = 'canary' as OrgId;
export const CANARY_OPERATOR = 'op_canary' as OperatorId;
export const CANARY_ACTION = 'canary.check' as ActionId;
/**
 * SES delivers mail to this address to nobody, and counts it as delivered, in its sandbox too (developer guide, mailbox
 * simulator). Each run of the canary sends one, about its decision, so an alarm can miss them.
 */
export const CANARY_EMAIL = 'success@simulator.amazonses.com';
