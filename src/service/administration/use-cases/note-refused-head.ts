/**
 * Records that an audit chain got no head, which also tells all admins (docs/decisions/published-heads.md). The signer
 * finds the fault again with every new block, but the entry is written once: its id comes from the fault and the day.
 */

import { HEADS } from '../../../protocol/actor';
import { taggedHashHex } from '../../../protocol/hash';
import type { RefusedHead } from '../../audit/ports';
import { entryIn } from '../../audit/rules/chain';
import { HEAD_ENTRIES } from '../../audit/rules/heads';
import { incident } from '../../configuration/rules/items';
import type { EditDeps } from '../../configuration/use-cases/edit-config';

const DAY_MS = 24 * 3600_000;

export async function noteRefusedHead({ config }: Pick<EditDeps, 'config'>, refused: RefusedHead): Promise<void> {
  const { org, seq, fault, published_seq: published, at } = refused;
  const day = Math.floor(at / DAY_MS);
  const id = `head_${taggedHashHex('service.refused-head.v1', org, String(published), String(seq), fault, String(day)).slice(0, 24)}`;
  const entry = entryIn(HEAD_ENTRIES)(at, 'audit.head_refused', id, HEADS, { entry: seq, fault, published });
  // `conflict` means that the fault is already recorded.
  await config.saveIncident(incident(org, id, entry));
}
