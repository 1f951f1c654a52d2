/** Whether everything that was acknowledged is present, was posted under one id, and is in a chain that verifies. */
import { type AuditEntry, firstFault } from '../../src/core/audit/chain';
import type { RunnerProcess } from '../../test/support/runner-process';
import { tokenIn } from '../../test/support/sign-in-link';
import type { Endpoint } from './endpoint';
import type { Load, Told } from './load';

export async function broken(runner: RunnerProcess, load: Load): Promise<string[]> {
  const chain = await exported(runner);
  const events = load.receivers.map(eventsBy);
  const faults: string[] = [];
  for (const told of load.requests) {
    const { status, body } = await runner.v1('reader', 'GET', `/v1/requests/${told.id}`);
    if (status !== 200) faults.push(`${told.id}: acknowledged, and now ${status}`);
    else {
      const found = events.flatMap((all) => ofRequest(told, body.request, all.get(told.id)));
      faults.push(...new Set(found.map((what) => `${told.id}: ${what}`)));
    }
  }
  const { org } = runner.demo;
  const fault = firstFault(org, chain, null);
  if (fault !== null) faults.push(`the audit chain: ${JSON.stringify(fault)}`);
  const claimed = new Set(chain.filter(({ kind }) => kind === 'intent.claimed').map(({ actor }) => actor));
  for (const { id, claim } of load.requests) {
    if (claim !== null && !claimed.has(claim)) faults.push(`${id}: an acknowledged claim is not in the chain`);
  }
  return faults;
}

// biome-ignore lint/suspicious/noExplicitAny: as it was answered
function ofRequest(told: Told, request: any, events: ReadonlyMap<string, ReadonlySet<string>> | undefined): string[] {
  const faults: string[] = [];
  if (told.verdict !== null && request.outcome !== told.verdict) {
    faults.push(`was ${told.verdict}, is ${request.outcome}`);
  }
  if (told.report !== null && request.execution.state !== told.report) faults.push('a report is missing');
  const owed = [
    ...(request.outcome === null ? [] : [`request.${request.outcome}`]),
    ...(request.execution.state === 'succeeded' ? ['request.executed'] : []),
  ];
  for (const type of owed) {
    const ids = events?.get(type)?.size ?? 0;
    if (ids !== 1) faults.push(`${type} arrived under ${ids} ids`);
  }
  return faults;
}

/** Ids of the events that arrived, by request and type. */
function eventsBy({ taken }: Endpoint): ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>> {
  const events = new Map<string, Map<string, Set<string>>>();
  for (const { id, type, data } of taken) {
    const types = events.get(data.request.id) ?? new Map<string, Set<string>>();
    events.set(data.request.id, types.set(type, (types.get(type) ?? new Set()).add(id)));
  }
  return events;
}

/** Whether every verdict and report that was acknowledged has arrived at every receiver. */
export function hasArrived({ receivers, requests }: Load): boolean {
  return receivers.every((receiver) => {
    const events = eventsBy(receiver);
    return requests.every(
      ({ id, verdict, report }) =>
        (verdict === null || events.get(id)?.has(`request.${verdict}`) === true) &&
        (report === null || events.get(id)?.has('request.executed') === true),
    );
  });
}

async function exported(runner: RunnerProcess): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const link = (await runner.send('POST', '/local/sign-in', { operator: 'op_alpha' })).body.sign_in_url as string;
    const token = tokenIn(link);
    const session = await runner.send('POST', '/api/session', { token }, { origin: runner.url });
    const cookie = session.headers.get('set-cookie')!.split(';')[0]!;
    const answer: Response = await fetch(`${runner.url}/api/audit/export?after=${after}`, { headers: { cookie } });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`the export was answered ${answer.status} ${text}`);
    entries.push(
      ...text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as AuditEntry),
    );
    const next = answer.headers.get('audit-continue-after') ?? answer.headers.get('continue-after');
    after = next === null ? null : Number(next);
  }
  return entries;
}
