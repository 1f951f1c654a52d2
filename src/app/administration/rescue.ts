/**
 * What the administration command may do where changes need a second admin: nothing, or with a reason that everybody is
 * told (docs/decisions/four-eyes.md).
 */

import { edited, type Rescue } from '../../core/administration/config';
import { isRuleOn } from '../../core/administration/rule';
import { pendingEntry } from '../../core/audit/chain';
import type { OrgId } from '../../protocol/identifiers';
import type { Clock, ConfigStore, Random } from '../ports';

export interface RescueDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly config: ConfigStore;
}

/**
 * `needs_reason`: the rule is on and no reason was given. Otherwise the command may go on; a rescue is in the audit chain
 * before it has any effect.
 */
export async function allowCommand(
  deps: RescueDeps,
  org: OrgId,
  command: string,
  reason: string | null,
): Promise<'allowed' | 'needs_reason'> {
  const [began, operators] = await Promise.all([deps.config.ruleBegan(org), deps.config.operators(org)]);
  if (!isRuleOn(began, operators)) return 'allowed';
  if (reason === null || reason.trim() === '') return 'needs_reason';
  const at = deps.clock.nowMs();
  const id = `rescue_${deps.random.hex(12)}`;
  const blank: Rescue = { org, id, command, reason, atMs: at, revision: 0, journal: [] };
  // The id is random, so a conflict is this very write, whose first answer was lost.
  await deps.config.saveRescue(
    edited(blank, {}, [pendingEntry(at, 'rescue.used', id, 'admin-command', { command, reason })]),
  );
  return 'allowed';
}
