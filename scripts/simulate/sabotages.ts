/** Removes one thing on which the service relies at a time, and counts the schedules until the simulation notices. */
import { bundled, type Mistake, started } from './bundle';
import type { Told } from './worker';

/** `loosen`: conditions that match always hold. */
export interface Removed {
  readonly loosen?: string;
  readonly noSweep?: boolean;
  readonly trustsDocuments?: boolean;
  readonly remembersDevices?: boolean;
}

interface Sabotage {
  readonly what: string;
  readonly removed?: Removed;
  readonly mistake?: Mistake;
}

/** In the gate: the write that allows a call, and the call. */
const BEGUN = `    const begun = await move(deps, now, { kind: 'begun', requestId, claim, run });
    if (begun === null) continue;
`;
const CALL = `    const ending = await callOnce(deps, begun, { requestId, definition });
`;

export const SABOTAGES: readonly Sabotage[] = [
  { what: 'a claim without its condition', removed: { loosen: 'lease_expires_at' } },
  {
    what: 'a claim without the clause of a stop',
    mistake: {
      file: 'src/service/request/store/claim-and-report.ts',
      find: '  notStopped,\n',
      replace: '',
    },
  },
  {
    what: 'an attempt that does not look for a stop',
    mistake: {
      file: 'src/service/delivery/use-cases/compose-post.ts',
      find: "  if (isAuthorized(settled) && settled.stopped !== null) return { kind: 'not_sent', reason: STOPPED };\n",
      replace: '',
    },
  },
  { what: 'a turn without its revision', removed: { loosen: '^revision = ' } },
  { what: 'the sweep removed', removed: { noSweep: true } },
  {
    what: 'a head signed blindly',
    mistake: {
      file: 'src/service/audit/use-cases/publish-head.ts',
      find: 'return fault === null ? ok(page.slice(1)) : err(fault);',
      replace: 'return ok(page.slice(1));',
    },
  },
  {
    what: 'the second admin skipped for edits of a policy',
    mistake: {
      file: 'src/service/administration/rules/edits.ts',
      find: '  put_action: putAction,',
      replace: "  put_action: { ...putAction, waits: 'never' },",
    },
  },
  {
    what: 'a requirement not checked',
    mistake: {
      file: 'src/service/ceremony/rules/requirements.ts',
      find: 'return requires.length === 0 || meetsRequirements(requires, withGroups(seats, operators));',
      replace: 'return true;',
    },
  },
  { what: 'a document not compared', removed: { trustsDocuments: true } },
  { what: 'the devices of an operator read once', removed: { remembersDevices: true } },
  {
    what: 'a post not stopped when its endpoint is disabled',
    mistake: {
      file: 'src/service/delivery/use-cases/compose-post.ts',
      find: "  if (!endpoint.enabled && !isVerification) return { kind: 'not_sent', reason: 'endpoint_disabled' };\n",
      replace: '',
    },
  },
  {
    what: 'the secret before a rotation used for ever',
    mistake: {
      file: 'src/service/delivery/use-cases/compose-post.ts',
      find: 'endpoint.previous !== null && nowMs < endpoint.previous.expiresAtMs',
      replace: 'endpoint.previous !== null',
    },
  },
  {
    what: 'an upstream called before *begun* is written',
    mistake: {
      file: 'src/gate/core/execute.ts',
      find: `${BEGUN}${CALL}`,
      replace: `${CALL.replace('begun', 'now')}${BEGUN}`,
    },
  },
];

/** True if each of them, or each whose name contains `part`, was noticed within so many schedules. */
export async function sabotage(part: string, from: number, runs: number): Promise<boolean> {
  console.log('| removed | schedules | noticed by |\n|---|---|---|');
  let isNoticed = true;
  for (const { what, removed, mistake } of SABOTAGES.filter(({ what }) => what.includes(part))) {
    const code = await bundled('sabotage', mistake ?? null);
    const seen = await firstNoticed(code, from, runs, removed ?? {});
    isNoticed &&= seen !== null;
    const by = seen?.violations[0]?.replace(/[:{].*/s, '') ?? '';
    console.log(`| ${what} | ${seen === null ? `none of ${runs}` : seen.seed - from + 1} | ${by} |`);
  }
  return isNoticed;
}

function firstNoticed(code: string, from: number, runs: number, removed: Removed): Promise<Told | null> {
  const child = started(code, [...[from, runs, 1].map(String), JSON.stringify(removed)]);
  let seen: Told | null = null;
  child.on('message', (batch: readonly Told[]) => {
    seen ??= batch.find(({ violations }) => violations.length > 0) ?? null;
  });
  return new Promise((resolve) => child.on('exit', () => resolve(seen)));
}
