/** Why the service ended a request, in words. What a person writes is a note, which is never looked up here. */

const REASONS = {
  misuse_reported: 'the operator in whose name it was requested did not request it. All admins were told',
  integration_window_closed: 'the integration did not answer in time',
  restored: 'the service was taken back to an earlier time, after which this may have run',
  aborted_by_program: 'aborted by the program that requested it',
  stopped: 'it was stopped',
  round_restarted: 'the round was restarted',
  roster_too_short: 'too few operators were left to turn the keys',
  nobody_left: 'nobody was left who could meet the policy: too few operators of a group could still turn a key',
  code_not_needed: 'the other request was decided, or the seat has turned its key or was removed',
  base_moved: 'somebody else changed this in the meantime; make the change again from the current version',
  no_longer_valid: 'the change is not valid any more; make it again from the current configuration',
  last_admin: 'the change would leave no enabled admin',
  id_taken: 'the operator id is already used',
  operator_disabled: 'the operator is disabled',
  document_changed: 'the stored change is not the one that was approved',
} as const;

export type Reason = keyof typeof REASONS;

/** Null for a reason without words of its own, such as an error of an integration. */
export const knownReason = (reason: unknown): Reason | null =>
  typeof reason === 'string' && Object.hasOwn(REASONS, reason) ? (reason as Reason) : null;

/** Never for a person's note. */
export function reasonText(reason: string): string {
  const known = knownReason(reason);
  return known === null ? reason : REASONS[known];
}
