/**
 * The document of the console against its functions: whatever is sent, and by which person, the answer is one that
 * the document names, nobody gets more than they may, and what was refused was not written. FUZZ_RUNS sets the number of
 * inputs; FUZZ_SEED repeats a run that failed.
 */
import fc from 'fast-check';
import { operations as table } from '../../../generated/console-operations';
import { DEMO_ORG } from '../../../src/local/demo';
import { TRANSIENT } from '../../../src/local/memory/store';
import { type Operation, openDocument } from '../../support/document';
import type { Input } from './inputs';
import { isRead } from './judge';
import { fuzzes } from './run';
import { type Caller, type Fuzzed, ORIGIN } from './world';

const ROLES = new Map<string, string>(table.map(({ operationId, role }) => [operationId, role]));
const MAILED_MAY = new Set([
  'abortRequest',
  'backtestAction',
  'previewAction',
  'refuseRequest',
  'signOut',
  'stopRequest',
  'writeQuestion',
]);

fuzzes('/api', (fuzzed, things) => {
  const { ids, ripe } = things;
  const { actions = [], operators = [] } = ids.get(DEMO_ORG)!;
  const { callers } = fuzzed;
  const document = openDocument('console');
  const all = [...callers.values()];
  const nobody = callers.get('nobody')!;
  const people = all.filter(({ operator }) => operator !== null);
  const admins = people.filter(({ operator }) => ['op_alpha', 'op_echo', 'op_foxtrot'].includes(operator!));
  return {
    handler: fuzzed.console,
    neverAccepts: NEVER_ACCEPTS,
    known: {
      document,
      callers,
      callersOf: ({ operationId }) => {
        const role = ROLES.get(operationId);
        const own = Array(6).fill(callers.get('admin')!);
        return role === 'public' ? [nobody] : [...own, ...(role === 'admin' ? admins : people)];
      },
      idsOf: ({ path }, parameter, made) =>
        PARAMETERS[parameter] ?? made[parameter === 'passkey' ? 'passkeys' : path.split('/')[2]!] ?? [],
      things,
      ripe: ripe.filter(({ operationId }) => ROLES.has(operationId)),
      sensible: (_, body) => named(body, operators, actions),
      odd: {
        paths: ['/turn', '/export', '/options', '/deliveries'],
        queries: [
          '?view=open',
          '?since=0',
          '?at=0',
          '?decision=authorize',
          '?text=%00',
          '?days=400',
          '?wait=1&after=0',
        ],
      },
    },
    rules: {
      document,
      callerOf: ({ headers: { cookie = '' } }) =>
        people.find((caller) => cookie.startsWith(caller.headers.cookie!)) ?? nobody,
      mustRefuse: (caller, operation, input) => mustRefuse(fuzzed, caller, operation, input),
      signsIn: new Set(['signIn', 'passkeySignIn', 'startCompanySignIn', 'finishCompanySignIn']),
      mayChange: (operationId, status, { table, pk, sk }) =>
        // Counters also count what is refused. A link and a challenge are used up in any case. The attempts of
        // admins that were refused are kept.
        (table === TRANSIENT && /^(PEER|POWERS|SEARCHES|SIGNIN|CHALLENGE)#/.test(pk)) ||
        sk.startsWith('INCIDENT#') ||
        // A wrong code is counted, for the request and for the operator. What was due before a command, such as the end of a request, is written with its refusal.
        (sk === 'REQUEST' && COMMANDS.has(operationId)) ||
        (sk.startsWith('OPERATOR#') && operationId === 'turnKey') ||
        (status < 400 && operationId === 'getRequestProof'),
    },
  };
});

const COMMANDS = new Set([
  'turnKey',
  'withdrawTurn',
  'refuseRequest',
  'abortRequest',
  'restartRound',
  'stopRequest',
  'reissueCode',
]);
const PARAMETERS: Readonly<Record<string, readonly string[]>> = { number: ['1', '2', '0', '99'], name: ['plan', 'x'] };
const NEVER_ACCEPTS = {
  verifyWebhook: 'only destinations on AWS have a token',
};

async function mustRefuse(
  fuzzed: Fuzzed,
  caller: Caller,
  operation: Operation | null,
  { method, headers }: Input,
): Promise<readonly number[] | null> {
  const role = operation === null ? undefined : ROLES.get(operation.operationId);
  const isForeign = !isRead(method) && headers.origin !== ORIGIN;
  if (role === 'public') return isForeign ? [403, 429] : null;
  const session = await fuzzed.sessionOf(caller);
  if (session === 'none') return [401];
  // Before the operator's record is read, also for somebody who is not signed in any more.
  if (isForeign) return [403];
  if (operation === null) return session === 'live' ? null : [401];
  if (caller.mailed && !isRead(method) && !MAILED_MAY.has(operation.operationId)) return [403];
  if (session === 'shut_out') return operation.operationId === 'signOut' ? null : [401];
  if (role !== 'admin') return null;
  const record = await fuzzed.operator(caller.org!, caller.operator!);
  return record?.role === 'admin' ? null : [403];
}

/** Names of operators and actions that exist, in place of invented ones. */
function named(body: Record<string, unknown>, operators: readonly string[], actions: readonly string[]) {
  const operator = fc.constantFrom(...operators);
  return fc.tuple(operator, fc.constantFrom(...actions), fc.boolean()).map(([id, action, asMade]) => {
    if (asMade) return body;
    const names: Record<string, unknown> = { operator: id, requester: id, holder: id, same_person: id, action };
    return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, name in names ? names[name] : value]));
  });
}
