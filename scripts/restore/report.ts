/** The report at the end of a restore: the chains, what was decided after the point, and what to do about it. */
import type { AuditEntry } from '../../src/core/audit/chain';
import type { ChainReport } from './chains';

/** What cannot be repeated by reading it again: verdicts, claims, reports, and changes of who may decide. */
const DECISION =
  /^(request\.(authorized|denied|aborted|expired|executing|succeeded|failed)|intent\.(claimed|reported|stopped)|changes\.turn_set|(operator|action|key|signing_key|endpoint|passkey)\.(?!turned|withdrawn|used).+)$/;

export function reportLines(reports: readonly ChainReport[], at: Date): string[] {
  return reports.flatMap((report) => [...chainLines(report), ...laterLines(report, at)]);
}

export const isIntact = (reports: readonly ChainReport[]): boolean => reports.every(({ fault }) => fault === null);

function chainLines({ org, entries, heads, fault }: ChainReport): string[] {
  if (fault !== null) return [`bad: ${org}: ${fault}`];
  return [
    `ok: ${org}: ${entries} audit entries, ${heads.held} published heads, ${heads.later} of entries after the point`,
  ];
}

function laterLines({ org, later, laterFault }: ChainReport, at: Date): string[] {
  const decided = later.filter(({ kind }) => DECISION.test(kind));
  return [
    ...(decided.length === 0 ? [] : [`${org}: decided after ${at.toISOString()}, and not any more:`]),
    ...decided.map((entry) => `  ${line(entry)}`),
    ...(laterFault === null ? [] : [`${org}: the lost table is not what was published from there on: ${laterFault}`]),
  ];
}

const line = ({ at, kind, subject, actor }: AuditEntry): string =>
  `${new Date(at).toISOString()} ${kind} ${subject} by ${actor}`;
