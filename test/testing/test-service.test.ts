/** What the tests of a consumer get from `startTestService`. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { createClient, createWorker, sealIntent, verifyEvent } from '../../src/client';
import type { TestService } from '../../src/testing/api';
import { startTestService } from '../../src/testing/service';

const REFUND = { action: 'refund', requester: 'op_alpha', params: { charge: 'ch_1' } };
const open: TestService[] = [];

async function start(...options: Parameters<typeof startTestService>): Promise<TestService> {
  const service = await startTestService(...options);
  open.push(service);
  return service;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((service) => service.stop()));
});

const clientOf = ({ baseUrl, keys }: TestService, key: keyof TestService['keys'] = 'proposer') =>
  createClient({ baseUrl, apiKey: keys[key] });
const propose = async (service: TestService) => (await clientOf(service).createRequest(REFUND)).request.id;
const typesOf = async (service: TestService) => (await service.received()).map(({ event }) => event.type);

describe('a test service', () => {
  it('a test service approves a request with as many keys as its action needs', async () => {
    const service = await start({ actions: [{ id: 'refund', quorum: 3 }] });
    const id = await propose(service);
    expect(await service.approve(id)).toMatchObject({
      id,
      outcome: 'authorized',
      approvers: service.operators.slice(0, 3),
    });
    expect(await typesOf(service)).toEqual(['request.authorized']);
  });

  it('a test service refuses a request, and lets one expire by its own clock', async () => {
    const service = await start({ actions: [{ id: 'refund' }] });
    expect(await service.refuse(await propose(service))).toMatchObject({ outcome: 'denied' });
    const before = service.clock.nowMs();
    expect(await service.expire(await propose(service))).toMatchObject({ outcome: 'expired' });
    expect(service.clock.nowMs() - before).toBeGreaterThanOrEqual(3600_000);
    expect(await typesOf(service)).toEqual(['request.denied', 'request.expired']);
  });

  it('a test service says that a request is already decided, or does not exist', async () => {
    const service = await start({ actions: [{ id: 'refund' }] });
    const id = await propose(service);
    await service.approve(id);
    for (const act of [service.approve, service.refuse, service.expire])
      await expect(act(id)).rejects.toThrow(`${id} is decided already: its outcome is authorized.`);
    const unknown = `req_${'0'.repeat(24)}`;
    await expect(service.approve(unknown)).rejects.toThrow(`GET /api/requests/${unknown} answered 404`);
  });

  it('a test service says why an action cannot be created, and leaves nothing running', async () => {
    const starting = startTestService({ actions: [{ id: 'refund', quorum: 5 }] });
    await expect(starting).rejects.toThrow(/^PUT \/api\/actions\/refund answered 422: .*quorum/);
  });

  it('a test service applies the policy of its actions like the service', async () => {
    const service = await start({ actions: [{ id: 'refund', requiredParams: ['amount'], denySelfApproval: true }] });
    const client = clientOf(service);
    await expect(client.createRequest(REFUND)).rejects.toMatchObject({ status: 422, kind: 'invalid' });
    const params = { ...REFUND.params, amount: '10' };
    const { request } = await client.createRequest({ ...REFUND, params });
    expect(await service.approve(request.id)).toMatchObject({ approvers: ['op_bravo'] });
  });

  it('a test service lets a worker run a sealed intent once, and reports it as an event', async () => {
    const service = await start({ actions: [{ id: 'refund' }] });
    const keys = [Buffer.alloc(32, 7).toString('base64')];
    const call = { client: 'billing', method: 'refund', args: [{ charge: 'ch_1' }] };
    const { intent, digest } = sealIntent({ keys, action: 'refund', ...call });
    const params = { ...REFUND.params, intent: digest };
    const { request } = await clientOf(service).createRequest({ ...REFUND, params, intent });
    await service.approve(request.id);
    const ran: unknown[] = [];
    const worker = createWorker({
      client: clientOf(service, 'worker'),
      keys,
      clients: { billing: { refund: (args: unknown) => void ran.push(args) } },
      allow: ['billing.refund'],
      pollIntervalMs: 20,
    });
    const reported = async (): Promise<string> => {
      const { state } = (await clientOf(service, 'reader').getRequest(request.id)).request.execution;
      return state === 'succeeded' ? state : reported();
    };
    expect(await reported()).toBe('succeeded');
    await worker.stop();
    expect(ran).toEqual([{ charge: 'ch_1' }]);
    expect(await typesOf(service)).toEqual(['request.authorized', 'request.executed']);
  });

  it('a test service keeps each post as it was sent, for a handler that verifies it', async () => {
    const service = await start({ actions: [{ id: 'refund' }] });
    await service.approve(await propose(service));
    const [{ event, rawBody, headers }] = (await service.received()) as [
      Awaited<ReturnType<TestService['received']>>[0],
    ];
    expect(verifyEvent({ rawBody, headers, secret: service.endpointSecret })).toEqual(event);
    expect(() =>
      verifyEvent({ rawBody: rawBody.replace('ch_1', 'ch_2'), headers, secret: service.endpointSecret }),
    ).toThrow();
  });

  it('a test service moves only its own clock', async () => {
    const [one, other] = await Promise.all([start({ actions: [{ id: 'refund' }] }), start()]);
    expect(one.baseUrl).not.toBe(other.baseUrl);
    const moved = await one.clock.advance(86_400_000);
    expect(Math.abs(moved - one.clock.nowMs())).toBeLessThan(5000);
    expect(Math.abs(other.clock.nowMs() - Date.now())).toBeLessThan(5000);
    const id = await propose(one);
    await expect(clientOf(other).getRequest(id)).rejects.toMatchObject({ status: 404 });
    const stranger = createClient({ baseUrl: other.baseUrl, apiKey: one.keys.proposer });
    await expect(stranger.getRequest(id)).rejects.toMatchObject({ status: 401 });
    await expect(clientOf(other).createRequest(REFUND)).rejects.toMatchObject({ status: 422, kind: 'refused' });
  });

  it('a test service ignores environment variables that lead to a database or to AWS', async () => {
    const before = { ...process.env };
    const elsewhere = 'http://127.0.0.1:9';
    for (const name of ['DYNAMODB_ENDPOINT', 'AWS_ENDPOINT_URL', 'HTTP_PROXY', 'HTTPS_PROXY'])
      process.env[name] = elsewhere;
    Object.assign(process.env, { AWS_REGION: 'nowhere', AWS_PROFILE: 'nobody', PORT: '1' });
    try {
      const service = await start({ actions: [{ id: 'refund' }] });
      expect(await service.approve(await propose(service))).toMatchObject({ outcome: 'authorized' });
    } finally {
      for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
      Object.assign(process.env, before);
    }
  });

  it('a test service leaves neither a port nor a file behind', async () => {
    // A folder of its own: other suites make temporary files at the same time.
    const folder = mkdtempSync(join(os.tmpdir(), 'test-service-'));
    const temporary = jest.spyOn(os, 'tmpdir').mockReturnValue(folder);
    const service = await startTestService();
    const made = readdirSync(folder);
    await service.stop();
    temporary.mockRestore();
    expect(made).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([]);
    await expect(fetch(service.baseUrl)).rejects.toThrow();
    rmSync(folder, { recursive: true });
  });
});
