/** The samples beside each operation of the reference: they compile (test/client/snippets.slow.test.ts), and they run. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { operations as serviceOperations } from '../../generated/service-operations';
import { createClient, sealIntent } from '../../src/client';
import { startTestService } from '../../src/testing/service';
import { cookieOf, openHouse } from '../support/house';
import { REFERENCE } from '../support/reference';

const sampleOf = (id: string, lang: string) =>
  REFERENCE.find(({ operationId }) => operationId === id)!['x-codeSamples']!.find((sample) => sample.lang === lang)!
    .source;

it('the reference has every operation of /v1, and of the console only the routes of the contract', () => {
  const contract = readFileSync(join(__dirname, '../../docs/contract.md'), 'utf8');
  const routes = [...contract.matchAll(/^\| (GET|POST) (\/api\/\S+) \|/gm)].map(([, ...route]) => route.join(' '));
  expect(routes).toHaveLength(3);
  const shown = REFERENCE.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(shown.filter((route) => route.includes(' /api/')).sort()).toEqual(routes.sort());
  const ofService = serviceOperations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(shown.filter((route) => !route.includes(' /api/'))).toEqual(ofService);
});

it('each operation of the reference has a sample in curl and one in TypeScript', () => {
  const langs = REFERENCE.map((each) => [each.operationId, each['x-codeSamples']?.map(({ lang }) => lang)]);
  expect(langs).toEqual(REFERENCE.map(({ operationId }) => [operationId, ['Shell', 'TypeScript']]));
});

/** Runs the sample as a reader does who pastes it, and answers what it printed. */
async function paste(id: string, variables: object, here = (source: string) => source) {
  const env = { PATH: process.env.PATH, ...variables };
  const { stdout } = await promisify(execFile)('sh', ['-c', here(sampleOf(id, 'Shell'))], { env });
  return JSON.parse(stdout);
}

it('the samples in curl take a request from its proposal to its report', async () => {
  const service = await startTestService({ actions: [{ id: 'refund' }] });
  const { proposer, worker } = service.keys;
  const sh = (id: string, apiKey: string, variables: object = {}) =>
    paste(id, { SERVICE: service.baseUrl, API_KEY: apiKey, ...variables });
  try {
    const { request } = await sh('createRequest', proposer);
    expect(request).toMatchObject({ action: 'refund', state: 'notified' });
    await service.approve(request.id);
    const ofRequest = { REQUEST: request.id };
    expect((await sh('getRequest', proposer, ofRequest)).request.outcome).toBe('authorized');
    expect((await sh('getProof', proposer, ofRequest)).proof).toBeDefined();
    expect((await sh('listEvents', proposer)).events).toHaveLength(1);

    const sealed = await sealedRefund();
    await service.approve(sealed);
    expect((await sh('listExecutableRequests', worker)).requests).toMatchObject([{ id: sealed }]);
    const { claim_id } = await sh('claimRequest', worker, { REQUEST: sealed });
    const reported = await sh('reportExecution', worker, { REQUEST: sealed, CLAIM: claim_id });
    expect(reported.request.execution).toMatchObject({ state: 'succeeded', reference: 're_456' });
  } finally {
    await service.stop();
  }

  async function sealedRefund(): Promise<string> {
    const call = { client: 'billing', method: 'refund', args: [] };
    const { intent, digest } = sealIntent({
      keys: [Buffer.alloc(32, 1).toString('base64')],
      action: 'refund',
      ...call,
    });
    const client = createClient({ baseUrl: service.baseUrl, apiKey: proposer });
    const operation = { action: 'refund', requester: 'op_alpha', params: { intent: digest } };
    return (await client.createRequest({ ...operation, intent })).request.id;
  }
}, 30_000);

it('the samples in curl add an endpoint for an admin who is signed in, and list deliveries', async () => {
  const house = await openHouse({ memory: true });
  try {
    const { body } = await house.send('POST', '/local/sign-in', { body: { operator: 'op_alpha' } });
    const token = String(body.sign_in_url).replace(/.*token=/, '');
    const opened = await house.send('POST', '/api/session', { body: { token }, headers: { origin: house.url } });
    // The cookie has another name without TLS, and the receiver of the example does not exist.
    const here = (source: string) =>
      source.replace('__Host-session=$SESSION', '$SESSION').replace('https://hooks.acme.dev', house.url);
    const variables = { SERVICE: house.url, SESSION: cookieOf(opened, 'session') };
    const { endpoint, secret } = await paste('createWebhook', variables, here);
    expect(secret).toMatch(/^whsec_/);
    const ENDPOINT = endpoint.id;
    expect((await paste('webhookDeliveries', { ...variables, ENDPOINT }, here)).deliveries).toEqual([]);
    const REQUEST = await house.proposed();
    expect((await paste('requestDeliveries', { ...variables, REQUEST }, here)).deliveries).toEqual([]);
  } finally {
    await house.stop();
  }
});
