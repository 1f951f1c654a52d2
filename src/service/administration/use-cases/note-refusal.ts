/** Writes the audit entry of a refused attempt (service/administration/rules/refused-attempt.ts) and nothing else. */

import type { Actor } from '../../../protocol/actor';
import type { OrgId } from '../../../protocol/identifiers';
import type { ConfigStore } from '../../configuration/ports';
import { incident } from '../../configuration/rules/items';
import type { Clock, Random } from '../../system/ports';
import { type Attempt, isNotedRefusal, refusedEntry } from '../rules/refused-attempt';

export interface NoteRefusalDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly config: Pick<ConfigStore, 'saveIncident'>;
}

interface Attempted {
  readonly org: OrgId;
  readonly by: Actor;
  readonly attempt: Attempt;
  readonly subject: string;
}

/** Written before the answer, so that nobody sees a refusal that is not recorded. */
export async function noteRefusal(deps: NoteRefusalDeps, attempted: Attempted, reason: string): Promise<void> {
  if (!isNotedRefusal(reason)) return;
  const entry = refusedEntry(deps.clock.nowMs(), attempted.by, attempted, reason);
  // The id is random, so a conflict is with our own write, whose first answer was lost.
  await deps.config.saveIncident(incident(attempted.org, `attempt_${deps.random.hex(12)}`, entry));
}
