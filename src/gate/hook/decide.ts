/**
 * From a call to its answer. A hook runs nothing: it lets the agent's own call go on, or stops it.
 *
 *     proposed ── create ──▶ created ── people approve, one write on the version before ──▶ let through
 *                               └────── people refuse, nobody decides in time, something changed ──▶ ended
 *
 * Of all processes that wait for the same call, one makes the write, and that one answers *allow*: an approval is used once.
 */
import { randomBytes } from 'node:crypto';
import { type AuthorizationRequest, type Client, operationHash, type RequestAnswer } from '../../client';
import { idempotencyKeyOf, ranBeforeOf, requestIdOf } from '../core/entry';
import { notAuthorized, refusalIn } from '../core/execute';
import type { Caller, Ending, Entry, Ledger, NotRun, RunTimes, Stage } from '../core/types';
import { explain } from '../core/words';
import { Unusable } from './agents';
import { type Asked, isSame, type Look } from './look';

export type Answer = { readonly kind: 'pass' | 'allow' } | { readonly kind: 'deny'; readonly text: string };

export interface HookPorts {
  readonly client: Pick<Client, 'createRequest' | 'getRequest' | 'attach' | 'abort'>;
  readonly ledger: Ledger;
  readonly look: () => Promise<Look>;
  readonly call: { readonly tool: string; readonly callId: string | null };
  readonly caller: Caller;
  /** Until the hook must have answered. Counted from the start of its process, and by no clock that can be set. */
  readonly leftMs: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
  readonly nowMs: () => number;
}

const POLL_MS = 1000;
const deny = (text: string): Answer => ({ kind: 'deny', text });

/** Throws if the ledger or the service cannot be used. Nothing was approved then. */
export async function decide(ports: HookPorts, first: Look): Promise<Answer> {
  for (let seen = first; ; seen = await ports.look()) {
    if (seen.kind === 'pass') return seen;
    if (seen.kind === 'refused') return deny(explain(seen));
    const answer = await decideAs(ports, seen);
    if (answer !== 'again') return answer;
  }
}

/** `again`: something has changed, or another process was faster. */
async function decideAs(ports: HookPorts, asked: Asked): Promise<Answer | 'again'> {
  const entry = await entryFor(ports, asked);
  if (entry === null) return 'again';
  const { stage } = entry;
  if (stage.kind === 'ended') return answerOf(stage.ending);
  if (!isSame(entry.create, asked)) return giveUp(ports, entry, 'changed');
  if (stage.kind !== 'created') return create(ports, entry);
  const { request, server_now: serverNowMs } = await verdict(ports, stage.requestId);
  if (request.outcome === null) return deny(waiting(ports.call.tool, stage.requestId));
  if (request.outcome !== 'authorized') return end(ports, entry, notAuthorized(request));
  return letThrough(ports, asked, entry, request, serverNowMs);
}

/** The entry that this call joins, or a new one. Null if another process has just opened one, which may be for another call. */
async function entryFor(ports: HookPorts, asked: Asked): Promise<Entry | null> {
  const latest = await ports.ledger.latest(asked.key);
  if (latest !== null && joins(latest, ports.call.callId)) return latest;
  const entry = newEntry(ports, asked, latest);
  const stored = await ports.ledger.open(entry, latest?.id ?? null);
  return stored.id === entry.id ? stored : null;
}

/** People are not asked again after they refused. Another ending is for the call that got it. */
function joins({ stage, callIds }: Entry, callId: string | null): boolean {
  if (stage.kind !== 'ended' || (callId !== null && callIds.includes(callId))) return true;
  return stage.ending.kind === 'not_run' && stage.ending.why === 'denied';
}

function newEntry({ caller, call, nowMs }: HookPorts, asked: Asked, latest: Entry | null): Entry {
  const { key, action, evidence } = asked;
  const ranBefore = latest && ranBeforeOf(latest);
  const params = ranBefore === null ? asked.params : { ...asked.params, let_through_before: ranBefore };
  const atMs = nowMs();
  return {
    ...{ id: randomBytes(24).toString('base64url'), key, version: 1, caller, upstream: 'agent', tool: call.tool },
    ...{ arguments: asked.arguments, evidence, rule: action, create: { action, requester: caller.operator, params } },
    ...{ ranBefore, isParked: false, callIds: [], createdAtMs: atMs, updatedAtMs: atMs, stage: { kind: 'proposed' } },
  };
}

