/** Fills an organization with items, so that a test can check what others see of them. */

import { DEMO_ORG, OTHER_ORG } from '../../src/local/demo';
import type { OperatorId, OrgId } from '../../src/protocol/identifiers';
import type { PublishedHead } from '../../src/protocol/statements/head';
import { IDENTITY_PROVIDER } from '../../src/service/access/rules/company-sign-in';
import { aPasskey } from '../store/conformance/config-items';
import type { Said } from '../support/gateway';
import type { Ledger } from '../support/ledger';
import { PERMIT } from '../support/permit';
import { aSubscription, publishedKey } from '../support/push';

export const POLICY = {
  title: 'Ours alone',
  roster: ['op_alpha', 'op_bravo', 'op_ours'],
  quorum: { default: 1, min: 1, max: 1, selectable: false },
  mode: 'independent',
};
export const OUR_PASSKEY = `psk_${'1'.repeat(24)}`;
const headOf = (org: OrgId): PublishedHead => {
  const hash = `hash-${org}`;
  const signed = { v: 2, org, n: 1, seq: 1, hash, at: 1, from: 0, prev: null, body: 'of-one-entry' } as const;
  return { ...signed, hashes: [hash], ended: [], jws: `jws-${org}`, jwk: {} };
};

/** Creates one item of each kind in the demo organization. Returns the ids by the part of the path that names the kind. */
export async function furnish(ledger: Ledger): Promise<Record<string, string>> {
  const ours = (method: string, path: string, body?: unknown) => ledger.api('op_alpha', method, path, body);
  const made = async (what: string, said: Promise<Said>): Promise<Said['body']> => {
    const { status, body } = await said;
    if (status >= 300) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const person = { id: 'op_ours', name: 'Ours', email: 'ours@example.org', role: 'operator' };
  await made('operator', ours('POST', '/api/operators', person));
  await made('action', ours('PUT', '/api/actions/ours.only', POLICY));
  const members = [{ operator: 'op_ours' }];
  await made('group', ours('PUT', '/api/groups/grp_ours', { name: 'Ours alone', members }));
  const body = { action: 'ours.only', requester: 'op_alpha', params: {} };
  let request = '';
  for (let n = 0; n < 3; n++) {
    request = (await made('request', ledger.propose(body))).request.id;
  }
  const webhook = { url: 'http://127.0.0.1:9/hook' };
  const endpoint = (await made('webhook', ours('POST', '/api/webhooks', webhook))).endpoint.id;
  await made('second webhook', ours('POST', '/api/webhooks', webhook));
  const provider = { issuer: 'https://login.ours.example', clientId: 'ours', sealedSecret: null, acrValues: [] };
  const setting = { provider: { ...provider, maxAgeSeconds: 3600, forbidsMailLinks: false }, revision: 1, journal: [] };
  await ledger.ports.config.saveSetting(IDENTITY_PROVIDER, { org: DEMO_ORG, ...setting }, PERMIT);
  const tested = await made('delivery', ours('POST', `/api/webhooks/${endpoint}/test`, {}));
  const keys = await made('key', ours('POST', '/api/keys', { name: 'ours', scopes: ['read'] }));
  for (const org of [DEMO_ORG, OTHER_ORG]) await ledger.ports.heads.publish(headOf(org));
  const sessions = await made('sessions', ours('GET', '/api/sessions'));
  const passkey = aPasskey(DEMO_ORG, OUR_PASSKEY, { operator: 'op_ours' as OperatorId });
  if ((await ledger.ports.passkeys.enrol(passkey, 0)) !== 'saved') throw new Error('the passkey was not stored');
  const added = await made('device', ours('POST', '/api/devices', aSubscription(await publishedKey(ledger.ports))));
  // The rule begins with a second admin, so this comes last.
  await made('second admin', ours('POST', '/api/operators', { ...person, id: 'op_ours_too', role: 'admin' }));
  const waits = await made('change', ours('POST', '/api/keys', { name: 'ours', scopes: ['read'] }));
  return {
    changes: waits.change.id,
    requests: request,
    audit: `hash-${DEMO_ORG}`,
    webhooks: endpoint,
    deliveries: tested.delivery.id,
    keys: keys.key.id,
    sessions: sessions.sessions[0].id,
    devices: added.device.id,
    passkeys: OUR_PASSKEY,
    'signing-keys': OUR_PASSKEY,
    actions: 'ours.only',
    groups: 'grp_ours',
    operators: 'op_ours',
  };
}
