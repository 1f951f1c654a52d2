import { createConfigStore } from '../../../src/adapters/dynamodb/administration/config-store';
import { DEMO_ORG } from '../../../src/local/demo';
import type { ActionId } from '../../../src/protocol/identifiers';
import { DIGEST, ENVELOPE, type House, openHouse } from '../../support/house';
import { PERMIT } from '../../support/permit';
import { openReceiver, type Receiver } from '../../support/receiver';
import { withTables } from '../../support/stored';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

describe('the one call of a platform action', () => {
  let house: House;
  let integration: Receiver;
  let callback: Receiver;
  beforeAll(async () => {
    integration = await openReceiver();
    house = await openHouse({ integrationUrl: integration.url, memory: true });
  });
  afterAll(async () => {
    await house?.stop();
    await integration.close();
  });
  beforeEach(async () => {
    integration.posts.splice(0);
    callback = await openReceiver();
  });
  afterEach(() => callback.close());

  const authorize = async () => {
    const proposed = await house.propose({
      action: 'demo.transfer',
      params: { to: 'acct_1' },
      callback_url: callback.url,
    });
    const { id } = proposed.body.request;
    await house.turn('op_bravo', id);
    await house.messages('op_bravo');
    return id as string;
  };
  const read = async (id: string) => (await house.v1('reader', 'GET', `/v1/requests/${id}`)).body.request;
  const told = () => callback.posts.map(({ json }) => json.type);

  it('the call of an integration has the request id as its idempotency key, and ends the request succeeded', async () => {
    integration.answer(200);
    const id = await authorize();
    expect(integration.posts.map(({ headers }) => headers['idempotency-key'])).toEqual([id]);
    expect(integration.posts[0]!.json).toMatchObject({
      type: 'request.authorized',
      data: { request: { id, params: { to: 'acct_1' } } },
    });
    expect(await read(id)).toMatchObject({ state: 'succeeded', outcome: 'authorized', live: false });
    expect(told()).toEqual(['request.authorized']);
  });

  it('a failing integration call is retried while the request is executing and live, and the verdict is announced once', async () => {
    integration.answer(503);
    const id = await authorize();
    expect(await read(id)).toMatchObject({ state: 'executing', outcome: 'authorized', live: true, decided_at: null });
    await house.advance(5 * SECOND);
    integration.answer(200);
    await house.advance(10 * SECOND);
    expect(await read(id)).toMatchObject({ state: 'succeeded', live: false });
    expect(integration.posts).toHaveLength(3);
    expect(told()).toEqual(['request.authorized']);
  });

  it('an integration call that still fails one TTL after the verdict fails the request', async () => {
    integration.answer(503);
    const id = await authorize();
    await house.advance(HOUR - 60 * SECOND);
    expect((await read(id)).state).toBe('executing');
    await house.advance(60 * SECOND);
    expect(await read(id)).toMatchObject({ state: 'failed', live: false });
    await house.advance(60 * SECOND);
    expect(told().sort()).toEqual(['request.authorized', 'request.failed']);
    const calls = integration.posts.length;
    await house.advance(3 * HOUR);
    expect(integration.posts).toHaveLength(calls);
    const { deliveries } = (await house.api('op_alpha', 'GET', `/api/requests/${id}/deliveries`)).body;
    expect(deliveries.find(({ receiver }: { receiver: string }) => receiver === 'integration')).toMatchObject({
      state: 'failed',
    });
  });

  it('an intent reads none and cannot be claimed after its integration failed, and the report of an earlier claim counts', async () => {
    integration.answer(503);
    const withIntent = { action: 'demo.transfer', params: { intent: DIGEST }, intent: ENVELOPE };
    const claim = (id: string) => house.v1('worker', 'POST', `/v1/requests/${id}/claim`, { lease_seconds: 60 });
    const [unclaimed, claimed] = [await house.authorizedIntent(withIntent), await house.authorizedIntent(withIntent)];
    const { claim_id } = (await claim(claimed)).body;
    await house.advance(HOUR + 60 * SECOND);
    for (const id of [unclaimed, claimed]) {
      const { state, execution } = await read(id);
      expect({ state, execution }).toMatchObject({ state: 'failed', execution: { state: 'none', execute_by: null } });
      expect(await claim(id)).toMatchObject({
        status: 409,
        body: { kind: 'not_authorized', error: expect.stringContaining('no longer stands') },
      });
    }
    const report = { claim_id, status: 'succeeded' };
    expect((await house.v1('worker', 'POST', `/v1/requests/${claimed}/execution`, report)).status).toBe(200);
    expect((await read(claimed)).execution.state).toBe('succeeded');
  });

  describe('of an action that the deployment does not declare', () => {
    const OWN = 'org.own' as ActionId;

    it('no call is made if the stored policy names an integration that the deployment has removed', async () => {
      const policy = {
        title: 'Own',
        roster: ['op_bravo'],
        quorum: { default: 1, min: 1, max: 1, selectable: false },
      };
      await house.api('op_alpha', 'PUT', `/api/actions/${OWN}`, policy);
      await withTables(house, async (tables) => {
        const config = createConfigStore(tables);
        const stored = (await config.action(DEMO_ORG, OWN))!;
        const revision = stored.revision + 1;
        await config.saveAction(
          DEMO_ORG,
          {
            ...stored,
            revision,
            policy: { ...stored.policy, version: 2, integration: 'demo.sink' },
          },
          PERMIT,
        );
      });
      const shown = await house.api('op_alpha', 'GET', `/api/actions/${OWN}`);
      expect(shown.body.action).toMatchObject({ version: 2, integration: null });
      const { id } = (await house.propose({ action: OWN })).body.request;
      await house.turn('op_bravo', id);
      await house.messages('op_bravo');
      expect(await read(id)).toMatchObject({ state: 'succeeded', outcome: 'authorized', live: false });
      await house.advance(HOUR);
      expect(integration.posts).toHaveLength(0);
    });
  });
});
