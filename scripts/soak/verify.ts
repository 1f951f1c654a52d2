/** Whether everything that was acknowledged is present, was posted under one id, and is in a chain that verifies. */
import { type AuditEntry, firstFault } from '../../src/service/audit/rules/chain';
import type { RunnerProcess } from '../../test/support/runner-process';
import { tokenIn } from '../../test/support/sign-in-link';
import type { Endpoint, Posted } from './endpoint';
import type { Load, Told } from './load';
import type { Row } from './table';

export async function verified(runner: RunnerProcess, load: Load): Promise<Row[]> {
  const [chain, feed] = [await exported(runner), await feedOf(runner)];
  const receivers = load.receivers.map(eventsBy);
  const [lost, undelivered]: [string[], string[]] = [[], []];
  const claimed = new Set(chain.filter(({ kind }) => kind === 'intent.claimed').map(({ actor }) => actor));
  for (const told of load.requests) {
    const { status, body } = await runner.v1('reader', 'GET', `/v1/requests/${told.id}`);
    if (status !== 200) {
      lost.push(`${told.id}: acknowledged, and now ${status}`);
      continue;
    }
    const wrong = ofRequest(told, body.request, claimed);
    lost.push(...wrong.map((what) => `${told.id}: ${what}`));
    const owed = eventsOwed(body.request);
    const found = [...receivers.flatMap((all) => notOnce(owed, all.get(told.id))), ...outOfOrder(owed, feed, told.id)];
    undelivered.push(...[...new Set(found)].map((what) => `${told.id}: ${what}`));
  }
  const fault = firstFault(runner.demo.org, chain, null);
  const count = (is: (one: Told) => boolean) => load.requests.filter(is).length;
  const [callback, endpoint] = load.receivers as [Endpoint, Endpoint];
  return [
    {
      what: 'acknowledged, and there afterwards',
      seen: [
        `${load.requests.length} requests, ${count(({ verdict }) => verdict !== null)} verdicts,`,
        `${count(({ claim }) => claim !== null)} claims, ${count(({ report }) => report !== null)} reports`,
      ].join(' '),
      broken: lost,
    },
    {
      what: 'each event under one id at the callback and at the endpoint, and once and in order in the feed',
      seen: [
        `${callback.taken.length} posts to the callback, ${endpoint.taken.length} to the endpoint, which refused`,
        `${endpoint.refused()} more; ${feed.length} events in the feed`,
      ].join(' '),
      broken: undelivered,
    },
    {
      what: 'the audit chain has no gap, fork or repetition',
      seen: `${chain.length} entries`,
      broken: fault === null ? [] : [`the audit chain: ${JSON.stringify(fault)}`],
    },
  ];
}

// biome-ignore lint/suspicious/noExplicitAny: as it was answered
function ofRequest({ verdict, claim, report }: Told, request: any, claimed: ReadonlySet<string>): string[] {
  return [
    ...(verdict === null || request.outcome === verdict ? [] : [`was ${verdict}, is ${request.outcome}`]),
    ...(report === null || request.execution.state === report ? [] : ['a report is missing']),
    ...(claim === null || claimed.has(claim) ? [] : ['an acknowledged claim is not in the chain']),
  ];
}

/** In their order. */
// biome-ignore lint/suspicious/noExplicitAny: as it was answered
function eventsOwed({ outcome, execution }: any): string[] {
  return [
    ...(outcome === null ? [] : [`request.${outcome}`]),
    ...(execution.state === 'succeeded' ? ['request.executed'] : []),
  ];
}

function notOnce(owed: readonly string[], events: ReadonlyMap<string, ReadonlySet<string>> | undefined): string[] {
  return owed.flatMap((type) => {
    const ids = events?.get(type)?.size ?? 0;
    return ids === 1 ? [] : [`${type} arrived under ${ids} ids`];
  });
}

function outOfOrder(owed: readonly string[], feed: readonly Posted[], id: string): string[] {
  const types = feed.filter(({ data }) => data.request.id === id).map(({ type }) => type);
  return types.join() === owed.join() ? [] : [`the feed has ${types.join() || 'nothing'}, and not ${owed.join()}`];
}

async function feedOf(runner: RunnerProcess): Promise<Posted[]> {
  const events: Posted[] = [];
  for (let after = ''; ; ) {
    const { body } = await runner.v1('reader', 'GET', `/v1/events?limit=100${after && `&after=${after}`}`);
    if (body.events.length === 0) return events;
    events.push(...body.events);
    after = encodeURIComponent(body.next);
  }
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
