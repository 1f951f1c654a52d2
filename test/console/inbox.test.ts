/** The inbox at its boundaries: over tables in memory, at an exact time. */
import { DEMO_ORG } from '../../src/local/demo';
import { person } from '../../src/protocol/actor';
import type { OperatorId, OrgId, RequestId } from '../../src/protocol/identifiers';
import { openSetUp } from '../../src/service/administration/use-cases/set-up';
import type { Operator } from '../../src/service/configuration/rules/items';
import { type Ledger, openLedger } from '../support/ledger';
import { openedOnce } from '../support/opened';
import { PERMIT } from '../support/permit';

const SOON_MS = 15 * 60_000;

describe('the inbox at an exact time', () => {
  let nowMs = Date.UTC(2026, 10, 20, 12);
  const ledger: Ledger = openedOnce(() => openLedger({ memory: true, nowMs: () => nowMs }));

  const inbox = async (query: string) => {
    // A session ends while the time passes.
    await ledger.signIn('op_bravo');
    return (await ledger.api('op_bravo', 'GET', `/api/inbox?view=open&${query}`)).body;
  };
  /** When the new request ends. */
  const proposed = async (fields: object): Promise<number> => {
    const id = await ledger.proposed(fields);
    return (await ledger.requests.load(DEMO_ORG, id as RequestId))!.request.expiresAtMs;
  };
  const soonOf = async (query: string) => {
    const { counts } = await inbox(query);
    const { requests } = await inbox(`${query}&soon=true`);
    return [counts.soon, requests.length];
  };

  it('the inbox sorts a request without an amount after all others, also after an amount below zero', async () => {
    for (const amount of ['-5', undefined, '0', '12.50', 'many'])
      await ledger.proposed({ summary: 'sorted', params: amount === undefined ? {} : { amount } });
    const { requests } = await inbox('text=sorted&sort=amount');
    const amounts = requests.map(({ request }: { request: { params: { amount?: string } } }) => request.params.amount);
    expect(amounts.slice(0, 3)).toEqual(['12.50', '0', '-5']);
    expect(amounts.slice(3)).toEqual(expect.arrayContaining(['many', undefined]));
  });

  it('a request is among those that end soon from exactly 15 minutes before its end', async () => {
    const endsAtMs = await proposed({ summary: 'boundary' });
    nowMs = endsAtMs - SOON_MS - 1;
    expect(await soonOf('text=boundary')).toEqual([0, 0]);
    nowMs += 1;
    expect(await soonOf('text=boundary')).toEqual([1, 1]);
    nowMs = endsAtMs - 1;
    expect(await soonOf('text=boundary')).toEqual([1, 1]);
    nowMs = endsAtMs;
    expect(await soonOf('text=boundary')).toEqual([0, 0]);
  });

  it('the inbox counts the requests that end soon within the other filters', async () => {
    const endsAtMs = await proposed({ summary: 'within a filter' });
    await proposed({ summary: 'another filter', requester: 'op_charlie' });
    nowMs = endsAtMs - SOON_MS;
    expect(await soonOf('text=filter')).toEqual([2, 2]);
    expect(await soonOf('text=within')).toEqual([1, 1]);
    expect(await soonOf('text=filter&requester=op_charlie')).toEqual([1, 1]);
    expect(await soonOf('text=filter&action=demo.refund')).toEqual([0, 0]);
  });
});

describe('the inbox of a new organization', () => {
  const ledger: Ledger = openedOnce(() => openLedger({ memory: true }));
  let made = 0;

  /** An organization with its first admin, who is signed in. */
  async function founded() {
    made += 1;
    const [org, ada] = [`org_new_${made}` as OrgId, `op_ada_${made}`];
    const opened = await openSetUp(ledger.ports, { org, by: person('test') });
    if (!opened.ok) throw new Error(`${org} is not new`);
    const door = opened.value;
    const add = (id: string, role: Operator['role']) =>
      door.createOperator({ id: id as OperatorId, name: 'Ada', email: `${made}@acme.example`, role });
    await add(ada, 'admin');
    await ledger.signIn(ada, org);
    const isNew = async (operator = ada) =>
      (await ledger.api(operator, 'GET', '/api/inbox')).body.new_organization as boolean;
    return { org, ada, door, add, isNew };
  }
  type Founded = Awaited<ReturnType<typeof founded>>;

  it('an organization that has only its first admin is new, and also one with operators', async () => {
    const { add, isNew } = await founded();
    expect(await isNew()).toBe(true);
    await add('op_ben', 'operator');
    expect(await isNew()).toBe(true);
  });

  it('an organization with a second admin who is disabled is new', async () => {
    const { org, add, isNew } = await founded();
    await add('op_ben', 'operator');
    const ben = await ledger.ports.config.operator(org, 'op_ben' as OperatorId);
    await ledger.ports.config.saveOperator(
      { ...ben!, role: 'admin', enabled: false, revision: ben!.revision + 1, journal: [] },
      PERMIT,
    );
    expect(await isNew()).toBe(true);
  });

  const PARTS: Readonly<Record<string, (founded: Founded) => Promise<unknown>>> = {
    'an API key': ({ ada }) => ledger.api(ada, 'POST', '/api/keys', { name: 'ci', scopes: ['read'] }),
    'an action': ({ ada }) =>
      ledger.api(ada, 'PUT', '/api/actions/pay.out', {
        ...{
          title: 'Pay out',
          roster: [ada],
          quorum: { default: 1, min: 1, max: 1, selectable: false },
          deny_self_approval: false,
        },
        if_version: 0,
      }),
    'a second admin': ({ add }) => add('op_ben', 'admin'),
  };
  it.each(Object.keys(PARTS))('an organization with %s is not new', async (part) => {
    const founder = await founded();
    await PARTS[part]!(founder);
    expect(await founder.isNew()).toBe(false);
  });

  it('an operator who is not an admin never hears that the organization is new', async () => {
    const { org, add, isNew } = await founded();
    await add(`op_ben_${made}`, 'operator');
    await ledger.signIn(`op_ben_${made}`, org);
    expect(await isNew(`op_ben_${made}`)).toBe(false);
  });

  it('whether an organization is new is read only if none of its requests is open', async () => {
    const { isNew } = await founded();
    const { apiKeys } = ledger.ports.config;
    let reads = 0;
    ledger.ports.config.apiKeys = (org) => {
      reads += 1;
      return apiKeys(org);
    };
    try {
      expect(await isNew()).toBe(true);
      expect(reads).toBe(1);
      await ledger.proposed({ summary: 'open' });
      await ledger.signIn('op_alpha');
      expect((await ledger.api('op_alpha', 'GET', '/api/inbox?text=nothing')).body).toMatchObject({
        new_organization: false,
        requests: [],
      });
      expect(reads).toBe(1);
    } finally {
      ledger.ports.config.apiKeys = apiKeys;
    }
  });
});
