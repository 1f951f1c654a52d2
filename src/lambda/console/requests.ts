/** The requests of the organization, and the commands of operators. */

import type { Inputs } from '../../../generated/console-operations';
import type { ApiKeyId, OperatorId, OrgId, RequestId } from '../../protocol/identifiers';
import { err, ok } from '../../protocol/result';
import { runResultOf } from '../../protocol/shown/request';
import { isBlank } from '../../protocol/visible-text';
import type { Counter } from '../../service/access/ports';
import type { Passkey } from '../../service/access/rules/passkey';
import type { SentSignature } from '../../service/access/use-cases/signing-keys/statement';
import type { ConfigurationDeps } from '../../service/administration/use-cases/change-configuration';
import { explainRefusal } from '../../service/ceremony/rules/explain';
import {
  type OperatorCommand,
  type OperatorCommandDeps,
  type OperatorRefusal,
  operatorCommand,
} from '../../service/ceremony/use-cases/operator-command';
import { getRequest, type ListedRequests, listRequests } from '../../service/ceremony/use-cases/read-requests';
import { reportMisuse } from '../../service/ceremony/use-cases/report-misuse';
import { getStatement, signingObstacle } from '../../service/ceremony/use-cases/sign-decision';
import type { Operator } from '../../service/configuration/rules/items';
import { shownLines, shownLinesOf, shownReader } from '../../service/policy/use-cases/read-display';
import { getProof, type ProofDeps } from '../../service/proof/use-cases';
import { onPage } from '../../service/remark/rules/words';
import { compareRequests } from '../../service/remark/use-cases/compare';
import type { EarlierMemory } from '../../service/remark/use-cases/memory';
import { isAdministrative } from '../../service/request/rules/administrative';
import { everyAction } from '../../service/request/rules/caller';
import type { Evidence } from '../../service/request/rules/evidence';
import { renderRequest } from '../../service/request/rules/render';
import { isOpen, type Request } from '../../service/request/rules/request';
import { holdsWords, wordsOf } from '../../service/request/rules/texts';
import { evidenceOf } from '../../service/request/use-cases/evidence';
import { remembered } from '../../service/system/remembered';
import { invalid, problem, refused, reply } from '../http/answer';
import { NO_SUCH_REQUEST, parseId } from '../http/ids';
import { noVerdict } from '../v1/problems';
import { type ConsoleCall, type ConsoleHandlers, type ConsoleReply, sessionCaller, signedIn, viewerOf } from './caller';
import { edit } from './edit';
import { withCursor } from './paging';
import { commandProblem, conflict, NO_HOST_NAME, type StateConflict, tooMany } from './problems';
import { fullRemark, namesOf, requestWithView, type Viewed, type Viewer, viewAnswer } from './view';

type ListQuery = Inputs['listRequests']['query'];
type CommandCall = ConsoleCall<
  'turnKey' | 'refuseRequest' | 'abortRequest' | 'withdrawTurn' | 'restartRound' | 'stopRequest'
>;

type RequestsDeps = OperatorCommandDeps &
  ProofDeps &
  ConfigurationDeps & { readonly counter: Counter; readonly earlier: EarlierMemory };

/** What the functions below get beside their dependencies. */
interface Deps extends RequestsDeps {
  readonly nameOfKey: (org: OrgId, key: ApiKeyId) => Promise<string | null>;
}

/** A key keeps its name, so an instance need not read it for each answer. */
const MOST_KEYS = 10_000;

export function createRequestHandlers(given: RequestsDeps) {
  const nameOfKey = remembered(
    given.clock,
    MOST_KEYS,
    async (org: OrgId, key: ApiKeyId) => (await given.config.apiKey(org, key))?.name ?? null,
  );
  const deps: Deps = { ...given, nameOfKey };
  return {
    listRequests: (call) => withCursor(() => list(deps, call)),
    getRequestView: (call) => view(deps, call),
    getStatement: (call) => statement(deps, call),
    getRequestProof: (call) => proof(deps, call),
    turnKey: (call) => turn(deps, call),
    refuseRequest: (call) => {
      const outcomeReason = call.body?.outcome_reason ?? null;
      return run(deps, call, { name: 'refuse', outcomeReason, ...stopInBody(call) }, ['decided']);
    },
    abortRequest: (call) => abort(deps, call),
    withdrawTurn: (call) => run(deps, call, { name: 'withdraw' }, ['decided', 'not_turned']),
    restartRound: (call) => run(deps, call, { name: 'restart' }, ['decided', 'not_coincident']),
    stopRequest: (call) => run(deps, call, { name: 'stop', note: noteOf(call.body?.note) }, ['nothing_to_stop']),
    reissueCode: (call) => reissue(deps, call),
  } satisfies Partial<ConsoleHandlers>;
}

async function run<const K extends StateConflict>(
  deps: Deps,
  call: CommandCall,
  command: OperatorCommand,
  conflicts: readonly K[],
) {
  const ran = await answerCommand(deps, call, command);
  return ran.ok ? reply(200, ran.value) : commandProblem(command, ran.error, conflicts);
}

