/** Configuration: every edit is made from the revision that was read. */

import type { ActionId, OperatorId, OrgId, RequestId } from '../../../src/protocol/identifiers';
import type { Identity } from '../../../src/service/access/rules/company-sign-in';
import { CHANGES_TURN } from '../../../src/service/access/rules/signed-changes';
import { createConfigStore } from '../../../src/service/administration/store/config-store';
import type { ChatSetting } from '../../../src/service/chat/rules/setting';
import { createChatStore } from '../../../src/service/chat/store';
import type { ConfigStore } from '../../../src/service/configuration/ports';
import { type ApiKey, edited } from '../../../src/service/configuration/rules/items';
import { unchanged } from '../../../src/service/request/rules/journal';
import { createRequestStore } from '../../../src/service/request/store/request-store';
import { aPolicy, aRequest, at, op } from '../../support/builders';
import { ENVELOPE } from '../../support/house';
import { PERMIT } from '../../support/permit';
import { aWorkerKey } from '../../support/signing';
import { anAction, anApiKey, anApiToken, anEndpoint, anOperator, created } from './config-items';
import type { Place } from './stores';

interface Item {
  readonly revision: number;
}

/** How an item of one kind is first saved, changed in two ways, saved and read. */
interface Kind {
  first(org: OrgId): Item;
  edits(first: Item): readonly [Item, Item];
  save(store: ConfigStore, org: OrgId, item: Item): Promise<'saved' | 'conflict'>;
  read(store: ConfigStore, org: OrgId): Promise<Item | null>;
}

const KINDS: readonly (readonly [string, Kind])[] = [
  [
    'an operator',
    kind((org) => anOperator(org, 'op_bravo'), [{ name: 'one' }, { enabled: false }], {
      save: (store, _org, item) => store.saveOperator(item, PERMIT),
      read: (store, org) => store.operator(org, op('op_bravo')),
    }),
  ],
  [
    'an action',
    kind(() => anAction(), [{ updatedAtMs: at('12:01') }, { deletedAtMs: at('12:02') }], {
      save: (store, org, item) => store.saveAction(org, item, PERMIT),
      // An action is stored with its organization.
      read: async (store, org) => {
        const action = await store.action(org, anAction().policy.id);
        if (action === null) return null;
        const { org: _org, ...rest } = action as typeof action & { org: OrgId };
        return rest;
      },
    }),
  ],
  [
    'an API key',
    kind((org) => anApiKey(org), [{ name: 'one' }, { revokedAtMs: at('12:02') }], {
      save: (store, _org, item) => store.saveApiKey(item, PERMIT),
      read: (store, org) => store.apiKey(org, anApiKey(org).id),
    }),
  ],
  [
    'an endpoint',
    kind((org) => anEndpoint(org), [{ description: 'one' }, { deletedAtMs: at('12:02') }], {
      save: (store, _org, item) => store.saveEndpoint(item, PERMIT),
      read: (store, org) => store.endpoint(org, anEndpoint(org).id),
    }),
  ],
];

function kind<T extends ReturnType<typeof anOperator | typeof anAction | typeof anApiKey | typeof anEndpoint>>(
  first: (org: OrgId) => T,
  [one, two]: readonly [Partial<T>, Partial<T>],
  { save, read }: { save(store: ConfigStore, org: OrgId, item: T): Promise<'saved' | 'conflict'>; read: Kind['read'] },
): Kind {
  return {
    first,
    edits: (item) => [edited(item as T, one, []), edited(item as T, two, [])],
    save: (store, org, item) => save(store, org, item as T),
    read,
  };
}

