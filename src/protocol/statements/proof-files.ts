/** The files of a proof: one list of names. A verifier knows no others (docs/decisions/signed-turns.md). */

export type ProofFiles = Readonly<Record<string, string>>;

export const FILE = {
  verdict: 'verdict.json',
  policy: 'policy.json',
  operation: 'operation.json',
  display: 'display.json',
  shown: 'shown.txt',
  allowedSigners: 'allowed_signers',
  audit: 'audit.ndjson',
  execution: 'execution.json',
  script: 'verify.sh',
} as const;

const numbered = (index: number): string => String(index + 1).padStart(2, '0');
export const turnFile = (index: number): string => `turn-${numbered(index)}.json`;
/** What the key of `turn-01.json` signed about its enrolment is in `key-01.json`. */
export const enrolmentFile = (index: number): string => `key-${numbered(index)}.json`;
export const countersignFile = (index: number): string => `key-${numbered(index)}-countersigned.json`;
export const signatureFile = (file: string): string => `${file}.sig`;

export const fileOf = (files: ProofFiles, name: string): string => (Object.hasOwn(files, name) ? files[name]! : '');

/** The first name that does not belong to a proof with this number of turns, or null. */
export function unknownFile(files: ProofFiles, turns: number): string | null {
  const each = Array.from({ length: turns }, (_, index) =>
    [turnFile, enrolmentFile, countersignFile].map((of) => of(index)),
  );
  const signed = [FILE.verdict, FILE.execution, ...each.flat()];
  const known = new Set<string>([...Object.values(FILE), ...signed, ...signed.map(signatureFile)]);
  return Object.keys(files).find((name) => !known.has(name)) ?? null;
}