async function turn(deps: Deps, call: ConsoleCall<'turnKey'>): ConsoleReply<'turnKey'> {
  const { code, round = null, signature } = call.body;
  const command = { name: 'turn', code, round, ...sentSignature(signature) } as const;
  const ran = await answerCommand(deps, call, command);
  if (ran.ok) return reply(200, ran.value);
  if (ran.error.reason === 'too_many_wrong_codes') return tooMany(TOO_MANY_WRONG_CODES, ran.error.retryAfterMs);
  // The store of documents did not answer, so the turn can be repeated.
  if (ran.error.reason === 'no_evidence' && ran.error.state === 'unknown')
    return problem(503, explainRefusal('turn', ran.error), 'unavailable');
  return commandProblem(command, ran.error, TURN_CONFLICTS);
}

const TOO_MANY_WRONG_CODES =
  'You typed too many wrong codes. Wait for the seconds in Retry-After. You can still refuse or abort the request.';

const TURN_CONFLICTS = [
  'decided',
  'stale_round',
  'already_turned',
  'seat_locked',
  'not_signed',
  'no_evidence',
] as const;

async function abort(deps: Deps, call: ConsoleCall<'abortRequest'>): ConsoleReply<'abortRequest'> {
  const command = { name: 'abort', isMisuse: call.body?.misuse ?? false, ...stopInBody(call) } as const;
  return run(deps, call, command, ['decided']);
}

