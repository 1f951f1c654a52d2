/** POST /api/requests/{id}/reissue: gives a seat a new code at once. Called by `changeConfiguration`. */
import type { Operator } from '../../core/administration/config';
import type { EditOf } from '../../core/administration/edits';
import type { CeremonyRefusal } from '../../core/ceremony/refusals';
import { reissueNow } from '../../core/ceremony/reissue';
import type { OperatorId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import type { ChangeStore, Clock, ConfigStore, Loaded, Pause, Permit, Random, RequestStore } from '../ports';
import { nowFor } from '../support/now';

export interface EditCodeDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly pause: Pause;
  readonly config: Pick<ConfigStore, 'operators'>;
  readonly requests: Pick<RequestStore, 'load'>;
  readonly changes: Pick<ChangeStore, 'write'>;
}

export interface Reissued extends Loaded {
  readonly operators: readonly Operator[];
  readonly nowMs: number;
}

export type ReissueRefusal =
  | { readonly reason: 'not_found' }
  | { readonly reason: 'edited_meanwhile' }
  | { readonly reason: 'cannot_reissue'; readonly why: CeremonyRefusal };

const MAX_ATTEMPTS = 16;

export async function reissueCode(
  deps: EditCodeDeps,
  { org, by }: { readonly org: Operator['org']; readonly by: string },
  { request: id, seat }: EditOf<'reissue_code'>,
  permit: Permit,
): Promise<Result<Reissued, ReissueRefusal>> {
  const writeId = deps.random.hex(12);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const [loaded, operators] = await Promise.all([deps.requests.load(org, id), deps.config.operators(org)]);
    if (loaded === null) return err({ reason: 'not_found' });
    const nowMs = nowFor(deps.clock, loaded.request);
    const reissued = reissueNow(loaded.request, operators, { seat, admin: by as OperatorId }, nowMs);
    if (!reissued.ok) return err({ reason: 'cannot_reissue', why: reissued.error });
    const written = await deps.changes.write(reissued.value, permit, writeId);
    if (written.kind === 'saved') return ok({ ...loaded, request: written.request, operators, nowMs });
    // The rule has begun since it was read. The admin repeats the edit, and it then waits.
    if (written.kind === 'base_moved') return err({ reason: 'edited_meanwhile' });
    await deps.pause.beforeRetry(attempt);
  }
  throw new Error(`request ${id}: lost ${MAX_ATTEMPTS} writes of a new code in a row`);
}
