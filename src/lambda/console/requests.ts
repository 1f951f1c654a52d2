/** The requests of the organization, and what an operator does about one. */

import type { components, operations } from '../../../generated/console';
import { getRequest } from '../../app/get-request';
import { type ListRequestsDeps, listRequests, listWaiting, type WaitingPlace } from '../../app/list-requests';
import { type OperatorCommand, type OperatorCommandDeps, operatorCommand } from '../../app/operator-command';
import type { Operator } from '../../core/config/config';
import type { Open, Request } from '../../core/request/request';
import type { OperatorId } from '../../protocol/identifiers';
import type { Answer } from '../http/answer';
import { type ConsoleCall, type ConsoleHandlers, callerOf, requestIdOf, signedIn, viewerOf } from './caller';
import { type Place, readPlace, writePlace } from './paging';
import { commandProblem, NO_SUCH_REQUEST } from './problems';
import { requestWithView, viewAnswer } from './view';

type Schemas = components['schemas'];
type ListQuery = NonNullable<operations['listRequests']['parameters']['query']>;

export type RequestsDeps = OperatorCommandDeps & ListRequestsDeps;

export function createRequestHandlers(deps: RequestsDeps): ConsoleHandlers {
  return {
    listRequests: (call) => list(deps, call),
    getRequestView: (call) => view(deps, call),
    turnKey: (call) => {
      const { code, round = null } = call.body as Schemas['TurnKey'];
      return run(deps, call, { name: 'turn', code, round });
    },
    refuseRequest: (call) => run(deps, call, { name: 'refuse', note: noteOf(call) }),
    abortRequest: (call) => run(deps, call, { name: 'abort', note: noteOf(call) }),
    withdrawTurn: (call) => run(deps, call, { name: 'withdraw' }),
    restartRound: (call) => run(deps, call, { name: 'restart' }),
    reissueCode: (call) => {
      const { operator } = call.body as Schemas['ReissueCode'];
      return run(deps, call, { name: 'reissue', seat: operator as OperatorId });
    },
  };
}

/**
 * The command reads every operator of the organization itself and takes the seats of disabled ones out before it
 * judges, so it need not wait for the session's own check: a trip less on the way to a verdict.
 */
async function run(deps: RequestsDeps, { principal, path }: ConsoleCall, command: OperatorCommand): Promise<Answer> {
  const { org, operator, session } = callerOf(principal);
  const who = { org, operator, accessEpoch: session.accessEpoch };
  const ran = await operatorCommand(deps, who, requestIdOf(path), command);
  const { record } = await signedIn(principal);
  if (!ran.ok) return commandProblem(command, ran.error);
  return { status: 200, body: viewAnswer(now(deps, ran.value), viewerOf(record)) };
}

function noteOf({ body }: ConsoleCall): string | null {
  const { note = '' } = (body ?? {}) as Schemas['StopNote'];
  return note.trim() === '' ? null : note;
}

async function view(deps: RequestsDeps, { principal, path }: ConsoleCall): Promise<Answer> {
  const { org } = callerOf(principal);
  const id = requestIdOf(path);
  const [found, operators, { record }] = await Promise.all([
    getRequest(deps, org, id),
    deps.config.operators(org),
    signedIn(principal),
  ]);
  if (found === null) return NO_SUCH_REQUEST;
  return { status: 200, body: viewAnswer(now(deps, { ...found, operators }), viewerOf(record)) };
}

function now<T extends { readonly nowMs: number }>({ clock }: RequestsDeps, viewed: T): T {
  return { ...viewed, nowMs: Math.max(clock.nowMs(), viewed.nowMs) };
}

async function list(deps: RequestsDeps, { principal, query }: ConsoleCall): Promise<Answer> {
  const asked = query as ListQuery & { limit: number };
  const { org, operator } = callerOf(principal);
  const [page, operators, { record }] = await Promise.all([
    asked.waiting === true ? inbox(deps, org, operator, asked) : recent(deps, org, asked),
    deps.config.operators(org),
    signedIn(principal),
  ]);
  return { status: 200, body: listBody(deps, page, operators, record) };
}

interface Page {
  readonly requests: readonly Request[];
  readonly cursor: string | null;
}

function recent(deps: RequestsDeps, org: Operator['org'], asked: ListQuery & { limit: number }): Promise<Page> {
  const { state, action, requester, since: sinceMs, until: untilMs, limit, cursor = null } = asked;
  return listRequests(deps, org, { state, action, requester, sinceMs, untilMs, limit, cursor });
}

async function inbox(
  deps: RequestsDeps,
  org: Operator['org'],
  operator: OperatorId,
  asked: ListQuery & { limit: number },
): Promise<Page> {
  const after = asked.cursor === undefined ? null : placeAt(readPlace(asked.cursor));
  const where = (request: Open) => isAskedFor(request, asked);
  const { requests, next } = await listWaiting(deps, org, { operator, limit: asked.limit, after, where });
  return { requests, cursor: next === null ? null : writePlace([next.waitsUntilMs, next.id]) };
}

function isAskedFor(request: Open, { state, action, requester, since = 0, until = Infinity }: ListQuery): boolean {
  return (
    (state === undefined || request.state === state) &&
    (action === undefined || request.action === action) &&
    (requester === undefined || request.requester === requester) &&
    request.createdAtMs >= since &&
    request.createdAtMs <= until
  );
}

/** Envelopes are left out: a page of them would not fit through the gateway. */
function listBody(deps: RequestsDeps, page: Page, operators: readonly Operator[], record: Operator) {
  const nowMs = deps.clock.nowMs();
  const viewer = viewerOf(record);
  const requests = page.requests.map((request) => requestWithView({ request, intent: null, operators, nowMs }, viewer));
  return { server_now: nowMs, requests, cursor: page.cursor } satisfies Schemas['RequestList'];
}

function placeAt([waitsUntilMs, id]: Place): WaitingPlace {
  return { waitsUntilMs, id };
}
