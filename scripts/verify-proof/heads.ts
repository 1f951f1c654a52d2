/**
 * Dates the claims of a proof by the published heads that cover them. The proof's own dates are only claims of the
 * service.
 */

import type { EndedKeys, PublishedHead } from '../../src/protocol/statements/head';
import type { ProvenKey } from '../../src/protocol/statements/proof-keys';
import type { AuditEntry, AuditHead } from '../../src/service/audit/rules/chain';
import { keysEndedBy } from '../../src/service/audit/rules/heads';
import { Bad } from '../support/command';
import type { AuditPart } from './chain';

export interface Dated {
  /**
   * When the entry with the hash of this statement was made, according to the heads. Throws `Bad` if no head covers it.
   */
  readonly atMs: (statement: string, what: string) => number;
  /**
   * Throws `Bad` unless the key was enrolled before it signed, and did not end between the two. False: the key did not sign
   * its enrolment, and a passkey that was removed may have been this one. `sinceMs` is when the key began, according to the
   * verifier's own list; null if it does not say.
   */
  readonly checkKey: (key: ProvenKey, sinceMs: number | null) => boolean;
}

/** `heads` are verified, consecutive and in order. */
export function datedBy(part: AuditPart, heads: readonly PublishedHead[]): Dated {
  // Includes entries of other requests: the links between them are what was published.
  for (const line of part.lines) headOver(line, heads);
  for (const entry of part.entries) saysItsEnd(entry, heads);
  const find = (statement: string, what: string) => {
    const found = part.entries.find(({ data }) => data.statement === statement);
    if (found === undefined) throw new Bad(`${what} is not among the audit entries of the proof`);
    return found;
  };
  return {
    atMs: (statement, what) => dateOf(find(statement, what), heads, what),
    checkKey(key, sinceMs) {
      const { operator, turn } = key;
      const enrolment = key.enrolment ?? enrolmentIn(part, key);
      const turned = find(turn, `the turn of ${operator}`).seq;
      if (enrolment === null) return isUnremoved(part, heads, { operator, turned, sinceMs });
      const enrolled = find(enrolment.statement, `the enrolment of the key of ${operator}`);
      dateOf(enrolled, heads, `the enrolment of the key of ${operator}`);
      if (enrolled.seq > turned) throw new Bad(`the key of ${operator} was enrolled after it signed`);
      const end = endsBefore(turned, heads).find(
        (each) => each.seq > enrolled.seq && isOf(each, operator, enrolment.passkey),
      );
      if (end !== undefined) throw removed(operator, end);
      return true;
    },
  };
}

const endsBefore = (turned: number, heads: readonly PublishedHead[]): EndedKeys[] =>
  heads.flatMap(({ ended }) => ended).filter(({ seq }) => seq < turned);

const removed = (operator: string, { seq }: EndedKeys): Bad =>
  new Bad(`the key of ${operator} was removed before it signed, as audit entry ${seq} says`);

/** Removing the file of an enrolment does not remove its audit entry. */
function enrolmentIn({ entries }: AuditPart, { operator, fingerprint }: ProvenKey): ProvenKey['enrolment'] {
  const entry = entries.find(
    ({ kind, data }) =>
      kind === 'signing_key.enrolled' && data.operator === operator && data.fingerprint === fingerprint,
  );
  return entry === undefined ? null : { passkey: entry.subject, statement: String(entry.data.statement) };
}

interface Unenrolled {
  readonly operator: string;
  /** The number of the turn's entry. */
  readonly turned: number;
  readonly sinceMs: number | null;
}

/** Throws `Bad` if all keys of the operator ended before the turn, and nothing shows that this one is later. */
function isUnremoved(part: AuditPart, heads: readonly PublishedHead[], key: Unenrolled): boolean {
  const { operator, turned, sinceMs } = key;
  const isLater = (ms: number) => sinceMs !== null && sinceMs >= ms;
  const possible = endsBefore(turned, heads).filter((end) => !isLater(endedAtMs(end, part, heads)));
  const all = possible.find((end) => 'operator' in end && end.operator === operator);
  if (all !== undefined) throw removed(operator, all);
  const first = heads[0]!;
  const sawAll = first.n === 1 || isLater(first.at);
  return sawAll && !possible.some((end) => 'passkey' in end && mayBeOf(operator, end, part));
}

/** A head does not say whose a passkey was, and of this entry the proof may have only the hash. */
function mayBeOf(operator: string, { seq }: EndedKeys, { entries }: AuditPart): boolean {
  const owner = entries.find((each) => each.seq === seq)?.data.operator;
  return owner === undefined || owner === operator;
}

/** Its own date if the heads limit it, otherwise the latest that it can be. */
function endedAtMs({ seq }: EndedKeys, { entries }: AuditPart, heads: readonly PublishedHead[]): number {
  const head = heads.find((each) => each.from < seq && each.seq >= seq)!;
  const entry = entries.find((each) => each.seq === seq);
  const isLimited = head.n === 1 || heads.some(({ n }) => n === head.n - 1);
  return entry !== undefined && isLimited ? dateOf(entry, heads, 'the end of a key') : head.at;
}

function isOf(end: EndedKeys, operator: string, passkey: string): boolean {
  return 'passkey' in end ? end.passkey === passkey : end.operator === operator;
}

/** The entry's own date, limited to the time between the head before and the head that covers it. */
function dateOf(entry: AuditEntry, heads: readonly PublishedHead[], what: string): number {
  const head = headOver(entry, heads);
  if (head === null) throw new Bad(`no published head covers audit entry ${entry.seq}, of ${what}`);
  const before = heads.find(({ n }) => n === head.n - 1);
  if (before === undefined && head.n > 1) {
    throw new Bad(`head ${head.n - 1} is missing: without it, the date of audit entry ${entry.seq} can be any`);
  }
  return Math.min(Math.max(entry.at, before?.at ?? 0), head.at);
}

/** Null: the entry is newer than the last head, so its time is not known yet. */
function headOver({ seq, hash }: AuditHead, heads: readonly PublishedHead[]): PublishedHead | null {
  const head = heads.find((each) => each.from < seq && each.seq >= seq);
  if (head === undefined) {
    if (seq > (heads.at(-1)?.seq ?? 0)) return null;
    throw new Bad(`no published head covers audit entry ${seq}`);
  }
  if (head.hashes[seq - head.from - 1] !== hash) {
    throw new Bad(`published head ${head.n} has another hash for audit entry ${seq}`);
  }
  return head;
}

/** A head that omits the end of a key was not made by the function that verifies it. */
function saysItsEnd(entry: AuditEntry, heads: readonly PublishedHead[]): void {
  const end = keysEndedBy(entry);
  const head = end === null ? null : headOver(entry, heads);
  if (head !== null && !head.ended.some(({ seq }) => seq === entry.seq)) {
    throw new Bad(`published head ${head.n} does not name the keys that audit entry ${entry.seq} ends`);
  }
}

/** The last published head that the lines lead to; null before the first one. */
export function headOf({ lines }: AuditPart, heads: readonly PublishedHead[]): PublishedHead | null {
  return heads.findLast((head) => lines.some(({ seq, hash }) => seq === head.seq && hash === head.hash)) ?? null;
}
