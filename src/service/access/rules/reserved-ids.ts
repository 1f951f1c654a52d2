/** Ids that no operator can have, because they belong to other actors or to groups (docs/design.md#audit-chain). */

import { ACTOR_IDS } from '../../../protocol/actor';
import { CLAIM_PREFIX, GROUP_PREFIX, KEY_PREFIX, type OperatorId } from '../../../protocol/identifiers';
import type { NewOperator } from '../../configuration/rules/items';

/** A roster names operators and groups, and a history names operators, API keys and claims. */
const PREFIXES = [GROUP_PREFIX, KEY_PREFIX, CLAIM_PREFIX];

const isReservedId = (id: string): boolean =>
  ACTOR_IDS.includes(id) || PREFIXES.some((prefix) => id.startsWith(prefix));

export const reservedIds = (operators: readonly NewOperator[]): OperatorId[] =>
  operators.map(({ id }) => id).filter(isReservedId);

export const RESERVED_IN_WORDS = `No id of an operator starts with ${PREFIXES.map((prefix) => `"${prefix}"`).join(', ')}, and none of these can be one: ${ACTOR_IDS.join(', ')}.`;
