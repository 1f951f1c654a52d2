/** The requests of the organization, and the commands of operators. */

import type { Inputs } from '../../../generated/console-operations';
import type { ConfigurationDeps } from '../../app/administration/change-configuration';
import { getProof, type ProofDeps } from '../../app/audit/get-proof';
import {
  type OperatorCommand,
  type OperatorCommandDeps,
  type OperatorRefusal,
  operatorCommand,
} from '../../app/ceremony/operator-command';
import { reportMisuse } from '../../app/ceremony/report-misuse';
import { getStatement, type SentSignature, signingObstacle } from '../../app/ceremony/sign-decision';
import type { OpenEntry } from '../../app/ports';
import { getRequest } from '../../app/request/get-request';
import { type ListRequestsDeps, listRequests, listWaiting, type WaitingPlace } from '../../app/request/list-requests';
import { shownLines, shownLinesOf } from '../../app/request/shown';
import type { Passkey } from '../../core/access/passkey';
import type { Operator } from '../../core/administration/config';
import type { Open, Request } from '../../core/request/request';
import type { Shown } from '../../protocol/display/render';
import type { OperatorId } from '../../protocol/identifiers';
import { err, ok } from '../../protocol/result';
import { invalid, refused, reply } from '../http/answer';
import { NO_SUCH_REQUEST, parseId } from '../http/ids';
import { noVerdict } from '../v1/problems';
import { type ConsoleCall, type ConsoleHandlers, type ConsoleReply, callerOf, signedIn, viewerOf } from './caller';
import { edit } from './edit';
import { type Place, readPlace, withCursor, writePlace } from './paging';
import { commandProblem, conflict, type StateConflict, tooManyWrongCodes } from './problems';
import { requestWithView, viewAnswer } from './view';

type ListQuery = Inputs['listRequests']['query'];
type CommandCall = ConsoleCall<'turnKey' | 'refuseRequest' | 'abortRequest' | 'withdrawTurn' | 'restartRound'>;

export type RequestsDeps = OperatorCommandDeps & ListRequestsDeps & ProofDeps & ConfigurationDeps;

export function createRequestHandlers(
  deps: RequestsDeps,
): Pick<
  ConsoleHandlers,
  | 'listRequests'
  | 'getRequestView'
  | 'getStatement'
  | 'getRequestProof'
  | 'turnKey'
  | 'refuseRequest'
  | 'abortRequest'
  | 'withdrawTurn'
  | 'restartRound'
  | 'reissueCode'
> {
  return {
    listRequests: (call) => withCursor(() => list(deps, call)),
    getRequestView: (call) => view(deps, call),
    getStatement: (call) => statement(deps, call),
    getRequestProof: (call) => proof(deps, call),
    turnKey: (call) => turn(deps, call),
    refuseRequest: (call) => run(deps, call, { name: 'refuse', ...stopOf(call) }, ['decided']),
    abortRequest: (call) => abort(deps, call),
    withdrawTurn: (call) => run(deps, call, { name: 'withdraw' }, ['decided', 'not_turned']),
    restartRound: (call) => run(deps, call, { name: 'restart' }, ['decided', 'not_coincident']),
    reissueCode: (call) => reissue(deps, call),
  };
}

async function run<const K extends StateConflict>(
  deps: RequestsDeps,
  call: CommandCall,
  command: OperatorCommand,
  conflicts: readonly K[],
) {
  const ran = await runCommand(deps, call, command);
  return ran.ok ? reply(200, ran.value) : commandProblem(command, ran.error, conflicts);
}

async function turn(deps: RequestsDeps, call: ConsoleCall<'turnKey'>): ConsoleReply<'turnKey'> {
  const { code, round = null, signature } = call.body;
  const command = { name: 'turn', code, round, ...signatureOf(signature) } as const;
  const ran = await runCommand(deps, call, command);
  if (ran.ok) return reply(200, ran.value);
  if (ran.error.reason === 'too_many_wrong_codes') return tooManyWrongCodes(ran.error.retryAfterMs);
  return commandProblem(command, ran.error, ['decided', 'stale_round', 'already_turned', 'seat_locked', 'not_signed']);
}

async function abort(deps: RequestsDeps, call: ConsoleCall<'abortRequest'>): ConsoleReply<'abortRequest'> {
  const command = { name: 'abort', isMisuse: call.body?.misuse ?? false, ...stopOf(call) } as const;
  return run(deps, call, command, ['decided']);
}

