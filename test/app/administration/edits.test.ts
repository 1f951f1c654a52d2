/** What holds for the edit of every kind of item, over tables in memory (docs/decisions/declared-edits.md). */
import { makeEdit } from '../../../src/app/administration/make-edit';
import type { AnyEdit, EditKind } from '../../../src/core/administration/edits';
import type { Write } from '../../../src/core/configuration/declaration';
import { DEMO_ORG as ORG } from '../../../src/local/demo';
import type { ActionId, GroupId, OperatorId, OrgId, RequestId } from '../../../src/protocol/identifiers';
import { ALPHA, accepted, aNewPolicy, BRAVO, CHARLIE } from '../../support/builders';
import { type Ledger, openLedger } from '../../support/ledger';
import { PERMIT, RULE_OFF } from '../../support/permit';

type Ports = Ledger['ports'];

const BY = { org: ORG, by: ALPHA };
const ISSUER = 'https://id.acme.dev';
const PROVIDER: AnyEdit = {
  kind: 'set_identity_provider',
  provider: {
    ...{ issuer: ISSUER, clientId: 'c', sealedSecret: null },
    ...{ acrValues: [], maxAgeSeconds: 60, forbidsMailLinks: false },
  },
};
const [FINANCE, PAY] = ['grp_finance' as GroupId, 'pay' as ActionId];
const MEMBER = { operator: BRAVO, startsAtMs: null, endsAtMs: null };

let ledger: Ledger;
let ports: Ports;
beforeEach(async () => {
  ledger = await openLedger({ memory: true });
  const sender = { ...ledger.ports.sender, validateEndpoint: async () => ({ ok: true as const }) };
  ports = { ...ledger.ports, sender };
});
afterEach(() => ledger?.stop());

const make = async (edit: AnyEdit, deps = ports) => accepted(await makeEdit<EditKind>(deps, BY, edit, PERMIT));
const person = (id: string) => ({
  id: id as OperatorId,
  name: 'New',
  email: `${id}@acme.dev`,
  role: 'operator' as const,
});
type WithEntries = { readonly journal: readonly { readonly entries: readonly { readonly kind: string }[] }[] };
const kindsOf = (items: readonly WithEntries[]) =>
  items.flatMap(({ journal }) => journal.flatMap(({ entries }) => entries.map(({ kind }) => kind)));
async function open(action: string): Promise<RequestId> {
  const made = await ledger.v1('proposer', 'POST', '/v1/requests', { body: { action, requester: ALPHA } });
  return made.body.request.id;
}

/** For each kind of item an edit that writes it, the entry of the edit, and where the entry is kept. */
const EDIT_OF: Readonly<
  Record<Write['kind'], readonly [string, () => AnyEdit | Promise<AnyEdit>, () => Promise<readonly WithEntries[]>]>
> = {
  operator: [
    'operator.sign_in_link_made',
    () => ({ kind: 'send_sign_in_link', id: CHARLIE }),
    async () => found(await ports.config.operator(ORG, CHARLIE)),
  ],
  operators: [
    'operator.created',
    () => ({ kind: 'invite_operators', operators: ['op_nina', 'op_oscar'].map(person) }),
    async () => (await ports.config.operators(ORG)).filter(({ id }) => id === 'op_nina'),
  ],
  key: ['key.created', () => ({ kind: 'create_key', name: 'new', scopes: ['read'] }), () => keys('new')],
  endpoint: [
    'endpoint.created',
    () => ({
      kind: 'create_endpoint',
      endpoint: { url: 'https://hooks.acme.dev/', types: null, description: 'once' },
    }),
    async () => (await ports.config.endpoints(ORG)).filter(({ description }) => description === 'once'),
  ],
  setting: [
    'mailed_links.set',
    () => ({ kind: 'set_mailed_links', allowed: true }),
    async () => found(await ports.config.setting(ORG, 'mailed-links')),
  ],
  action: [
    'action.created',
    () => ({ kind: 'put_action', policy: aNewPolicy({ id: PAY, roster: [ALPHA, BRAVO, CHARLIE] }) }),
    async () => found(await ports.config.action(ORG, PAY)),
  ],
  group: [
    'group.created',
    () => ({ kind: 'put_group', group: { id: FINANCE, name: 'Finance', members: [MEMBER] } }),
    async () => found(await ports.config.group(ORG, FINANCE)),
  ],
  identities: [
    'identity.connected',
    async () => {
      await make(PROVIDER);
      return { kind: 'connect_identity', id: BRAVO, issuer: ISSUER, subject: 'ada' };
    },
    () => ports.config.identities(ORG),
  ],
  chat: [
    'chat.set',
    () => ({ kind: 'set_chat', chat: { format: 'slack', url: 'https://chat.acme.dev/secret' } }),
    async () => found(await ports.chatStore.load(ORG)),
  ],
  request: [
    'code.reissued',
    async () => {
      asked = await open('demo.solo');
      return { kind: 'reissue_code', request: asked, seat: BRAVO };
    },
    async () => [(await ledger.requests.load(ORG, asked))!.request],
  ],
};
let asked: RequestId;
const keys = async (called: string) => (await ports.config.apiKeys(ORG)).filter(({ name }) => name === called);
const found = <T>(item: T | null): readonly T[] => (item === null ? [] : [item]);
const KINDS = Object.keys(EDIT_OF) as Write['kind'][];

