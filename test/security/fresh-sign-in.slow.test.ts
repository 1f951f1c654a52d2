/**
 * Which sign-in is enough for what: every operation of the console, every edit and every field of an operator, by a session
 * of each age that began in each way, of an admin and of an operator, where a second admin approves changes and where none
 * does (docs/security.md#which-sign-in-is-enough).
 */
import consoleDocument from '../../generated/console.openapi.json';
import { operations } from '../../generated/console-operations';
import { FOUR_EYES_ORG } from '../../src/local/demo';
import type { MemoryStore } from '../../src/local/memory/store';
import type { Began } from '../../src/service/access/rules/fresh-sign-in';
import { type EditKind, WAITS } from '../../src/service/administration/rules/edits';
import type { OperatorPatch } from '../../src/service/configuration/rules/items';
import { START_MS } from '../simulation/start';
import { aCredential } from '../support/authenticator';
import { openContract } from '../support/contract';
import { PERMIT } from '../support/permit';
import { aPoint, aSubscription } from '../support/push';
import {
  ACTIONS,
  ATTACKER,
  type Call,
  EDIT_OF,
  GUARDED,
  HARMLESS,
  KINDS,
  operationOf,
  SAFER,
  VICTIM,
} from './administrative-actions';
import { type Attacked, openAttacked, withoutTheRule } from './attacked';

const MINUTE = 60_000;
const OPERATOR = 'op_golf';
const AGES = [0, 5 * MINUTE - 1, 5 * MINUTE, 6 * MINUTE, 60 * MINUTE];
const BEGAN = ['passkey', 'link', 'mailed_link', 'identity'] as const satisfies readonly Began[];
/** A way to begin that is missing above does not compile. */
const EVERY_WAY: Readonly<Record<Began, true>> = { passkey: true, link: true, mailed_link: true, identity: true };

/** op_golf is an operator, and op_hotel one who is disabled. */
const OF_OPERATOR: { readonly [Field in keyof OperatorPatch]-?: Readonly<Record<string, Call>> } = {
  name: { 'change a name': ['PATCH', '/api/operators/op_golf', { name: 'Somebody' }] },
  email: { 'change an address': ['PATCH', '/api/operators/op_golf', { email: 'evil@example.org' }] },
  role: {
    'make somebody an admin': ['PATCH', '/api/operators/op_golf', { role: 'admin' }],
    'leave the role': ['PATCH', '/api/operators/op_golf', { role: 'operator' }],
    'leave the role and change a name': ['PATCH', '/api/operators/op_golf', { role: 'operator', name: 'Somebody' }],
  },
  enabled: {
    'enable somebody': ['PATCH', '/api/operators/op_hotel', { enabled: true }],
    'disable somebody': ['PATCH', '/api/operators/op_golf', { enabled: false }],
    'disable somebody and change their address': [
      'PATCH',
      '/api/operators/op_golf',
      { enabled: false, email: 'evil@example.org' },
    ],
  },
  samePerson: {
    'say that two are one person': ['PATCH', '/api/operators/op_golf', { same_person: VICTIM }],
    'leave the person': ['PATCH', '/api/operators/op_golf', { same_person: null }],
  },
};
const ONE = 'request.authorized';
const MORE: Readonly<Record<string, Call>> = {
  'make a link of their own': ['POST', `/api/operators/${ATTACKER}/sign-in-link`, {}],
  'end their own access': ['DELETE', '/api/sessions'],
  'leave everything as it is': ['PATCH', '/api/keys/{key}', { max_open: 50 }],
  'raise the limit of an API key': ['PATCH', '/api/keys/{key}', { max_open: 51 }],
  'name who holds an API key': ['PATCH', '/api/keys/{key}', { holder: VICTIM }],
  'end mailed links': ['PUT', '/api/mailed-links', { allowed: false }],
  'end one of their own sessions': ['DELETE', '/api/sessions/{own}'],
  'enable an endpoint': ['PATCH', '/api/webhooks/{disabled}', { enabled: true }],
  'widen an endpoint that is disabled': ['PATCH', '/api/webhooks/{disabled}', { types: null }],
  'widen an endpoint to one more event': ['PATCH', '/api/webhooks/{narrow}', { types: [ONE, 'request.denied'] }],
  'widen an endpoint to every event': ['PATCH', '/api/webhooks/{narrow}', { types: null }],
  'turn an endpoint to another event': ['PATCH', '/api/webhooks/{narrow}', { types: ['request.denied'] }],
  'narrow an endpoint': ['PATCH', '/api/webhooks/{endpoint}', { types: [ONE] }],
  'leave an endpoint as it is': ['PATCH', '/api/webhooks/{narrow}', { enabled: true, types: [ONE] }],
  'describe an endpoint': ['PATCH', '/api/webhooks/{endpoint}', { description: 'Billing' }],
};
const CALLS: Readonly<Record<string, Call>> = Object.assign({}, ACTIONS, HARMLESS, MORE, ...Object.values(OF_OPERATOR));

