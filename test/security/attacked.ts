/**
 * The organization that one admin attacks: `op_echo` is the attacker, `op_foxtrot` the other admin. It has one of everything
 * that an edit can name. The store is in memory, so that each attempt starts in a fork of it.
 */
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { policyOf } from '../../src/lambda/console/policy-view';
import { FOUR_EYES_ORG } from '../../src/local/demo';
import { MemoryStore } from '../../src/local/memory/store';
import { type ActionId, endpointIdFrom } from '../../src/protocol/identifiers';
import { IDENTITY_PROVIDER, identityId } from '../../src/service/access/rules/company-sign-in';
import type { Began } from '../../src/service/access/rules/fresh-sign-in';
import { dice } from '../linearizability/record';
import { IdentityProvider } from '../simulation/company';
import { START_MS } from '../simulation/start';
import { aGroup, anAction, anEndpoint, aPasskey } from '../store/conformance/config-items';
import { PERMIT } from '../support/permit';
import { type Call, GUARDED, VICTIM } from './administrative-actions';
import { type Forked, openForked } from './forked';

export type Attacked = Awaited<ReturnType<typeof openAttacked>>;

export async function openAttacked() {
  const base = MemoryStore.empty();
  const forked = openForked();
  const { ports, v1 } = forked;
  const random = dice(3);
  const provider = new IdentityProvider();
  /** From now on the functions use this store, at this time. */
  const on = (store: MemoryStore, nowMs = START_MS) =>
    forked.on(store, { nowMs: () => nowMs, random, askProvider: async (_instance, _what, act) => act(provider) });
  /** The token of a session that begins now. */
  const session = (operator: string, began?: Began) => forked.session(FOUR_EYES_ORG, operator, began);
  const api = ([method, pattern, body = {}]: Call, token: string) =>
    forked.api(
      token,
      method,
      pattern.replace(/\{(\w+)\}/g, (_, name) => ids[name]!),
      body,
    );

  on(base, START_MS - 1000);
  const key = (await forked.haveDemo()).four_eyes;
  await session(VICTIM);
  await haveItems(ports);
  await haveGroups(ports);
  await haveCompanySignIn(ports);
  const proposed = await v1(key, 'POST', '/v1/requests', { action: 'demo.release', requester: 'op_golf' });
  /** The items that the paths of the attempts name. */
  const ids: Record<string, string> = {
    session: (await ports.sessions.list(FOUR_EYES_ORG, VICTIM, START_MS))[0]!.id,
    key: (await ports.config.apiKeys(FOUR_EYES_ORG))[0]!.id,
    passkey: 'psk_1',
    ...ENDPOINTS,
    request: proposed.body.request.id,
  };
  /** Another endpoint, which paths can name. */
  const haveEndpoint = async (name: string, fields: Parameters<typeof anEndpoint>[1]) => {
    const id = endpointIdFrom(`${4 + Object.keys(ids).length}`.padEnd(24, '0'));
    await ports.config.saveEndpoint(anEndpoint(FOUR_EYES_ORG, { ...fields, id }), PERMIT);
    ids[name] = id;
  };
  return {
    ...{ base, ports, on, session, api, ids, haveEndpoint },
    v1: (method: string, path: string, body?: object) => v1(key, method, path, body),
  };
}

/** The same organization as one that never had a second admin: neither the operator nor the mark. */
export async function withoutTheRule({ base, on, ports }: Attacked): Promise<MemoryStore> {
  const ruleless = base.fork(() => undefined);
  on(ruleless);
  const victim = (await ports.config.operator(FOUR_EYES_ORG, VICTIM))!;
  await ports.config.saveOperator({ ...victim, role: 'operator', revision: victim.revision + 1 }, PERMIT);
  const Key = { pk: `${FOUR_EYES_ORG}#FOUR_EYES`, sk: 'RULE' };
  ruleless.run(new DeleteCommand({ TableName: 'main', Key }));
  return ruleless;
}

type Ports = Forked['ports'];

const ENDPOINTS = {
  endpoint: endpointIdFrom('1'.repeat(24)),
  rotated: endpointIdFrom('2'.repeat(24)),
  unverified: endpointIdFrom('3'.repeat(24)),
};

async function haveItems({ config, passkeys, chatStore }: Ports): Promise<void> {
  const [apiKey] = await config.apiKeys(FOUR_EYES_ORG);
  await config.saveApiKey({ ...apiKey!, maxOpen: 50, revision: apiKey!.revision + 1 }, PERMIT);
  await passkeys.enrol(aPasskey(FOUR_EYES_ORG, 'psk_1', { operator: VICTIM }), 0);
  const sealedToken = Buffer.from('verify_1').toString('base64url');
  for (const id of Object.values(ENDPOINTS)) {
    const previous = id === ENDPOINTS.rotated ? { sealedSecret: 'sealed', expiresAtMs: START_MS + 3_600_000 } : null;
    const waits = id === ENDPOINTS.unverified ? { enabled: false, sealedToken } : {};
    await config.saveEndpoint(anEndpoint(FOUR_EYES_ORG, { id, previous, ...waits }), PERMIT);
  }
  const hook = { format: 'slack', host: 'hooks.example.org', sealedUrl: 'sealed' } as const;
  const target = { ...hook, atMs: START_MS, failing: null };
  await chatStore.save({ org: FOUR_EYES_ORG, target, revision: 1, journal: [] }, PERMIT);
}

/** Only the other admin is in the group of guards. The second group is empty, and no action names it. */
async function haveGroups({ config }: Ports): Promise<void> {
  const guards = aGroup(FOUR_EYES_ORG, 'grp_guards', [VICTIM]);
  await config.saveGroup(guards, PERMIT);
  await config.saveGroup(aGroup(FOUR_EYES_ORG, 'grp_unused', []), PERMIT);
  const policy = { ...policyOf('demo.guarded' as ActionId, GUARDED), version: 1 };
  await config.saveAction(FOUR_EYES_ORG, anAction({ policy }), PERMIT);
}

/** The account of the other admin is connected. */
async function haveCompanySignIn({ config }: Ports): Promise<void> {
  const issuer = 'https://login.example.org';
  const provider = { issuer, clientId: 'console', sealedSecret: null, acrValues: [], maxAgeSeconds: 3600 };
  const stored = { org: FOUR_EYES_ORG, revision: 1, journal: [] };
  await config.saveSetting(
    IDENTITY_PROVIDER,
    { ...stored, provider: { ...provider, forbidsMailLinks: false } },
    PERMIT,
  );
  const connected = { operator: VICTIM, former: [], accessEpoch: 0, connectedAtMs: START_MS, disconnectedAtMs: null };
  await config.saveIdentities([{ ...stored, id: identityId(issuer, 'foxtrot'), ...connected }], null);
}
