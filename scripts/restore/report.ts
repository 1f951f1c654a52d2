/** The report at the end of a restore: the chains, what was decided after the point, and what to do about it. */
import type { AuditEntry } from '../../src/service/audit/rules/chain';
import type { ChainReport } from './chains';
import type { Blur } from './copy';

/** What cannot be repeated by reading it again: verdicts, claims, reports, and changes of who may decide. */
const DECISION =
  /^(request\.(authorized|denied|aborted|expired|executing|succeeded|failed)|intent\.(claimed|reported|stopped)|changes\.turn_set|(operator|action|key|signing_key|endpoint|passkey|device)\.(?!turned|withdrawn|used).+)$/;

export const isDecision = ({ kind }: AuditEntry): boolean => DECISION.test(kind);

export const isIntact = (reports: readonly ChainReport[]): boolean => reports.every(({ fault }) => fault === null);

export function chainLine({ org, entries, heads, fault, unpublished, hasMore }: ChainReport): string {
  if (fault !== null) return `bad: ${org}: ${fault}`;
  const cut = hasMore ? '; entries after a gap are removed' : '';
  const found = `${org}: ${entries} audit entries, ${heads.held} published heads, ${heads.later} of entries after the point${cut}`;
  if (unpublished === null) return `ok: ${found}`;
  return `unpublished: ${found}; no head covers entries ${unpublished.from} to ${unpublished.to}`;
}

/** What an organization decided after the point. */
export interface Late {
  readonly org: string;
  readonly decided: readonly AuditEntry[];
  /** Where the lost table's chain contradicts what was published; null if it does not. */
  readonly fault: string | null;
}

/** `blur`: what was written in these minutes may be in the table. */
export function lateLines({ org, decided, fault }: Late, at: Date, blur: Blur | null = null): string[] {
  const since =
    blur === null
      ? `after ${at.toISOString()}, and not any more`
      : `since ${new Date(blur.fromMs).toISOString()}, and perhaps not any more`;
  return [
    ...(decided.length === 0 ? [] : [`${org}: decided ${since}:`]),
    ...decided.map((entry) => `  ${line(entry)}`),
    ...(fault === null ? [] : [`${org}: the lost table is not what was published from there on: ${fault}`]),
  ];
}

const line = ({ at, kind, subject, actor }: AuditEntry): string =>
  `${new Date(at).toISOString()} ${kind} ${subject} by ${actor}`;
