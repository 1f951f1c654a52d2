/** Every error example of the reference is what the service answers. Instants and incidents differ by nature. */
import { createServiceHandler, type ServiceDeps } from '../../src/lambda/v1/handler';
import { eventOf } from '../support/gateway';
import { DIGEST, ENVELOPE, type House, openHouse, SEALED } from '../support/house';
import { openedOnce } from '../support/opened';
import { REFERENCE } from '../support/reference';
import { aWorkerKey } from '../support/signing';
import vectors from '../vectors/signed-turn.json';
import { NOBODY, sendRaw } from './support';

/** By `status name`, or by `operation status name` where operations differ. */
type Cause = (house: House) => Promise<unknown>;

const body = async (answer: Promise<{ readonly body: unknown }>) => (await answer).body;
const unread = (house: House, key: 'proposer' | 'worker', path: string, type: string, text: string) =>
  sendRaw(house.url, {
    method: 'POST',
    path,
    headers: { 'content-type': type, authorization: `Bearer ${house.running.demo.keys[key]}` },
    body: text,
  });
const admin = (house: House, method: string, path: string, fields?: unknown) =>
  body(house.api('op_alpha', method, path, fields));
const endpoint = (house: House, fields: unknown) => admin(house, 'POST', '/api/webhooks', fields);
const OF_NO_ENDPOINT = `/api/webhooks/whe_${'0'.repeat(24)}/deliveries`;
const OF_NO_REQUEST = `/api/requests/${NOBODY}/deliveries`;

const SIGNED = { operation_hash: DIGEST, intent: DIGEST, signature: vectors.verdict.armored };
const SIGNED_REPORT = { claim_id: `clm_${'0'.repeat(24)}`, status: 'succeeded', receipt: SIGNED };

