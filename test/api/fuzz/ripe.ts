/** Inputs that are accepted, with what no schema knows: codes, links, signatures and cookies. */
import { DEMO_ORG } from '../../../src/local/demo';
import { aCredential } from '../../support/authenticator';
import { aSubscription, publishedKey } from '../../support/push';
import { tokenIn } from '../../support/sign-in-link';
import { HERE, type Signer, signedKeyStatement } from '../../support/signing';
import { type Made, make, type Signers } from './furnish';
import { type Fuzzed, PROVED } from './world';

/** An input that is accepted while nothing else has happened. */
export interface Ripe {
  readonly operationId: string;
  readonly caller: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Text is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Facts {
  readonly claims: Readonly<Record<string, string>>;
  /** One that waits, and one that was approved. */
  readonly changes: readonly string[];
  readonly signers: Signers;
  readonly link: string;
  /** By digest. */
  readonly documents: ReadonlyMap<string, string>;
}

export async function ripeInputs(
  fuzzed: Fuzzed,
  ids: Made,
  { claims, changes, signers, link, documents }: Facts,
): Promise<Ripe[]> {
  const { ledger } = fuzzed;
  const ripe: Ripe[] = [];
  const add = (operationId: string, caller: string, way: string, body?: unknown, headers?: Ripe['headers']) => {
    const [method, path] = way.split(' ') as [string, string];
    ripe.push({
      operationId,
      caller,
      method,
      path,
      ...(body === undefined ? {} : { body }),
      ...(headers && { headers }),
    });
  };
  const [open, solo, , , authorized] = ids.requests!;
  for (const [digest, document] of documents)
    add('putEvidence', 'key_all', `PUT /v1/evidence/${digest}`, document, {
      'content-type': 'application/octet-stream',
    });
  add('getRequestEvidence', 'operator', `GET /api/requests/${ids.requests!.at(-1)}/evidence/plan`);
  add('createRequest', 'key_all', 'POST /v1/requests', { action: 'demo.deploy', requester: 'op_alpha' });
  add('claimRequest', 'key_all', `POST /v1/requests/${authorized}/claim`);
  add('listEvents', 'key_all', 'GET /v1/events');
  for (const after of ['', '&after=oldest'])
    add('listExecutableRequests', 'key_all', `GET /v1/requests?executable=true${after}`);
  for (const [id, caller, operator] of [
    [open, 'operator', 'op_bravo'],
    [solo, 'operator_2', 'op_charlie'],
  ] as const)
    add('turnKey', caller, `POST /api/requests/${id}/turn`, { code: await ledger.code(operator, id!) });
  for (const [how, operationId] of [
    ['refuse', 'refuseRequest'],
    ['abort', 'abortRequest'],
  ] as const)
    for (const caller of ['operator', 'operator_mailed'])
      add(operationId, caller, `POST /api/requests/${open}/${how}`, { note: 'no' });
  for (const caller of ['admin', 'operator_mailed'])
    add('stopRequest', caller, `POST /api/requests/${authorized}/stop`, { note: 'no' });
  add('abortOwnRequest', 'key_all', `POST /v1/requests/${open}/abort`, { reason: 'no' });
  add('reissueCode', 'admin', `POST /api/requests/${open}/reissue`, { operator: 'op_bravo' });
  for (const id of Object.keys(claims).slice(0, 2))
    add('reportExecution', 'key_all', `POST /v1/requests/${id}/execution`, {
      claim_id: claims[id],
      status: 'succeeded',
    });
  add('signIn', 'nobody', 'POST /api/session', { token: tokenIn(link) });
  add('collectKey', 'first_admin', `POST /api/changes/${changes[1]}/key`);
  const endpoint = { url: 'https://hooks.example.org/another' };
  add('createWebhook', 'admin', 'POST /api/webhooks', endpoint);
  add('setChat', 'admin', 'PUT /api/chat', { format: 'slack', url: 'https://hooks.slack.com/services/another' });
  const provider = {
    issuer: 'https://login.example/another',
    client_id: 'another',
    client_secret: null,
    acr_values: [],
    max_age_seconds: 3600,
    forbids_mail_links: false,
  };
  add('setCompanySignIn', 'admin', 'PUT /api/company-sign-in', { provider });
  for (const turn of ['code', 'code_and_passkey'])
    for (const caller of ['admin', 'first_admin']) add('setChangesTurn', caller, 'PUT /api/changes-turn', { turn });
  add('listAudit', 'admin', 'GET /api/audit');
  add('getChange', 'second_admin', `GET /api/changes/${changes[0]}`);
  add('endToken', 'admin', `DELETE /api/keys/${ids.keys![0]}/tokens/1`);
  add('revokeSession', 'admin', `DELETE /api/sessions/${ids.sessions![0]}`);
  const quorum = { default: 1, min: 1, max: 1, selectable: false };
  const policy = { title: 'Another', roster: ['op_alpha', 'op_bravo'], quorum, mode: 'independent' };
  add('putAction', 'admin', 'PUT /api/actions/another', policy);
  add('previewAction', 'operator', 'POST /api/actions/demo.deploy/preview', { requester: 'op_alpha' });
  add('putGroup', 'admin', 'PUT /api/groups/grp_another', { name: 'Another', members: [{ operator: 'op_bravo' }] });
  add('backtestAction', 'admin', 'POST /api/actions/demo.solo/backtest', { policy });
  add('recoverWebhook', 'admin', `POST /api/webhooks/${ids.webhooks![0]}/recover`, {
    since: ledger.clock.nowMs() - 1000,
    until: ledger.clock.nowMs(),
  });
  add('getPowers', 'second_admin', `GET /api/powers?change=${changes[0]}`);
  add('revokeSessions', 'admin', 'DELETE /api/sessions?operator=op_bravo');
  add('requestDeliveries', 'admin', `GET /api/requests/${open}/deliveries`);
  add('webhookDeliveries', 'admin', `GET /api/webhooks/${ids.webhooks![0]}/deliveries`);
  add('createKey', 'admin', 'POST /api/keys', { name: 'one more', scopes: ['read'] });
  add('createKey', 'first_admin', 'POST /api/keys', { name: 'one more', scopes: ['read'] });
  for (const patch of [{ max_open: 3 }, { actions: ['demo.solo'] }])
    add('updateKey', 'admin', `PATCH /api/keys/${ids.keys![0]}`, patch);
  await pushed(fuzzed, add);
  await turned(fuzzed, add);
  await company(fuzzed, add);
  await signing(fuzzed, signers, add);
  return ripe;
}

/** A browser that subscribed with the published key. */
async function pushed(fuzzed: Fuzzed, add: Add): Promise<void> {
  const key = await publishedKey(fuzzed.ledger.ports);
  const { device } = await make(fuzzed, 'operator', 'POST', '/api/devices', aSubscription(key));
  add('addDevice', 'operator', 'POST /api/devices', aSubscription(key));
  add('testDevice', 'operator', `POST /api/devices/${device.id}/test`);
  add('deleteDevice', 'operator', `DELETE /api/devices/${device.id}`);
}

/** A round of a coincident action, in which one key is turned. */
async function turned(fuzzed: Fuzzed, add: Add): Promise<void> {
  const body = { action: 'demo.launch', requester: 'op_alpha' };
  const { id } = (await make(fuzzed, 'key_all', 'POST', '/v1/requests', body)).request;
  const code = await fuzzed.ledger.code('op_bravo', id);
  await make(fuzzed, 'operator', 'POST', `/api/requests/${id}/turn`, { code });
  add('withdrawTurn', 'operator', `POST /api/requests/${id}/withdraw`, {});
  add('restartRound', 'operator_2', `POST /api/requests/${id}/restart`, {});
}

type Add = (operationId: string, caller: string, way: string, body?: unknown, headers?: Ripe['headers']) => void;

/** The identity provider sends the browser back with a code; the browser kept what the sign-in began with. */
async function company({ call, callers }: Fuzzed, add: Add): Promise<void> {
  const begun = async (caller: string, path: string, body: object) => {
    const started = await call(caller, 'POST', path, body);
    const state = new URL(started.body.url).searchParams.get('state');
    const own = callers.get(caller)!.headers.cookie;
    const cookie = [...(own === undefined ? [] : [own]), ...started.cookies].join('; ');
    return [{ code: PROVED.code, state }, { cookie }] as const;
  };
  const signIn = await begun('nobody', '/api/session/company', { org: DEMO_ORG });
  add('startCompanySignIn', 'nobody', 'POST /api/session/company', { org: DEMO_ORG });
  add('finishCompanySignIn', 'nobody', 'PUT /api/session/company', ...signIn);
  const [other, cookie] = await begun('operator', '/api/company-sign-in/identity', {});
  const answer = { ...other, code: `${PROVED.code} of somebody else` };
  add('connectOwnIdentity', 'operator', 'PUT /api/company-sign-in/identity', answer, cookie);
  add('disconnectOwnIdentity', 'operator_2', 'DELETE /api/company-sign-in/identity');
  add('disconnectIdentity', 'admin', 'DELETE /api/operators/op_charlie/identity');
}

async function signing(fuzzed: Fuzzed, { admin, bravo, charlie, fresh }: Signers, add: Add): Promise<void> {
  const names: Record<string, string> = { op_alpha: 'admin', op_charlie: 'operator_2' };
  const signed = async (path: string, signer: Signer) =>
    signedKeyStatement(signer, (await make(fuzzed, names[signer.id]!, 'GET', path)).statement);
  const enrolment = `/api/passkeys/${fresh.passkey}/enrolment`;
  add('getEnrolment', 'operator_2', `GET ${enrolment}`);
  add('signEnrolment', 'operator_2', `POST ${enrolment}`, await signed(enrolment, fresh));
  const counter = `/api/signing-keys/${bravo.passkey}/countersignature`;
  add('getCountersignature', 'admin', `GET ${counter}`);
  add('getOverview', 'admin', 'GET /api/overview?zone=Asia/Kathmandu');
  add('countersignKey', 'admin', `POST ${counter}`, await signed(counter, admin));
  // Only those with a key are asked.
  const body = { action: 'demo.payout', requester: 'op_alpha' };
  const payout = (await make(fuzzed, 'key_all', 'POST', '/v1/requests', body)).request.id as string;
  add('getStatement', 'operator', `GET /api/requests/${payout}/statement?decision=authorize`);
  const signature = await bravo.sign(payout);
  const turn = { code: await fuzzed.ledger.code('op_bravo', payout), signature };
  add('turnKey', 'operator', `POST /api/requests/${payout}/turn`, turn);
  const offered = await make(fuzzed, 'operator', 'POST', '/api/passkeys/options');
  const created = { name: 'second', response: aCredential(HERE).create(offered.options.challenge) };
  add('enrolPasskey', 'operator', 'POST /api/passkeys', created);
  const { options } = await make(fuzzed, 'nobody', 'POST', '/api/session/options');
  const used = { response: charlie.credential.use(options.challenge) };
  add('passkeySignIn', 'nobody', 'POST /api/session/passkey', used);
  add('deletePasskey', 'operator_2', `DELETE /api/passkeys/${charlie.passkey}`);
  add('deleteOperatorPasskey', 'admin', `DELETE /api/operators/op_charlie/passkeys/${charlie.passkey}`);
}