/** These only take something away. Every other call above would wait for a second admin. */
const TAKE_AWAY = new Set([
  ...SAFER,
  'leave the role',
  'disable somebody',
  'leave the person',
  'leave everything as it is',
  'end mailed links',
  'end their own access',
  'end one of their own sessions',
  ...Object.keys(MORE).filter((name) => name.includes('an endpoint')),
]);
/** These need a fresh sign-in even where another admin approves them: they answer with a secret, add a receiver, or end other sessions. */
const ALWAYS_FRESH = new Set([
  'make a link of their own',
  'end their own access',
  'end one of their own sessions',
  'set a chat',
  'add an endpoint',
  'rotate a secret',
  'verify a destination',
  'enable an endpoint',
  'widen an endpoint to one more event',
  'widen an endpoint to every event',
  'turn an endpoint to another event',
]);

/** Every operation that writes and edits no configuration, by the sessions that may call it. */
const ANY_SESSION = [
  ...['signOut', 'writeQuestion', 'refuseRequest', 'abortRequest', 'stopRequest'],
  // They store nothing.
  ...['previewAction', 'backtestAction'],
];
const NOT_MAILED = ['turnKey', 'withdrawTurn', 'restartRound'];
const OF_PASSKEY_OR_LINK = [
  ...['deleteDevice', 'testDevice', 'setPushText'],
  ...['deletePasskey', 'signEnrolment', 'countersignKey', 'disconnectOwnIdentity'],
  ...['redeliver', 'testWebhook', 'testChat'],
];
const FRESH = [
  ...['collectKey', 'startPasskeyEnrolment', 'enrolPasskey', 'startOwnIdentity', 'connectOwnIdentity'],
  'addDevice',
];

/** What the session check answers. A handler's own 403 says something else. */
const IS_REFUSED = /^Only an admin can do this\.$|^You signed in with a link that you requested by mail\./;

const HERE = { origin: 'https://console.acme.dev', rpId: 'console.acme.dev' };
const SIGNED = {
  statement: '{}',
  signature: { passkey: `psk_${'0'.repeat(24)}`, response: aCredential(HERE).use('AAAA') },
};
/** The bodies of operations that edit no configuration and take one. */
const BODIES: Readonly<Record<string, object>> = {
  turnKey: { code: '12345678' },
  writeQuestion: { text: 'Why?' },
  previewAction: { requester: VICTIM },
  backtestAction: { policy: GUARDED },
  enrolPasskey: { name: 'x', response: aCredential(HERE).create('AAAA') },
  addDevice: aSubscription(aPoint()),
  setPushText: { shows: 'no_text' },
  connectOwnIdentity: { code: 'code', state: 'connect.1' },
  signEnrolment: SIGNED,
  countersignKey: SIGNED,
};
const ITEMS: Readonly<Record<string, string>> = {
  '/api/requests/{id}': '/api/requests/{request}',
  '/api/keys/{id}': '/api/keys/{key}',
  '/api/webhooks/{id}': '/api/webhooks/{endpoint}',
  '/api/actions/{id}': '/api/actions/demo.guarded',
  '/api/passkeys/{id}': '/api/passkeys/{passkey}',
  '/api/operators/{id}': `/api/operators/${VICTIM}`,
};