async function reissue(deps: RequestsDeps, call: ConsoleCall<'reissueCode'>): ConsoleReply<'reissueCode'> {
  const { path, body, principal } = call;
  const seat = parseId('operator', body.operator);
  if (seat === null) return invalid('`body.operator` must have at most 128 characters.');
  const { record } = await signedIn(principal);
  const request = parseId('request', path.id);
  if (request === null) return NO_SUCH_REQUEST;
  return edit(
    deps,
    principal,
    { kind: 'reissue_code', request, seat },
    {
      made: async (reissued) => {
        const [cannotSign, shown] = await Promise.all([
          signingObstacle(deps, reissued.request, record),
          shownLines(deps.config, reissued.request),
        ]);
        return reply(200, viewAnswer(now(deps, { ...reissued, shown }), viewerOf(record, cannotSign)));
      },
      refused: { not_found: () => NO_SUCH_REQUEST, cannot_reissue: ({ why }) => reissueProblem(seat, why) },
    },
  );
}

function reissueProblem(seat: OperatorId, refusal: OperatorRefusal) {
  // A re-issue names another operator's seat. The admin is allowed to do it, but this seat cannot be re-issued: 422, not 403.
  if (refusal.reason === 'not_asked') {
    return refused(`The operator ${JSON.stringify(seat)} has no seat in this request that can act.`);
  }
  return commandProblem({ name: 'reissue' }, refusal, ['decided', 'already_turned']);
}

/**
 * The command itself reads every operator of the organization and removes the seats of disabled ones before it decides.
 * So it need not wait for the session's own check, which saves a round trip.
 */
async function runCommand(deps: RequestsDeps, { principal, path }: CommandCall, command: OperatorCommand) {
  const { org, operator, session } = callerOf(principal);
  const who = { org, operator, accessEpoch: session.accessEpoch };
  const id = parseId('request', path.id);
  const ran = id === null ? err({ reason: 'not_found' } as const) : await given(deps, who, id, command);
  const { record } = await signedIn(principal);
  if (!ran.ok) return ran;
  // After a turn, another turn is refused for a different reason, so nothing needs to be read.
  const [cannotSign, shown] = await Promise.all([
    command.name === 'turn' ? null : signingObstacle(deps, ran.value.request, record),
    shownLines(deps.config, ran.value.request),
  ]);
  return ok(viewAnswer(now(deps, { ...ran.value, shown }), viewerOf(record, cannotSign)));
}

function given(...[deps, who, id, command]: Parameters<typeof operatorCommand>) {
  const isMisuse = command.name === 'abort' && command.isMisuse;
  return isMisuse ? reportMisuse(deps, who, id) : operatorCommand(deps, who, id, command);
}

function stopOf({ body }: ConsoleCall<'refuseRequest' | 'abortRequest'>) {
  const note = body?.note ?? '';
  return { note: note.trim() === '' ? null : note, ...signatureOf(body?.signature) };
}

function signatureOf(sent: ConsoleCall<'turnKey'>['body']['signature']): { readonly signature?: SentSignature } {
  return sent === undefined ? {} : { signature: { passkey: sent.passkey, assertion: sent.response.response } };
}

const NO_SIGNATURE_WANTED = refused('A code is enough to turn a key on this request. Nothing is signed.');
const NO_HOST_NAME = refused('Passkeys need a host name, and you opened this console by an IP address.');

async function statement(
  deps: RequestsDeps,
  { principal, path, query }: ConsoleCall<'getStatement'>,
): ConsoleReply<'getStatement'> {
  const { record } = await signedIn(principal);
  const id = parseId('request', path.id);
  if (id === null) return NO_SUCH_REQUEST;
  const found = await getStatement(deps, record, id, query.decision);
  if (!found.ok) {
    const { error } = found;
    if (error.reason === 'not_wanted') return NO_SIGNATURE_WANTED;
    if (error.reason === 'no_host_name') return NO_HOST_NAME;
    return commandProblem({ name: STATED[query.decision] }, error, ['decided']);
  }
  const { passkeys, ...texts } = found.value;
  return reply(200, { server_now: deps.clock.nowMs(), ...texts, passkeys: passkeys.map(signingPasskey) });
}

async function proof(
  deps: RequestsDeps,
  { principal, path }: ConsoleCall<'getRequestProof'>,
): ConsoleReply<'getRequestProof'> {
  const { org } = await signedIn(principal);
  const id = parseId('request', path.id);
  if (id === null) return NO_SUCH_REQUEST;
  const files = await getProof(deps, org, id, 'operator');
  if (files.ok) return reply(200, { server_now: deps.clock.nowMs(), proof: { files: files.value } });
  return files.error.reason === 'not_found' ? NO_SUCH_REQUEST : conflict(noVerdict(files.error.state));
}

