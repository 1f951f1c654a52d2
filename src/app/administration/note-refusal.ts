/** Writes the audit entry of a refused attempt (core/administration/refused-attempt.ts) and nothing else. */

import { type Attempt, isNotedRefusal, refusedEntry } from '../../core/administration/refused-attempt';
import { incident } from '../../core/configuration/items';
import type { Actor } from '../../protocol/actor';
import type { OrgId } from '../../protocol/identifiers';
import type { ConfigStore } from '../ports/configuration';
import type { Clock, Random } from '../ports/system';

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