/** A call that reaches the handler of an operation. */
function callOf({ operationId, method, path }: (typeof operations)[number]): Call {
  const [item] = Object.entries(ITEMS).filter(([pattern]) => path.startsWith(pattern));
  const named = item === undefined ? path : path.replace(item[0], item[1]);
  const described = (consoleDocument.paths as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[path]![
    method
  ];
  const { parameters = [] } = described as { readonly parameters?: readonly Query[] };
  const query = parameters.filter(({ in: place, required }) => place === 'query' && required === true);
  const filled = query.map(({ name, schema }) => `${name}=${schema?.const ?? schema?.enum?.[0]}`);
  return [
    method.toUpperCase(),
    `${named}${filled.length === 0 ? '' : `?${filled.join('&')}`}`,
    ...(operationId in BODIES ? [BODIES[operationId]!] : []),
  ] as unknown as Call;
}
interface Query {
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly schema?: { readonly const?: unknown; readonly enum?: readonly unknown[] };
}

const kindOf = (call: Call): EditKind | undefined => EDIT_OF[operationOf(call)];
const isFresh = (began: Began, ageMs: number) => ['passkey', 'link'].includes(began) && ageMs < 5 * MINUTE;

function expected(name: string, began: Began, ageMs: number, rule: 'on' | 'off') {
  if (began === 'mailed_link') return 403;
  if (began === 'identity') return 'sign_in_again';
  const waits = !TAKE_AWAY.has(name);
  const needsFresh = ALWAYS_FRESH.has(name) || (waits && rule === 'off');
  if (needsFresh && !isFresh(began, ageMs)) return 'sign_in_again';
  return waits && rule === 'on' ? 'waits' : 'made';
}

describe('a fresh sign-in', () => {
  const contract = openContract('console');
  let attacked: Attacked;
  let stores: Readonly<Record<'on' | 'off', MemoryStore>>;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    attacked = await openAttacked();
    const { base, on, ports, session } = attacked;
    await ports.config.saveOperator(
      { ...(await golf()), id: 'op_hotel' as never, enabled: false, revision: 1 },
      PERMIT,
    );
    await attacked.haveEndpoint('disabled', { enabled: false, types: [ONE] });
    await attacked.haveEndpoint('narrow', { types: [ONE] });
    for (const began of BEGAN) {
      for (const age of AGES) {
        on(base, START_MS - age);
        for (const who of [ATTACKER, OPERATOR]) tokens.set(`${who} ${began} ${age}`, await session(who, began));
      }
    }
    on(base);
    attacked.ids.own = (await ports.sessions.list(FOUR_EYES_ORG, ATTACKER, START_MS)).at(-1)!.id;
    stores = { on: base, off: await withoutTheRule(attacked) };
  });
  const golf = async () => (await attacked.ports.config.operator(FOUR_EYES_ORG, 'op_golf' as never))!;

  interface Caller {
    readonly who: string;
    readonly began: Began;
    readonly age: number;
  }

  async function called(name: string, call: Call, { who, began, age }: Caller, rule: 'on' | 'off') {
    const store = stores[rule].fork(() => undefined);
    attacked.on(store);
    const before = JSON.stringify(store.items());
    const answer = await attacked.api(call, tokens.get(`${who} ${began} ${age}`)!);
    if (IS_REFUSED.test(answer.body?.error) || answer.body?.kind === 'sign_in_again')
      expect([name, JSON.stringify(store.items()) === before]).toEqual([name, true]);
    return answer;
  }

  async function outcome(name: string, caller: Caller, rule: 'on' | 'off') {
    const call = CALLS[name]!;
    const answer = await called(name, call, caller, rule);
    contract.held(call[0], call[1].split('?')[0]!, {
      ...answer,
      headers: new Headers(answer.headers as Record<string, string>),
    });
    const { status, body } = answer;
    if (status === 403) return 403;
    if (status === 409 && body.kind === 'sign_in_again') return 'sign_in_again';
    if (body.change !== undefined) return 'waits';
    // Where no second admin approves changes, nothing sets what approving them requires.
    return status < 300 || /^Changes of this organization need no second admin/.test(body.error) ? 'made' : answer;
  }

  it('the table has every edit, and every way in which a session begins', () => {
    const kinds = new Set(Object.values(CALLS).map(kindOf));
    const writes = operations.filter(({ role, method }) => role !== 'public' && method !== 'get');
    const classified = [...ANY_SESSION, ...NOT_MAILED, ...OF_PASSKEY_OR_LINK, ...FRESH, ...Object.keys(EDIT_OF)];
    expect(writes.map(({ operationId }) => operationId).sort()).toEqual([...classified, 'revokeSession'].sort());
    expect(classified.filter((id) => KINDS[id] === undefined)).toEqual([]);
    expect(Object.keys(WAITS).filter((kind) => !kinds.has(kind as EditKind))).toEqual([]);
    expect([...BEGAN].sort()).toEqual(Object.keys(EVERY_WAY).sort());
    const waiting = Object.keys(CALLS).filter((name) => !TAKE_AWAY.has(name));
    expect(waiting.filter((name) => WAITS[kindOf(CALLS[name]!)!] === 'never')).toEqual([]);
  });

  it.each(Object.keys(CALLS))(
    'an admin can %s by a sign-in of the last five minutes, or where another admin approves it, or if it only takes away',
    async (name) => {
      for (const rule of ['on', 'off'] as const) {
        for (const began of BEGAN) {
          for (const age of AGES) {
            const found = await outcome(name, { who: ATTACKER, began, age }, rule);
            expect({ rule, began, age, found }).toEqual({ rule, began, age, found: expected(name, began, age, rule) });
          }
        }
      }
    },
  );

  /** What the document says of a session of this kind, before the handler answers. */
  function judged(id: string, isRead: boolean, { who, began, age }: Caller): 'refused' | 'sign_in_again' | 'let in' {
    const { role } = operations.find(({ operationId }) => operationId === id)!;
    if (role === 'admin' && who === OPERATOR) return 'refused';
    if (isRead || ANY_SESSION.includes(id)) return 'let in';
    if (began === 'mailed_link') return 'refused';
    if (NOT_MAILED.includes(id)) return 'let in';
    if (began === 'identity') return 'sign_in_again';
    return FRESH.includes(id) && !isFresh(began, age) ? 'sign_in_again' : 'let in';
  }

  const rest = operations.filter(
    ({ role, operationId, path }) =>
      role !== 'public' && !(operationId in EDIT_OF) && operationId !== 'revokeSession' && path !== '/api/watch',
  );

  it.each(rest.map((operation) => [operation.operationId, operation] as const))(
    'a session of each kind and age may call an operation that edits nothing, or must sign in again: %s',
    async (id, operation) => {
      const call = callOf(operation);
      const isRead = operation.method === 'get';
      for (const who of [ATTACKER, OPERATOR]) {
        for (const began of BEGAN) {
          for (const age of AGES) {
            const caller = { who, began, age };
            const { body } = await called(id, call, caller, 'on');
            const found = IS_REFUSED.test(body?.error)
              ? 'refused'
              : body?.kind === 'sign_in_again'
                ? 'sign_in_again'
                : 'let in';
            expect({ ...caller, found }).toEqual({ ...caller, found: judged(id, isRead, caller) });
          }
        }
      }
    },
  );

  it.each(Object.keys(CALLS).filter((name) => name !== 'end one of their own sessions'))(
    'an operator who is no admin cannot %s, whatever their session is',
    async (name) => {
      const isTheirs = name === 'end their own access';
      for (const began of BEGAN) {
        for (const age of AGES) {
          const found = await outcome(name, { who: OPERATOR, began, age }, 'on');
          const isOfOperators = operations.some(
            ({ operationId, role }) => operationId === operationOf(CALLS[name]!) && role === 'operator',
          );
          const refusal = isOfOperators && began === 'identity' ? 'sign_in_again' : 403;
          expect({ began, age, found }).toEqual({
            began,
            age,
            found: isTheirs ? expected(name, began, age, 'on') : refusal,
          });
        }
      }
    },
  );
});
