/** What a restore changes in the restored table: chains, what ran, documents (docs/deploy.md#backup-and-restore). */
import { type AuditEntry, genesis } from '../../src/service/audit/rules/chain';
import {
  type ChainEnd,
  carryOver,
  checkChain,
  continueChain,
  cutAfter,
  isSurelyBefore,
  lateEntries,
  removeItems,
} from './chains';
import { type Contents, contentsOf } from './contents';
import { blurOf } from './copy';
import { takeBackDocuments } from './documents';
import { endAll, endFound, endTorn, isEffect, type Ran, whatRan } from './effects';
import { chainLine, isDecision, isIntact, lateLines } from './report';
import { NotAttached, type Restore } from './run';
import { sideBySide } from './survey';
import { tablesOf } from './target';
import { pagesAfter } from './walk';

/** Each table is read once by a run of the command. */
const read = new WeakMap<Restore, { contents?: Promise<Contents>; ran?: Promise<Ran> }>();
const ofRun = (restore: Restore) => {
  const known = read.get(restore) ?? {};
  read.set(restore, known);
  return known;
};

const blurIn = ({ journal: { record } }: Restore) => (record.copy === undefined ? null : blurOf(record.copy));

function contents(restore: Restore): Promise<Contents> {
  const { headsOf, journal, nowMs } = restore;
  const { restored } = tablesOf(restore);
  const pointMs = Date.parse(journal.record.at);
  const sure = new Map<string, Promise<number>>();
  const surelyIn = (org: string) => {
    const seq = sure.get(org) ?? headsOf(org).then((heads) => heads.findLast(isSurelyBefore(pointMs))?.seq ?? 0);
    sure.set(org, seq);
    return seq;
  };
  const known = ofRun(restore);
  known.contents ??= contentsOf({ restored, blur: blurIn(restore), surelyIn, nowMs: nowMs() });
  return known.contents;
}

export async function verify(restore: Restore) {
  const { headsOf, journal, log, headIntervalMs, acceptsUnpublished } = restore;
  const { restored } = tablesOf(restore);
  const { orgs, marks, withoutRequest } = await contents(restore);
  const input = { restored, headsOf, pointMs: Date.parse(journal.record.at), blur: blurIn(restore), headIntervalMs };
  const reports = await sideBySide([...orgs].sort(), (org) => checkChain(input, org));
  for (const report of reports) log(`  ${chainLine(report)}`);
  if (!isIntact(reports))
    throw new NotAttached(
      'A restored chain is not what was published. Restore to an earlier point, before the first entry that differs. The deployment stays frozen.',
    );
  const unpublished = reports.filter((report) => report.unpublished !== null);
  const refused = unpublished.flatMap(({ org }) => (acceptsUnpublished.has(org) ? [] : [org]));
  if (refused.length > 0) throw new NotAttached(refusal(refused));
  const accepted = Object.fromEntries(unpublished.map((report) => [report.org, report.unpublished!]));
  const ends = Object.fromEntries(reports.map(({ org, end }) => [org, end]));
  for (const report of reports) if (report.hasMore) await cutAfter(restored, report);
  const early = marks.filter(({ org, first }) => first > (ends[org]?.seq ?? 0)).map(({ key }) => key);
  await removeItems(restored, [...early, ...withoutRequest]);
  const what = `${reports.length - unpublished.length} chains are what was published`;
  const others = unpublished.length === 0 ? '' : `, ${unpublished.length} were accepted without their heads`;
  return { what: `${what}${others}`, found: { ends, accepted } };
}

const refusal = (orgs: readonly string[]): string =>
  `Published heads are missing: nothing outside of the table shows what these organizations decided. Find their heads first (docs/deploy.md#missing-heads). To go on without them, run the command again with ${orgs.map((org) => `--accept-unpublished ${org}`).join(' ')}. The deployment stays frozen.`;

