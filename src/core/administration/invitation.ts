/** New operators: each needs an id that nobody has. */
import type { OperatorId } from '../../protocol/identifiers';
import type { Operator } from './config';

export interface IdsTaken {
  readonly reason: 'ids_taken';
  /** Used by an operator of the organization, or twice among those who are new. */
  readonly ids: readonly OperatorId[];
}

export function takenIds(
  operators: readonly { readonly id: OperatorId }[],
  existing: readonly Operator[],
): OperatorId[] {
  const used = new Set<OperatorId>(existing.map(({ id }) => id));
  const taken = new Set<OperatorId>();
  for (const { id } of operators) {
    if (used.has(id)) taken.add(id);
    used.add(id);
  }
  return [...taken];
}