export function configRules(place: Place): void {
  let store: ConfigStore;
  let org: OrgId;
  beforeEach(() => {
    store = createConfigStore(place.tables());
    org = place.org();
  });

  test.each(KINDS)(
    'the configuration store creates %s once, and keeps one of two edits of the same revision',
    async (_, of) => {
      const first = of.first(org);
      expect(await of.read(store, org)).toBeNull();
      expect(await of.save(store, org, first)).toBe('saved');
      expect(await of.save(store, org, first)).toBe('conflict');
      const edits = of.edits(first);
      expect(await of.save(store, org, { ...edits[0], revision: 3 })).toBe('conflict');
      expect(await of.read(store, org)).toEqual(first);
      expect(await of.save(store, org, edits[0])).toBe('saved');
      expect(await of.save(store, org, edits[1])).toBe('conflict');
      // A read then gives the edit that came first.
      expect(await of.read(store, org)).toEqual(edits[0]);
      expect(await of.read(store, 'org_nobody' as OrgId)).toBeNull();
    },
  );

  test('the configuration store keeps at most one of two edits that are made at the same time', async () => {
    const operator = anOperator(org, 'op_bravo');
    await store.saveOperator(operator, PERMIT);
    const edits = [{ name: 'one' }, { name: 'two' }].map((patch) => edited(operator, patch, []));
    const answers = await Promise.all(edits.map((edit) => store.saveOperator(edit, PERMIT)));
    expect([...answers].sort()).toEqual(['conflict', 'saved']);
    expect(await store.operator(org, operator.id)).toEqual(edits[answers.indexOf('saved')]);
  });

  test('the configuration store takes the role from an admin only while another admin is as it was read', async () => {
    const [alpha, bravo] = ['op_alpha', 'op_bravo'].map((id) => anOperator(org, id, { role: 'admin' }));
    await Promise.all([store.saveOperator(alpha!, PERMIT), store.saveOperator(bravo!, PERMIT)]);
    const [noAlpha, noBravo] = [alpha!, bravo!].map((admin) => edited(admin, { role: 'operator' }, []));
    expect(await store.saveOperator(noAlpha!, PERMIT, { whileUnchanged: bravo })).toBe('saved');
    expect(await store.saveOperator(noBravo!, PERMIT, { whileUnchanged: alpha })).toBe('conflict');
    const admins = (await store.operators(org)).filter(({ role }) => role === 'admin');
    expect(admins).toEqual([bravo]);
  });

  test('the configuration store keeps every version of a policy, and none of an edit that lost', async () => {
    const { id } = anAction().policy;
    const version = (n: number, title: string) => aPolicy({ version: n, title });
    const first = anAction({ policy: version(1, 'first') });
    await store.saveAction(org, first, PERMIT);
    await store.saveAction(org, edited(first, { policy: version(2, 'second') }, []), PERMIT);
    expect(await store.saveAction(org, edited(first, { policy: version(2, 'lost') }, []), PERMIT)).toBe('conflict');
    expect(await store.actionVersion(org, id, 1)).toEqual(version(1, 'first'));
    expect(await store.actionVersion(org, id, 2)).toEqual(version(2, 'second'));
    expect(await store.actionVersion(org, id, 3)).toBeNull();
  });

  test('the configuration store finds a key by its token until the key is revoked, and an edit that lost revokes nothing', async () => {
    const signingKey = aWorkerKey().publicKey;
    const key = { ...anApiKey(org), signingKey, maxOpen: 20 };
    const { id, scopes } = key;
    const tokenHash = key.tokens[0]!.hash;
    const live = {
      org,
      id,
      scopes,
      actions: null,
      signingKey,
      maxOpen: 20,
      token: 1,
      endsAtMs: null,
      lastUsedAtMs: null,
    };
    expect(await store.liveKey(tokenHash)).toBeNull();
    await store.saveApiKey(key, PERMIT);
    expect(await store.liveKey(tokenHash)).toEqual(live);
    const revoked = edited(key, { revokedAtMs: at('12:02') }, []);
    expect(await store.saveApiKey({ ...revoked, revision: 3 }, PERMIT)).toBe('conflict');
    expect(await store.liveKey(tokenHash)).toEqual(live);
    expect(await store.saveApiKey(revoked, PERMIT)).toBe('saved');
    expect(await store.liveKey(tokenHash)).toBeNull();
  });

  test('the configuration store gives every token of a key its new limits, and none that ended', async () => {
    const tokens = [1, 2].map((number) => anApiToken(`token ${number} of ${org}`, { number, endsAtMs: at('13:00') }));
    const limits = () =>
      Promise.all(
        tokens.map(async ({ hash }) => {
          const live = (await store.liveKey(hash))!;
          return [live.maxOpen, live.actions];
        }),
      );
    const actions = ['deploy', 'refund'] as ActionId[];
    let key: ApiKey = { ...anApiKey(org), tokens, maxOpen: 20 };
    await store.saveApiKey(key, PERMIT);
    expect(await limits()).toEqual([
      [20, null],
      [20, null],
    ]);
    for (const limit of [{ maxOpen: 3, actions }, { actions }, {}, { maxOpen: 1 }, { actions: actions.slice(1) }]) {
      const { maxOpen: _open, actions: _actions, ...rest } = edited(key, {}, []);
      key = { ...rest, ...limit };
      expect(await store.saveApiKey(key, PERMIT)).toBe('saved');
      const expected = [key.maxOpen ?? null, key.actions ?? null];
      expect(await limits()).toEqual([expected, expected]);
    }
  });

  test('the configuration store registers a signing key with one API key of an organization, also after that key was revoked', async () => {
    const signingKey = aWorkerKey().publicKey;
    const key = (id: string, ofOrg = org) =>
      ({
        ...anApiKey(ofOrg),
        id: `key_${id.repeat(24)}` as ApiKey['id'],
        tokens: [anApiToken(`token of ${id}`)],
        signingKey,
      }) satisfies ApiKey;
    expect(await store.signingKeyOwner(org, signingKey)).toBeNull();
    const both = ['1', '2'].map((id) => store.saveApiKey(key(id), PERMIT));
    expect((await Promise.all(both)).sort()).toEqual(['conflict', 'saved']);
    const owner = (await store.signingKeyOwner(org, signingKey))!;
    expect((await store.apiKeys(org)).map(({ id }) => id)).toEqual([owner]);
    const revoked = edited((await store.apiKey(org, owner))!, { revokedAtMs: at('12:02') }, []);
    expect(await store.saveApiKey(revoked, PERMIT)).toBe('saved');
    expect(await store.saveApiKey(key('3'), PERMIT)).toBe('conflict');
    expect(await store.liveKey('token of 3')).toBeNull();
    // Another organization, and an API key without a signing key, are not concerned.
    const other = `${org}_other` as OrgId;
    expect(await store.saveApiKey({ ...key('4', other), org: other }, PERMIT)).toBe('saved');
    const { signingKey: _none, ...plain } = key('5');
    expect(await store.saveApiKey(plain as ApiKey, PERMIT)).toBe('saved');
  });

  test('the configuration store finds a rotated key by each of its tokens, with their ends, until the key is revoked', async () => {
    const [first, second] = [anApiToken(`first of ${org}`), anApiToken(`second of ${org}`, { number: 2 })];
    const key = anApiKey(org, { tokens: [first] });
    await store.saveApiKey(key, PERMIT);
    await store.touchApiKey(org, key.id, first.hash, at('12:01'));
    const rotated = edited(key, { tokens: [first, second] }, []);
    expect(await store.saveApiKey(rotated, PERMIT)).toBe('saved');
    expect(await store.liveKey(first.hash)).toMatchObject({ id: key.id, token: 1, lastUsedAtMs: at('12:01') });
    expect(await store.liveKey(second.hash)).toMatchObject({
      id: key.id,
      token: 2,
      endsAtMs: null,
      lastUsedAtMs: null,
    });
    const ended = edited(rotated, { tokens: [{ ...first, endsAtMs: at('12:02') }, second] }, []);
    expect(await store.saveApiKey(ended, PERMIT)).toBe('saved');
    expect(await store.liveKey(first.hash)).toMatchObject({
      token: 1,
      endsAtMs: at('12:02'),
      lastUsedAtMs: at('12:01'),
    });
    expect((await store.apiKeys(org))[0]!.tokens.map(({ lastUsedAtMs }) => lastUsedAtMs)).toEqual([at('12:01'), null]);
    expect(await store.saveApiKey(edited(ended, { revokedAtMs: at('12:03') }, []), PERMIT)).toBe('saved');
    expect([await store.liveKey(first.hash), await store.liveKey(second.hash)]).toEqual([null, null]);
  });

  test('the configuration store reads an intent beside a key whose organization it knows, of that organization alone', async () => {
    const key = anApiKey(org);
    await store.saveApiKey(key, PERMIT);
    const id = `req_${'1'.repeat(24)}` as RequestId;
    await createRequestStore(place.tables()).create(unchanged({ ...aRequest(), org, id }), ENVELOPE, 'write_1');
    expect(await store.liveKey(key.tokens[0]!.hash, id)).not.toHaveProperty('intent');
    expect((await store.liveKey(key.tokens[0]!.hash, id))?.intent).toEqual({ text: JSON.stringify(ENVELOPE) });
    expect((await store.liveKey(key.tokens[0]!.hash, `req_${'2'.repeat(24)}` as RequestId))?.intent).toEqual({
      text: null,
    });
    const others = anApiKey('org_others' as OrgId, { tokens: [anApiToken('the hash of another token')] });
    await store.saveApiKey(others, PERMIT);
    await store.liveKey(others.tokens[0]!.hash);
    expect((await store.liveKey(others.tokens[0]!.hash, id))?.intent).toEqual({ text: null });
    await store.saveApiKey(edited(key, { revokedAtMs: at('12:02') }, []), PERMIT);
    expect(await store.liveKey(key.tokens[0]!.hash, id)).toBeNull();
  });

  test('the configuration store notes the last use of a key without a revision, and brings no revoked key back', async () => {
    const key = anApiKey(org);
    const { id } = key;
    const tokenHash = key.tokens[0]!.hash;
    await store.touchApiKey(org, id, tokenHash, at('12:01'));
    expect(await store.liveKey(tokenHash)).toBeNull();
    await store.saveApiKey(key, PERMIT);
    await store.touchApiKey('org_nobody' as OrgId, id, tokenHash, at('12:01'));
    expect((await store.liveKey(tokenHash))?.lastUsedAtMs).toBeNull();
    await store.touchApiKey(org, id, tokenHash, at('12:01'));
    expect((await store.liveKey(tokenHash))?.lastUsedAtMs).toBe(at('12:01'));
    expect(await store.apiKeys(org)).toEqual([{ ...key, tokens: [{ ...key.tokens[0], lastUsedAtMs: at('12:01') }] }]);
    await store.saveApiKey(edited(key, { revokedAtMs: at('12:02') }, []), PERMIT);
    await store.touchApiKey(org, id, tokenHash, at('12:03'));
    expect(await store.liveKey(tokenHash)).toBeNull();
    expect((await store.apiKeys(org))[0]!.tokens[0]!.lastUsedAtMs).not.toBe(at('12:03'));
  });

  test('the configuration store keeps the chat of an organization beside its other settings', async () => {
    const chats = createChatStore(place.tables());
    const hook = { format: 'slack', host: 'hooks.example.org', sealedUrl: 'sealed' } as const;
    const failing = { kind: 'refused', status: 400, atMs: at('12:01') } as const;
    const target = { ...hook, atMs: at('12:00'), failing };
    const chat: ChatSetting = { org, target, revision: 1, journal: [] };
    expect(await chats.load(org)).toBeNull();
    expect(await chats.save(chat, PERMIT)).toBe('saved');
    await store.saveSetting(CHANGES_TURN, { org, turn: 'code', atMs: 1, revision: 1, journal: [] }, PERMIT);
    expect(await chats.load(org)).toEqual(chat);
    expect(await chats.save(chat, PERMIT)).toBe('conflict');
    expect(await chats.load('org_nobody' as OrgId)).toBeNull();
  });

  test('the configuration store keeps a company account once, also if it is connected to two operators at the same moment', async () => {
    const of = (operator: string): Identity => ({
      org,
      id: 'hash-of-account',
      operator: operator as OperatorId,
      former: [],
      accessEpoch: 0,
      connectedAtMs: at('12:00'),
      disconnectedAtMs: null,
      revision: 1,
      journal: [],
    });
    const saved = await Promise.all(
      ['op_alpha', 'op_bravo'].map((operator) => store.saveIdentities([of(operator)], null)),
    );
    expect([...saved].sort()).toEqual(['conflict', 'saved']);
    const winner = of(saved[0] === 'saved' ? 'op_alpha' : 'op_bravo');
    expect(await store.identity(org, winner.id)).toEqual(winner);
    expect(await store.identities(org)).toEqual([winner]);
    expect(await store.identity('org_nobody' as OrgId, winner.id)).toBeNull();
    const ended = { ...winner, disconnectedAtMs: at('12:01'), revision: 2 };
    expect([await store.saveIdentities([ended], null), await store.saveIdentities([ended], null)]).toEqual([
      'saved',
      'conflict',
    ]);
  });

  test('the configuration store lists each kind by itself, of its organization, with the entries that wait for the chain', async () => {
    const operator = edited(anOperator(org, 'op_bravo', { revision: 0 }), {}, [created('op_bravo', at('12:00'))]);
    await Promise.all([store.saveOperator(operator, PERMIT), store.saveEndpoint(anEndpoint(org), PERMIT)]);
    expect(await store.operators(org)).toEqual([operator]);
    expect(await store.endpoints(org)).toEqual([anEndpoint(org)]);
    expect([await store.actions(org), await store.apiKeys(org)]).toEqual([[], []]);
    expect(await store.operators('org_nobody' as OrgId)).toEqual([]);
  });
}
