/**
 * Which edits of the configuration need a sign-in of the last five minutes: every edit, and every field of an operator, by a
 * session of each age that began in each way, where a second admin approves changes and where none does
 * (docs/security.md).
 */
import type { Began } from '../../src/core/access/fresh-sign-in';
import { type EditKind, WAITS } from '../../src/core/administration/edits';
import type { OperatorPatch } from '../../src/core/configuration/items';
import { FOUR_EYES_ORG } from '../../src/local/demo';
import type { MemoryStore } from '../../src/local/memory/store';
import { START_MS } from '../simulation/start';
import { openContract } from '../support/contract';
import { PERMIT } from '../support/permit';
import { ACTIONS, ATTACKER, type Call, EDIT_OF, HARMLESS, operationOf, SAFER, VICTIM } from './administrative-actions';
import { type Attacked, openAttacked, withoutTheRule } from './attacked';

const MINUTE = 60_000;
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
const MORE: Readonly<Record<string, Call>> = {
  'make a link of their own': ['POST', `/api/operators/${ATTACKER}/sign-in-link`, {}],
  'end their own access': ['DELETE', '/api/sessions'],
  'leave everything as it is': ['PATCH', '/api/keys/{key}', { max_open: 50 }],
  'raise the limit of an API key': ['PATCH', '/api/keys/{key}', { max_open: 51 }],
  'name who holds an API key': ['PATCH', '/api/keys/{key}', { holder: VICTIM }],
  'end mailed links': ['PUT', '/api/mailed-links', { allowed: false }],
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
]);
/** These need a fresh sign-in wherever they are made. */
const ALWAYS_FRESH = new Set(['make a link of their own', 'end their own access', 'set a chat']);

const kindOf = (call: Call): EditKind => EDIT_OF[operationOf(call)]!;
const isFresh = (began: Began, ageMs: number) => ['passkey', 'link'].includes(began) && ageMs < 5 * MINUTE;

function expected(name: string, began: Began, ageMs: number, rule: 'on' | 'off') {
  if (began === 'mailed_link') return 403;
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
    for (const began of BEGAN) {
      for (const age of AGES) {
        on(base, START_MS - age);
        tokens.set(`${began} ${age}`, await session(ATTACKER, began));
      }
    }
    stores = { on: base, off: await withoutTheRule(attacked) };
  });
  const golf = async () => (await attacked.ports.config.operator(FOUR_EYES_ORG, 'op_golf' as never))!;

  async function outcome(name: string, began: Began, ageMs: number, rule: 'on' | 'off') {
    const store = stores[rule].fork(() => undefined);
    attacked.on(store);
    const before = JSON.stringify(store.items());
    const call = CALLS[name]!;
    const answer = await attacked.api(call, tokens.get(`${began} ${ageMs}`)!);
    contract.held(call[0], call[1].split('?')[0]!, {
      ...answer,
      headers: new Headers(answer.headers as Record<string, string>),
    });
    const { status, body } = answer;
    if (status === 403 || body.kind === 'sign_in_again')
      expect([name, JSON.stringify(store.items())]).toEqual([name, before]);
    if (status === 403) return 403;
    if (status === 409 && body.kind === 'sign_in_again') return 'sign_in_again';
    if (body.change !== undefined) return 'waits';
    // Where no second admin approves changes, nothing sets what approving them requires.
    return status < 300 || /^Changes of this organization need no second admin/.test(body.error) ? 'made' : answer;
  }

  it('the table has every edit, and every way in which a session begins', () => {
    const kinds = new Set(Object.values(CALLS).map(kindOf));
    expect(Object.keys(WAITS).filter((kind) => !kinds.has(kind as EditKind))).toEqual([]);
    expect([...BEGAN].sort()).toEqual(Object.keys(EVERY_WAY).sort());
    const waiting = Object.keys(CALLS).filter((name) => !TAKE_AWAY.has(name));
    expect(waiting.filter((name) => WAITS[kindOf(CALLS[name]!)] === 'never')).toEqual([]);
  });

  it.each(Object.keys(CALLS))(
    'an admin can %s by a sign-in of the last five minutes, or where another admin approves it, or if it only takes away',
    async (name) => {
      for (const rule of ['on', 'off'] as const) {
        for (const began of BEGAN) {
          for (const age of AGES) {
            const found = await outcome(name, began, age, rule);
            expect({ rule, began, age, found }).toEqual({ rule, began, age, found: expected(name, began, age, rule) });
          }
        }
      }
    },
  );
});