describe('an edit is made once, and answered as made, although the answer to its write is lost', () => {
  /** Writes what it is given, and again as the SDK does where no answer comes. The answer is that to the second write. */
  const twice =
    <Args extends readonly unknown[], T>(write: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      await write(...args);
      return write(...args);
    };

  /** The write of a request that gets through only when the next attempt has begun. */
  function late(write: Ports['changes']['write']): Ports['changes']['write'] {
    let first: Parameters<typeof write> | null = null;
    return async (...args) => {
      if (first !== null) {
        await write(...first);
        return write(...args);
      }
      first = args;
      return { kind: 'contention' };
    };
  }

  function losing({ config, chatStore, changes, ...others }: Ports): Ports {
    return {
      ...others,
      chatStore: { ...chatStore, save: twice(chatStore.save) },
      changes: { ...changes, write: late(changes.write) },
      config: {
        ...config,
        saveOperator: twice(config.saveOperator),
        saveNewOperators: twice(config.saveNewOperators),
        saveApiKey: twice(config.saveApiKey),
        saveEndpoint: twice(config.saveEndpoint),
        saveSetting: twice(config.saveSetting),
        saveAction: twice(config.saveAction),
        saveGroup: twice(config.saveGroup),
        saveIdentities: twice(config.saveIdentities),
      },
    };
  }

  it.each(KINDS)('of %s', async (kind) => {
    const [entry, edit, read] = EDIT_OF[kind];
    const given = await edit();
    const before = kindsOf(await read()).length;
    await make(given, losing(ports));
    const invited = kind === 'operators' ? ['operator.sign_in_link_made'] : [];
    expect(kindsOf(await read()).slice(before)).toEqual([entry, ...invited]);
  });
});

describe('an edit that was judged to need nobody else is not made if changes wait since then', () => {
  // Nobody gets a vote by these.
  const waits = KINDS.filter((kind) => kind !== 'endpoint' && kind !== 'chat');
  it.each(waits)('of %s', async (kind) => {
    const [entry, edit, read] = EDIT_OF[kind];
    const given = await edit();
    await make({ kind: 'update_operator', id: BRAVO, patch: { role: 'admin' } });
    const refused = { ok: false, error: { reason: 'edited_meanwhile' } };
    expect(await makeEdit<EditKind>(ports, BY, given, RULE_OFF)).toEqual(refused);
    expect(kindsOf(await read()).filter((each) => each === entry)).toEqual([]);
  });
});

describe('an edit takes a seat out of an open request before it is answered', () => {
  const account = { issuer: ISSUER, subject: 'grace' };
  it.each<[string, (id: OperatorId) => AnyEdit]>([
    ['an operator is disabled', (id) => ({ kind: 'update_operator', id, patch: { enabled: false } })],
    ['an address is changed', (id) => ({ kind: 'update_operator', id, patch: { email: 'other@acme.dev' } })],
    ['a sign-in link is made', (id) => ({ kind: 'send_sign_in_link', id })],
    ['an account is connected', (id) => ({ kind: 'connect_identity', id, ...account })],
  ])('%s', async (title, edit) => {
    await make(PROVIDER);
    const id = `op_${title.replaceAll(' ', '_')}` as OperatorId;
    await make({ kind: 'create_operator', operator: { ...person(id), role: 'operator' } });
    const action = `pay.${title.split(' ')[1]}` as ActionId;
    await make({ kind: 'put_action', policy: aNewPolicy({ id: action, roster: [id, BRAVO, CHARLIE] }) });
    const request = await open(action);
    await make(edit(id));
    const { seats } = (await ledger.requests.load(ORG, request))!.request;
    expect(seats.find(({ operator }) => operator === id)).toMatchObject({ disabled: true });
  });
});

describe('an admin', () => {
  const one = (id: string, role: 'admin' | 'operator' = 'admin') => ({ ...person(id), role });

  it.each<[string, AnyEdit[]]>([
    ['added', [{ kind: 'create_operator', operator: one('op_b') }]],
    ['invited', [{ kind: 'invite_operators', operators: [one('op_b')] }]],
    [
      'promoted',
      [
        { kind: 'create_operator', operator: one('op_b', 'operator') },
        { kind: 'update_operator', id: 'op_b' as OperatorId, patch: { role: 'admin' } },
      ],
    ],
  ])('who is %s as the second one makes changes wait from then on', async (title, edits) => {
    const org = `org_${title}` as OrgId;
    const make = async (edit: AnyEdit) => accepted(await makeEdit<EditKind>(ports, { org, by: 'admin' }, edit, PERMIT));
    await make({ kind: 'create_operator', operator: one('op_a') });
    expect(await ports.config.ruleBegan(org)).toBe(false);
    for (const edit of edits) await make(edit);
    expect(await ports.config.ruleBegan(org)).toBe(true);
  });
});