async function reissue(deps: Deps, call: ConsoleCall<'reissueCode'>): ConsoleReply<'reissueCode'> {
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
        const [cannotSign, read] = await Promise.all([
          signingObstacle(deps, reissued.request, record),
          readBeside(deps, reissued.request),
        ]);
        return reply(200, viewAnswer(now(deps, { ...reissued, ...read }), viewerOf(record, cannotSign)));
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
async function answerCommand(deps: Deps, { principal, path }: CommandCall, command: OperatorCommand) {
  const { org, operator, session } = sessionCaller(principal);
  const who = { org, operator, accessEpoch: session.accessEpoch };
  const id = parseId('request', path.id);
  const isMisuse = command.name === 'abort' && command.isMisuse;
  const ran =
    id === null
      ? err({ reason: 'not_found' } as const)
      : await (isMisuse ? reportMisuse(deps, who, id) : operatorCommand(deps, who, id, command));
  const { record } = await signedIn(principal);
  if (!ran.ok) return ran;
  deps.earlier.saw(ran.value.request);
  // After a turn, another turn is refused for a different reason, so nothing needs to be read.
  const [cannotSign, read] = await Promise.all([
    command.name === 'turn' ? null : signingObstacle(deps, ran.value.request, record),
    readBeside(deps, ran.value.request, ran.value.evidence),
  ]);
  return ok(viewAnswer(now(deps, { ...ran.value, ...read }), viewerOf(record, cannotSign)));
}

/**
 * The lines and documents of a request, and the program that made it, for an answer about it. No lines or documents are
 * read if its policy version has no display.
 */
async function readBeside(deps: Deps, request: Request, known?: readonly Evidence[]) {
  const [shown, evidence, program] = await Promise.all([
    shownLines(deps.config, request),
    known ?? evidenceOf(deps, request),
    programOf(deps, request),
  ]);
  return { shown, evidence, program };
}

/** Operators cannot list API keys, so the answer has the name. A revoked key keeps it. */
async function programOf({ nameOfKey }: Deps, { org, sent }: Request) {
  if (sent === null) return null;
  const name = await nameOfKey(org, sent.keyId);
  return name === null ? null : { id: sent.keyId, name };
}

function stopInBody({ body }: ConsoleCall<'refuseRequest' | 'abortRequest'>) {
  return { note: noteOf(body?.note), ...sentSignature(body?.signature) };
}

const noteOf = (note = ''): string | null => (isBlank(note) ? null : note);

function sentSignature(sent: ConsoleCall<'turnKey'>['body']['signature']): { readonly signature?: SentSignature } {
  return sent === undefined ? {} : { signature: { passkey: sent.passkey, assertion: sent.response.response } };
}

const NO_SIGNATURE_WANTED = refused('A code is enough to turn a key on this request. Nothing is signed.');

async function statement(
  deps: Deps,
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

async function proof(deps: Deps, { principal, path }: ConsoleCall<'getRequestProof'>): ConsoleReply<'getRequestProof'> {
  const { org } = await signedIn(principal);
  const id = parseId('request', path.id);
  if (id === null) return NO_SUCH_REQUEST;
  const files = await getProof(deps, everyAction(org), id, 'operator');
  if (files.ok) return reply(200, { server_now: deps.clock.nowMs(), proof: { files: files.value } });
  return files.error.reason === 'not_found' ? NO_SUCH_REQUEST : conflict(noVerdict(files.error.state));
}

/** The command for each decision, whose words explain to a caller why the decision is refused. */
const STATED = { authorize: 'turn', refuse: 'refuse', abort: 'abort' } as const;

export function signingPasskey({ id, credentialId, transports }: Passkey) {
  return { id, credential_id: credentialId, transports };
}

async function view(
  deps: Deps,
  { principal, path, query }: ConsoleCall<'getRequestView'>,
): ConsoleReply<'getRequestView'> {
  const { org } = sessionCaller(principal);
  const id = parseId('request', path.id);
  if (id === null) return NO_SUCH_REQUEST;
  const [found, operators, { record }] = await Promise.all([
    getRequest(deps, everyAction(org), id),
    deps.config.operators(org),
    signedIn(principal),
  ]);
  if (found === null) return NO_SUCH_REQUEST;
  const [earlier, cannotSign, read] = await Promise.all([
    earlierUse(deps, found.request),
    signingObstacle(deps, found.request, record),
    readBeside(deps, found.request),
  ]);
  const viewed = now(deps, { ...found, operators, ...read });
  const viewer = viewerOf(record, cannotSign);
  const answer = viewAnswer(viewed, viewer);
  const comparison = query.compare === true ? await compare(deps, viewed, earlier, viewer) : null;
  return reply(200, { ...answer, view: { ...answer.view, intent_first_used_in: earlier }, comparison });
}

async function compare(deps: Deps, viewed: Viewed, firstUsedIn: RequestId | null, viewer: Viewer) {
  const { request, operators } = viewed;
  const compared = (await compareRequests(deps, [request], { firstUsedIn })).get(request.id);
  if (compared === undefined) return null;
  const { approved, remarks } = compared;
  // An earlier value is shown by its own display, which may be another version.
  const shownOf = await shownLinesOf(deps.config, [request, ...approved]);
  const [last = null] = approved;
  const lastViewed = last === null ? null : { ...viewed, request: last, intent: null, shown: shownOf(last) };
  return {
    approved: approved.length,
    remarks: onPage(remarks, { request, shownOf, nameOf: namesOf(operators) }).map(fullRemark),
    last: lastViewed === null ? null : requestWithView(lastViewed, viewer),
  };
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

async function list(deps: Deps, { principal, query }: ConsoleCall<'listRequests'>): ConsoleReply<'listRequests'> {
  const { org, operator } = sessionCaller(principal);
  const [operators, { record }] = await Promise.all([deps.config.operators(org), signedIn(principal)]);
  if (isSearch(query)) {
    const nowMs = deps.clock.nowMs();
    const limited = { what: 'searches', of: `${org}#${operator}`, windowMs: 60_000 } as const;
    const { count, endsAtMs } = await deps.counter.count(limited, nowMs);
    if (count > SEARCHES_A_MINUTE) return tooMany(TOO_MANY_SEARCHES, endsAtMs - nowMs);
  }
  const nameOf = namesOf(operators);
  const page = await recent(deps, org, query, nameOf);
  const shownOf = await shownLinesOf(deps.config, page.requests);
  const nowMs = deps.clock.nowMs();
  const viewer = viewerOf(record);
  // Without envelopes, because a page of them exceeds the gateway's limit.
  const requests = page.requests.map((request) =>
    requestWithView({ request, intent: null, operators, nowMs, shown: shownOf(request) }, viewer),
  );
  const searched = { count: page.looked, back_to: page.backToMs };
  return reply(200, { server_now: nowMs, requests, cursor: page.cursor, searched });
}

const SEARCHES_A_MINUTE = 120;
const TOO_MANY_SEARCHES = 'You searched 120,000 requests within a minute. Wait for the seconds in Retry-After.';

/** Whether the page may read more requests than it shows. */
function isSearch({ action, requester, state, text, run, decider }: ListQuery): boolean {
  return [action, requester, state, text, run, decider].some((wanted) => wanted !== undefined);
}

type NameOf = ReturnType<typeof namesOf>;

function recent(deps: Deps, org: Operator['org'], asked: ListQuery, nameOf: NameOf): Promise<ListedRequests> {
  const { action, requester, since: sinceMs, until: untilMs, limit, cursor = null } = asked;
  const place = { action, requester, sinceMs, untilMs, limit, cursor };
  const isWanted = wantedBy(deps, asked, nameOf);
  return listRequests(deps, org, isWanted === null ? place : { ...place, isWanted });
}

/** The conditions that no index can answer; null if the query has none of them. */
function wantedBy({ config }: RequestsDeps, { state, text, run, decider }: ListQuery, nameOf: NameOf) {
  if ([state, text, run, decider].every((wanted) => wanted === undefined)) return null;
  const words = wordsOf(text ?? '');
  const linesOf = shownReader(config);
  return async (request: Request, nowMs: number): Promise<boolean> =>
    (state === undefined || request.state === state) &&
    (decider === undefined || (!isOpen(request) && request.decidedBy.some((id) => id === decider))) &&
    (run === undefined || runResultOf(ranOf(request, nowMs), nowMs) === run) &&
    (words.length === 0 || holdsWords(request, await linesOf(request), words, nameOf));
}

function ranOf(request: Request, nowMs: number) {
  const integration = isAdministrative(request) ? null : request.policy.integration;
  const view = { integration, has_intent: request.executeWithinMs !== null };
  return { request: renderRequest(request, null, nowMs), view };
}