const CAUSES: Readonly<Record<string, Cause>> = {
  '401 no_live_key': (house) => body(house.send('GET', `/v1/requests/${NOBODY}`)),
  '403 lacks_scope': (house) => body(house.v1('reader', 'POST', '/v1/requests', {})),
  '404 not_found': (house) => body(house.v1('reader', 'GET', `/v1/requests/${NOBODY}`)),
  '405 method_not_allowed': (house) => body(house.v1('reader', 'PUT', '/v1/requests')),
  '413 too_large': (house) =>
    body(unread(house, 'worker', `/v1/requests/${NOBODY}/claim`, 'application/json', ' '.repeat(4500))),
  '415 unsupported_media_type': (house) => body(unread(house, 'proposer', '/v1/requests', 'text/plain', '{}')),
  '429 too_many_refused_attempts': async (house) => {
    let last: unknown = null;
    for (let attempt = 0; attempt < 25; attempt++) last = await body(house.send('GET', '/v1/requests'));
    return last;
  },
  '429 too_many_open_requests': async (house) => {
    const policy = { title: 'One at a time', roster: ['op_bravo'], max_open: 1 };
    const quorum = { default: 1, min: 1, max: 1, selectable: false };
    await house.api('op_alpha', 'PUT', '/api/actions/one.at-a-time', { ...policy, quorum });
    await house.propose({ action: 'one.at-a-time' });
    return body(house.propose({ action: 'one.at-a-time' }));
  },
  '429 too_many_open_of_key': async (house) => {
    const made = await house.api('op_alpha', 'POST', '/api/keys', { name: 'one', scopes: ['propose'], max_open: 1 });
    const headers = { authorization: `Bearer ${made.body.token}` };
    await house.propose({}, headers);
    return body(house.propose({}, headers));
  },
  '500 internal': brokenService,
  'getEvidence 404 not_found': (house) => body(house.v1('reader', 'GET', `/v1/evidence/${DIGEST}`)),
  'putEvidence 413 too_large': (house) => body(putPlan(house, new Uint8Array(262_145))),
  'putEvidence 415 unsupported_media_type': (house) => body(putPlan(house, PLAN, 'text/plain')),
  'putEvidence 422 other_digest': (house) => body(putPlan(house, PLAN)),
  'createRequest 400 unknown_field': (house) => body(house.propose({ parms: {} })),
  'createRequest 400 missing_digest': (house) => body(house.propose({ intent: ENVELOPE })),
  'createRequest 409 idempotency_conflict': async (house) => {
    await house.propose({ params: { a: '1' } }, { 'idempotency-key': 'k' });
    return body(house.propose({ params: { a: '2' } }, { 'idempotency-key': 'k' }));
  },
  'createRequest 413 too_large': (house) =>
    body(house.propose({ params: { intent: DIGEST }, intent: { ...ENVELOPE, ciphertext: 'A'.repeat(70_000) } })),
  'createRequest 422 refused': (house) => body(house.propose({ action: 'demo.deploy', quorum: 4 })),
  'createRequest 422 required_param': (house) => body(house.propose({ action: 'demo.refund' })),
  'listExecutableRequests 400 limit_out_of_range': (house) =>
    body(house.v1('worker', 'GET', '/v1/requests?executable=true&limit=101')),
  'listExecutableRequests 400 unknown_place': (house) =>
    body(house.v1('worker', 'GET', '/v1/requests?executable=true&after=elsewhere')),
  'listEvents 400 unknown_place': (house) => body(house.v1('reader', 'GET', '/v1/events?after=elsewhere')),
  'pullAudit 400 after': (house) => body(house.v1('auditor', 'GET', '/v1/audit?after=latest')),
  'claimRequest 400 lease_out_of_range': (house) => body(house.claim(NOBODY, { lease_seconds: 3601 })),
  '409 no_intent': async (house) => body(house.claim(await house.proposed())),
  'claimRequest 409 not_authorized': async (house) => {
    const id = await house.proposed({ ...SEALED, action: 'demo.deploy' });
    await house.turn('op_bravo', id);
    return body(house.claim(id));
  },
  'getProof 409 not_authorized': async (house) => {
    const id = await house.proposed({ action: 'demo.deploy' });
    await house.turn('op_bravo', id);
    return body(house.v1('reader', 'GET', `/v1/requests/${id}/proof`));
  },
  'claimRequest 409 stopped': async (house) => {
    const id = await house.authorizedIntent();
    await house.takeBack(id);
    return body(house.claim(id));
  },
  'abortOwnRequest 400 reason_not_text': (house) => body(house.takeBack(NOBODY, { reason: 1 })),
  'abortOwnRequest 409 no_intent': async (house) => {
    const id = await house.proposed();
    await house.turn('op_bravo', id);
    return body(house.takeBack(id));
  },
  'abortOwnRequest 409 already_reported': async (house) => body(house.takeBack(await house.reported())),
  'claimRequest 409 already_reported': async (house) => body(house.claim(await house.reported())),
  'claimRequest 409 already_claimed': async (house) => {
    const { id } = await house.claimed();
    return body(house.claim(id));
  },
  'claimRequest 410 execution_window_closed': async (house) => {
    const id = await house.authorizedIntent({ execute_within: 60 });
    await house.advance(61_000);
    return body(house.claim(id));
  },
  'reportExecution 400 unknown_status': (house) => body(house.report(NOBODY, { claim_id: 'clm_1', status: 'done' })),
  'reportExecution 400 no_signing_key': (house) => body(house.report(NOBODY, SIGNED_REPORT)),
  'reportExecution 400 bad_receipt': async (house) => {
    const made = { name: 'signer', scopes: ['execute'], signing_key: aWorkerKey().publicKey };
    const { token } = (await house.api('op_alpha', 'POST', '/api/keys', made)).body;
    const headers = { authorization: `Bearer ${token}` };
    return body(house.send('POST', `/v1/requests/${NOBODY}/execution`, { body: SIGNED_REPORT, headers }));
  },
  'reportExecution 409 already_reported': async (house) => {
    const { id, claim_id } = await house.claimed();
    await house.report(id, { claim_id, status: 'succeeded' });
    return body(house.report(id, { claim_id, status: 'failed' }));
  },
  'reportExecution 409 claim_lost': async (house) => {
    const { id } = await house.claimed();
    return body(house.report(id, { claim_id: `clm_${'0'.repeat(24)}`, status: 'succeeded' }));
  },
  // The routes of the console.
  '400 cursor': async (house) => {
    const id = await house.proposed();
    return admin(house, 'GET', `/api/requests/${id}/deliveries?cursor=nonsense`);
  },
  'requestDeliveries 400 limit_out_of_range': (house) => admin(house, 'GET', `${OF_NO_REQUEST}?limit=101`),
  'webhookDeliveries 400 limit_out_of_range': (house) => admin(house, 'GET', `${OF_NO_ENDPOINT}?limit=101`),
  '401 not_signed_in': (house) => body(house.send('GET', OF_NO_REQUEST)),
  '403 admin_only': (house) => body(house.api('op_bravo', 'GET', OF_NO_REQUEST)),
  '403 foreign_origin': (house) => {
    const headers = { origin: 'https://elsewhere.example' };
    return body(house.send('POST', '/api/session', { body: { token: 'x' }, headers }));
  },
  'requestDeliveries 404 not_found': (house) => admin(house, 'GET', OF_NO_REQUEST),
  'webhookDeliveries 404 not_found': (house) => admin(house, 'GET', OF_NO_ENDPOINT),
  'createWebhook 400 unknown_field': (house) => endpoint(house, { url: house.url, typse: [] }),
  'createWebhook 400 missing_field': (house) => endpoint(house, {}),
  'createWebhook 413 too_large': (house) => endpoint(house, ' '.repeat(20_112)),
  'createWebhook 422 refused_address': (house) => endpoint(house, { url: 'https://10.0.0.7/events' }),
  'createWebhook 422 refused_account': (house) =>
    endpoint(house, { url: 'arn:aws:sqs:eu-central-1:111122223333:approvals' }),
  'createWebhook 422 too_many': async (house) => {
    for (let n = 0; n < 50; n++) await endpoint(house, { url: house.url });
    return endpoint(house, { url: house.url });
  },
};

