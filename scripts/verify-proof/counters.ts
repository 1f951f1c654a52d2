/**
 * The counters of passkeys, which `ssh-keygen` does not check. A counter that does not grow means that the passkey was
 * copied.
 */

import { publicKeyText } from '../../src/protocol/ssh/public-key';
import { parseArmour } from '../../src/protocol/ssh/signature';
import { type ProofFiles, signatureFile } from '../../src/protocol/statements/proof-files';
import { statementHash } from '../../src/protocol/statements/turn';
import type { AuditEntry } from '../../src/service/audit/rules/chain';
import { Bad } from '../support/command';

interface Use {
  readonly file: string;
  readonly key: string;
  readonly counter: number;
  /** Its place in the chain; null if its entry is not in the proof. */
  readonly seq: number | null;
}

/**
 * Checks everything that a passkey signed in the proof: turns, enrolments and countersignatures. Throws `Bad` if a
 * counter did not grow from one to the next in the chain, or if two are equal. Passkeys that are synced between devices
 * do not count: their counter is always 0.
 */
export function checkCounters(files: ProofFiles, entries: readonly AuditEntry[]): void {
  const byKey = new Map<string, Use[]>();
  for (const use of usesIn(files, entries)) byKey.set(use.key, [...(byKey.get(use.key) ?? []), use]);
  for (const uses of byKey.values()) {
    const placed = uses.filter(({ seq }) => seq !== null).sort((a, b) => a.seq! - b.seq!);
    placed.slice(1).forEach((use, index) => {
      grew(placed[index]!, use);
    });
    for (const use of uses.filter(({ seq }) => seq === null)) {
      const same = uses.find((other) => other !== use && other.counter === use.counter && use.counter > 0);
      if (same !== undefined) throw new Bad(`${same.file} and ${use.file} have one counter: the passkey may be a copy`);
    }
  }
}

function grew(before: Use, use: Use): void {
  if (use.counter > before.counter || (use.counter === 0 && before.counter === 0)) return;
  const counters = `${use.counter}, after ${before.counter} in ${before.file}`;
  throw new Bad(`the counter of ${use.file} did not grow (${counters}): the passkey may be a copy`);
}

function usesIn(files: ProofFiles, entries: readonly AuditEntry[]): Use[] {
  return Object.keys(files).flatMap((file) => {
    const signature = parseArmour(files[signatureFile(file)] ?? '');
    if (signature === null || !('counter' in signature.value)) return [];
    const statement = statementHash(files[file]!);
    const seq = entries.find(({ data }) => data.statement === statement)?.seq ?? null;
    return [{ file, key: publicKeyText(signature.key), counter: signature.value.counter, seq }];
  });
}