/** Where each restored chain ended. A chain that only the lost table has begins after the point. */
function endsOf({ journal: { record } }: Restore, others: Iterable<string> = []): [string, ChainEnd][] {
  const none = [...others].map((org) => [org, { ...genesis(org), doubtedFrom: 1 }] as const);
  return Object.entries({ ...Object.fromEntries(none), ...record.ends! }).sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
}

function ran(restore: Restore): Promise<Ran> {
  const { restored, lost } = tablesOf(restore);
  const known = ofRun(restore);
  known.ran ??= whatRan({ restored, source: lost!, at: new Date(restore.journal.record.at) });
  return known.ran;
}

/** The entries after the point: those of the restored chain that may be younger than its table, and those of the lost one. */
async function entriesSince(restore: Restore, org: string, end: ChainEnd, wanted: (entry: AuditEntry) => boolean) {
  const { restored, lost } = tablesOf(restore);
  const found: { readonly entry: AuditEntry; readonly isProven: boolean }[] = [];
  const add = (entries: readonly AuditEntry[], isProven: boolean) => {
    for (const entry of entries) if (wanted(entry)) found.push({ entry, isProven });
  };
  for await (const page of pagesAfter(restored, org, end.doubtedFrom - 1))
    add(
      page.filter(({ seq }) => seq <= end.seq),
      true,
    );
  const fault = lost === null ? null : await lateEntries({ source: lost, headsOf: restore.headsOf }, org, end, add);
  return { found, fault };
}

export async function endEffects(restore: Restore): Promise<string> {
  const { journal, nowMs, log } = restore;
  const { restored, lost } = tablesOf(restore);
  if (lost === null) {
    const ended = await endAll(restored, (await contents(restore)).live, nowMs());
    return `${ended} requests that may have run since never run again`;
  }
  const lostRan = await ran(restore);
  const later = await sideBySide(endsOf(restore, lostRan.orgs), async ([org, end]) => {
    const { found } = await entriesSince(restore, org, end, isEffect);
    return [org, found.map(({ entry }) => entry)] as const;
  });
  const torn = blurIn(restore) === null ? [] : (await contents(restore)).withoutIntent;
  const at = new Date(journal.record.at);
  const input = { restored, source: lost, at, later, nowMs: nowMs(), log: (line: string) => log(`  ${line}`) };
  const changed = (await endFound(input, lostRan)) + (await endTorn(input, torn));
  return changed === 0 ? 'nothing ran after the point' : `${changed} requests that ran after the point never run again`;
}

export async function carryChains(restore: Restore): Promise<string> {
  const { journal, headsOf, nowMs, log } = restore;
  const { restored, lost } = tablesOf(restore);
  const at = journal.record.at;
  const ends = endsOf(restore, lost === null ? [] : (await ran(restore)).orgs);
  const common = { restored, headsOf, at, nowMs: nowMs() };
  const continuation = lost === null ? await restore.continuation() : null;
  const carried = await sideBySide(ends, async ([org, end]) => {
    const { found, fault } = await entriesSince(restore, org, end, isDecision);
    const decided = found.filter(({ isProven }) => isProven).map(({ entry }) => entry);
    for (const line of lateLines({ org, decided, fault }, new Date(at), blurIn(restore))) log(`  ${line}`);
    const input = { ...common, accepted: journal.record.accepted?.[org] ?? null };
    if (continuation === null) return carryOver({ ...input, source: lost! }, org, end);
    const gone = await continueChain({ ...input, ...continuation }, org);
    if (gone !== null) log(`  ${org}: entries ${gone.from} to ${gone.to} are lost`);
    return 0;
  });
  if (continuation !== null) return `${ends.length} chains go on after their last published head`;
  return `${carried.reduce((sum, one) => sum + one, 0)} later entries stay in ${ends.length} chains`;
}

export async function takeBack(restore: Restore): Promise<string> {
  const { plane, log } = restore;
  const { documents } = await contents(restore);
  const { restored } = tablesOf(restore);
  return takeBackDocuments({ restored, documents, plane, log: (line) => log(`  ${line}`) });
}