/** The command for each decision. Its words are used in the answer to a caller who cannot give it. */
const STATED = { authorize: 'turn', refuse: 'refuse', abort: 'abort' } as const;

export function signingPasskey({ id, credentialId, transports }: Passkey) {
  return { id, credential_id: credentialId, transports: [...transports] };
}

async function view(
  deps: RequestsDeps,
  { principal, path }: ConsoleCall<'getRequestView'>,
): ConsoleReply<'getRequestView'> {
  const { org } = callerOf(principal);
  const id = parseId('request', path.id);
  if (id === null) return NO_SUCH_REQUEST;
  const [found, operators, { record }] = await Promise.all([
    getRequest(deps, org, id),
    deps.config.operators(org),
    signedIn(principal),
  ]);
  if (found === null) return NO_SUCH_REQUEST;
  const [earlier, cannotSign, shown] = await Promise.all([
    earlierUse(deps, found.request),
    signingObstacle(deps, found.request, record),
    shownLines(deps.config, found.request),
  ]);
  const answer = viewAnswer(now(deps, { ...found, operators, shown }), viewerOf(record, cannotSign));
  return reply(200, { ...answer, view: { ...answer.view, intent_first_used_in: earlier } });
}

/** Finds an earlier request with the same envelope. It is a replay, unless it was intended. */
async function earlierUse({ requests }: RequestsDeps, { org, id, params, executeWithinMs }: Request) {
  if (executeWithinMs === null || params.intent === undefined) return null;
  const first = await requests.firstWithDigest(org, params.intent);
  return first === id ? null : first;
}

function now<T extends { readonly nowMs: number }>({ clock }: RequestsDeps, viewed: T): T {
  return { ...viewed, nowMs: Math.max(clock.nowMs(), viewed.nowMs) };
}

async function list(
  deps: RequestsDeps,
  { principal, query }: ConsoleCall<'listRequests'>,
): ConsoleReply<'listRequests'> {
  const { org, operator } = callerOf(principal);
  const [page, operators, { record }] = await Promise.all([
    query.waiting === true ? inbox(deps, org, operator, query) : recent(deps, org, query),
    deps.config.operators(org),
    signedIn(principal),
  ]);
  return reply(200, listBody(deps, page, operators, record, await shownLinesOf(deps.config, page.requests)));
}

interface Page {
  readonly requests: readonly Request[];
  readonly cursor: string | null;
}

function recent(deps: RequestsDeps, org: Operator['org'], asked: ListQuery): Promise<Page> {
  const { state, action, requester, since: sinceMs, until: untilMs, limit, cursor = null } = asked;
  return listRequests(deps, org, { state, action, requester, sinceMs, untilMs, limit, cursor });
}

async function inbox(deps: RequestsDeps, org: Operator['org'], operator: OperatorId, asked: ListQuery): Promise<Page> {
  const after = asked.cursor === undefined ? null : placeAt(readPlace(asked.cursor));
  const where = {
    entry: (entry: OpenEntry) => isAskedFor(entry, asked),
    request: ({ state, requester }: Open) =>
      (asked.state === undefined || asked.state === state) &&
      (asked.requester === undefined || asked.requester === requester),
  };
  const { requests, next } = await listWaiting(deps, org, { operator, limit: asked.limit, after, where });
  return { requests, cursor: next === null ? null : writePlace([next.waitsUntilMs, next.id]) };
}

function isAskedFor(entry: OpenEntry, { action, since = 0, until = Infinity }: ListQuery): boolean {
  return (action === undefined || entry.action === action) && entry.createdAtMs >= since && entry.createdAtMs <= until;
}

/** Without envelopes, because a page of them exceeds the gateway's limit. */
function listBody(
  deps: RequestsDeps,
  page: Page,
  operators: readonly Operator[],
  record: Operator,
  shownOf: (request: Request) => Shown | null,
) {
  const nowMs = deps.clock.nowMs();
  const viewer = viewerOf(record);
  const requests = page.requests.map((request) =>
    requestWithView({ request, intent: null, operators, nowMs, shown: shownOf(request) }, viewer),
  );
  return { server_now: nowMs, requests, cursor: page.cursor };
}

function placeAt([waitsUntilMs, id]: Place): WaitingPlace {
  return { waitsUntilMs, id };
}
