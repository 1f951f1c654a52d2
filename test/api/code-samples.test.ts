/** The samples beside each operation of the reference: they compile (test/client/snippets.test.ts), and they run. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient, sealIntent } from '../../src/client';
import { startTestService } from '../../src/testing/service';

interface Operation {
  readonly operationId: string;
  readonly 'x-codeSamples': readonly { readonly lang: string; readonly source: string }[];
}

const document = JSON.parse(readFileSync(join(__dirname, '../../generated/service.openapi.json'), 'utf8'));
const operations = (Object.values(document.paths) as Record<string, Operation>[])
  .flatMap((item) => Object.values(item))
  .filter((operation) => operation.operationId !== undefined);
const sampleOf = (id: string, lang: string) =>
  operations.find(({ operationId }) => operationId === id)!['x-codeSamples'].find((sample) => sample.lang === lang)!
    .source;

it('each operation of the service has a sample in curl and one in TypeScript', () => {
  expect(operations.length).toBeGreaterThan(6);
  const langs = operations.map((each) => [each.operationId, each['x-codeSamples']?.map(({ lang }) => lang)]);
  expect(langs).toEqual(operations.map(({ operationId }) => [operationId, ['Shell', 'TypeScript']]));
});

it('the samples in curl take a request from its proposal to its report', async () => {
  const service = await startTestService({ actions: [{ id: 'refund' }] });
  const { proposer, worker } = service.keys;
  const sh = async (id: string, apiKey: string, variables: object = {}) => {
    const env = { PATH: process.env.PATH, SERVICE: service.baseUrl, API_KEY: apiKey, ...variables };
    const { stdout } = await promisify(execFile)('sh', ['-c', sampleOf(id, 'Shell')], { env });
    return JSON.parse(stdout);
  };
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
