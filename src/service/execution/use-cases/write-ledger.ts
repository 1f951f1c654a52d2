/**
 * Makes a conditional write to the claim ledger without reading first. The loser gets the reason from the winning
 * image.
 */

import { ok, type Result } from '../../../protocol/result';
import type { LedgerWrite, Loaded } from '../../request/ports/ledger';
import { isAdministrative } from '../../request/rules/administrative';
import type { Clock } from '../../system/ports';

export interface LedgerCommand<E> {
  readonly write: (nowMs: number) => Promise<LedgerWrite>;
  /** Why the write failed for `current`, or `done` if `current` already contains it. */
  readonly judge: (current: Loaded['request'], nowMs: number) => Result<'done' | 'again', E>;
}

export interface Written extends Loaded {
  readonly nowMs: number;
}

const MAX_ATTEMPTS = 8;

/** Null if there is no such request. */
export async function writeLedger<E>(clock: Clock, command: LedgerCommand<E>): Promise<Result<Written, E> | null> {
  let notBeforeMs = 0;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const nowMs = Math.max(clock.nowMs(), notBeforeMs);
    const write = await command.write(nowMs);
    // A change of the configuration has no intent, so the write must have failed. For consumers, there is no such
    // request.
    if (write === null || (write.kind === 'conflict' && isAdministrative(write.current))) return null;
    if (write.kind === 'written') return ok({ request: write.request, intent: write.intent, nowMs });
    notBeforeMs = write.current.updatedAtMs;
    const judgedAtMs = Math.max(nowMs, notBeforeMs);
    const judged = command.judge(write.current, judgedAtMs);
    if (!judged.ok) return judged;
    if (judged.value === 'done') return ok({ request: write.current, intent: write.intent, nowMs: judgedAtMs });
    // Only our clock was behind the item's time: repeat the write at the item's time.
  }
  throw new Error(`a write to the claim ledger did not get through in ${MAX_ATTEMPTS} attempts`);
}