/** Repeated by the next process if this one is killed: the ledger has the same create. */
async function create(ports: HookPorts, entry: Entry): Promise<Answer | 'again'> {
  try {
    for (const [name, text] of Object.entries(entry.evidence)) await ports.client.attach(name, text);
    const { request } = await ports.client.createRequest(entry.create, { idempotencyKey: idempotencyKeyOf(entry) });
    await move(ports, entry, { kind: 'created', requestId: request.id });
    return 'again';
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal === null) throw error;
    return end(ports, entry, { kind: 'refused', refusal });
  }
}

/** The verdict, or the open request when there is no time left to wait. */
async function verdict({ client, leftMs, sleep }: HookPorts, requestId: string): Promise<RequestAnswer> {
  for (;;) {
    const answer = await client.getRequest(requestId);
    if (answer.request.outcome !== null || leftMs() < POLL_MS) return answer;
    await sleep(POLL_MS);
  }
}

function waiting(tool: string, requestId: string): string {
  const name = tool.replace(/[^A-Za-z0-9_.:-]/g, '?').slice(0, 64);
  const asked = `People are asked to approve this call of ${name}, as request ${requestId}. Nobody has decided yet.`;
  return `Not executed. ${asked} Go on with other work, and make the same call again later.`;
}

/** By the service's clock, and only as what people approved. */
async function letThrough(
  ports: HookPorts,
  asked: Asked,
  entry: Entry,
  { operation_hash, decided_at }: AuthorizationRequest,
  serverNowMs: number,
): Promise<Answer | 'again'> {
  const { action, params = {} } = entry.create;
  if (operation_hash !== operationHash(action, params) || decided_at === null)
    throw new Unusable('The service answers with another request.');
  if (serverNowMs > decided_at + asked.executeWithinSeconds * 1000) return giveUp(ports, entry, 'late');
  // It was looked at when this process began to wait.
  const now = await ports.look();
  if (now.kind !== 'asks' || now.key !== asked.key || !isSame(entry.create, now))
    return giveUp(ports, entry, 'changed');
  if (ports.leftMs() <= 0) throw new Unusable('There is no time left.');
  const ending: Ending = { kind: 'finished', answer: { kind: 'result', result: {} } };
  const run = { approvedAtMs: decided_at, atMs: serverNowMs };
  return (await conclude(ports, entry, ending, run)) ? { kind: 'allow' } : 'again';
}

/** The next look asks people about what the call is now. The request that is no longer needed is taken back if that is possible. */
async function giveUp(ports: HookPorts, entry: Entry, why: NotRun): Promise<'again'> {
  const requestId = requestIdOf(entry);
  await conclude(ports, entry, { kind: 'not_run', why }, null, []);
  if (requestId !== null) await ports.client.abort(requestId, { reason: 'The call changed.' }).catch(() => undefined);
  return 'again';
}

async function end(ports: HookPorts, entry: Entry, ending: Ending): Promise<Answer | 'again'> {
  return (await conclude(ports, entry, ending)) ? answerOf(ending) : 'again';
}

const answerOf = (ending: Ending): Answer => (ending.kind === 'finished' ? { kind: 'allow' } : deny(explain(ending)));

/** False if another process was faster. The agent's id of this call gets the same answer again. */
function conclude(
  ports: HookPorts,
  entry: Entry,
  ending: Ending,
  run: RunTimes | null = null,
  callIds = ports.call.callId === null ? [] : [ports.call.callId],
): Promise<boolean> {
  const stage = { kind: 'ended', requestId: requestIdOf(entry), ending, run, owed: null, isDelivered: true } as const;
  return move(ports, entry, stage, callIds);
}

function move({ ledger, nowMs }: HookPorts, entry: Entry, stage: Stage, callIds = entry.callIds): Promise<boolean> {
  return ledger.write({ ...entry, stage, callIds, version: entry.version + 1, updatedAtMs: nowMs() });
}
