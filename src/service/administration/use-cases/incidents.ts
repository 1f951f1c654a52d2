/**
 * Incidents, of which only the audit entry is written: a refused attempt to change the configuration, and a refused
 * head.
 */

import { type Actor, HEADS } from '../../../protocol/actor';
import { taggedHashHex } from '../../../protocol/hash';
import type { OrgId } from '../../../protocol/identifiers';
import type { RefusedHead } from '../../audit/ports';
import { entryIn } from '../../audit/rules/chain';
import { HEAD_ENTRIES } from '../../audit/rules/heads';
import type { ConfigStore } from '../../configuration/ports';
import { incident } from '../../configuration/rules/items';
import type { EditDeps } from '../../configuration/use-cases/edit-config';
import type { Clock, Random } from '../../system/ports';
import { type AttemptedKind, isNotedRefusal, refusedEntry } from '../rules/refused-attempt';

export interface NoteRefusalDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly config: Pick<ConfigStore, 'saveIncident'>;
}

interface RefusedChange {
  readonly org: OrgId;
  readonly by: Actor;
  readonly attempt: AttemptedKind;
  readonly subject: string;
}

/** Written before the answer, so that nobody sees a refusal that is not recorded. */
export async function noteRefusal(deps: NoteRefusalDeps, attempted: RefusedChange, reason: string): Promise<void> {
  if (!isNotedRefusal(reason)) return;
  const entry = refusedEntry(deps.clock.nowMs(), attempted.by, attempted, reason);
  // The id is random, so a conflict is with our own write, whose first answer was lost.
  await deps.config.saveIncident(incident(attempted.org, `attempt_${deps.random.hex(12)}`, entry));
}

const DAY_MS = 24 * 3600_000;

/**
 * Records that an audit chain got no head, which also tells all admins (docs/decisions/published-heads.md). The signer
 * finds the fault again with every new block, but the entry is written once: its id comes from the fault and the day.
 */
export async function noteRefusedHead({ config }: Pick<EditDeps, 'config'>, refused: RefusedHead): Promise<void> {
  const { org, seq, fault, published_seq: published, at } = refused;
  const day = Math.floor(at / DAY_MS);
  const id = `head_${taggedHashHex('service.refused-head.v1', org, String(published), String(seq), fault, String(day)).slice(0, 24)}`;
  const entry = entryIn(HEAD_ENTRIES)(at, 'audit.head_refused', id, HEADS, { entry: seq, fault, published });
  // `conflict` means that the fault is already recorded.
  await config.saveIncident(incident(org, id, entry));
}