const PLAN = 'Plan: 1 to add, 0 to change, 0 to destroy.\n';

/** Under the digest of something else. */
async function putPlan(house: House, plan: string | Uint8Array, type = 'application/octet-stream') {
  const headers = { authorization: `Bearer ${house.running.demo.keys.proposer}`, 'content-type': type };
  const answer = await fetch(`${house.url}/v1/evidence/${DIGEST}`, { method: 'PUT', headers, body: plan });
  return { body: await answer.json() };
}

/** The real handler over a store that fails. */
async function brokenService(): Promise<unknown> {
  const fail = () => Promise.reject(new Error('down'));
  const deps = {
    config: { liveKey: fail },
    random: { hex: () => '5f2c9e1ab04d7780' },
    log: { error: () => undefined },
  };
  const { running } = await openHouse({ memory: true });
  const token = running.demo.keys.reader;
  await running.stop();
  const event = eventOf('GET', '/v1/requests', { authorization: `Bearer ${token}` });
  const answer = await createServiceHandler(deps as unknown as ServiceDeps)(event);
  return JSON.parse(answer.body!);
}

const examples = REFERENCE.flatMap(({ operationId, responses }) =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { content }]) =>
      Object.entries(content?.['application/json']?.examples ?? {}).map(([name, { value }]) => ({
        operationId,
        at: `${status} ${name}`,
        value,
      })),
    ),
);

const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')
      .replace(/Retry in \d+ seconds/, 'Retry in <n> seconds')
      .replace(/https?:\/\/[\w.:]+/g, '<origin>')
      .replace(/lacks the scope \\"\w+\\"/, 'lacks the scope <scope>'),
  );

describe('the error examples of the reference', () => {
  const house = openedOnce(() => openHouse({ memory: true }));

  const distinct = [
    ...new Map(
      examples.map(({ operationId, at, value }) => {
        const name = `${operationId} ${at}` in CAUSES ? `${operationId} ${at}` : at;
        return [`${name} ${JSON.stringify(value)}`, { name, value }] as const;
      }),
    ).values(),
  ].sort((a, b) => a.name.localeCompare(b.name));

  it.each(distinct)('the error example of $name is what the service answers', async ({ name, value }) => {
    const cause = CAUSES[name];
    if (cause === undefined) throw new Error(`no test produces this answer: ${name}`);
    expect(plain(await cause(house))).toEqual(plain(value));
  });
});
