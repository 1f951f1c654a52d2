import { createConfigStore } from '../../../src/adapters/dynamodb/administration/config-store';
import { DEMO_ORG } from '../../../src/local/demo';
import type { ActionId } from '../../../src/protocol/identifiers';
import { openHouse } from '../../support/house';
import { openedOnce } from '../../support/opened';
import { PERMIT } from '../../support/permit';
import { openReceiver, type Receiver } from '../../support/receiver';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

describe('the one call of a platform action', () => {
  let callback: Receiver;
  const integration = openedOnce(openReceiver);
  const house = openedOnce(() => openHouse({ integrationUrl: integration.url, memory: true }));
  beforeEach(async () => {
    integration.posts.splice(0);
    callback = await openReceiver();
  });
  afterEach(() => callback.close());

  const authorize = async () => {
    const id = await house.proposed({
      action: 'demo.transfer',
      params: { to: 'acct_1' },
      callback_url: callback.url,
    });
    await house.turn('op_bravo', id);
    await house.messages('op_bravo');
    return id;
  };
  const told = () => callback.posts.map(({ json }) => json.type);

  it('the call of an integration has the request id as its idempotency key, and ends the request succeeded', async () => {
    integration.answer(200);
    const id = await authorize();
    expect(integration.posts.map(({ headers }) => headers['idempotency-key'])).toEqual([id]);
    expect(integration.posts[0]!.json).toMatchObject({
      type: 'request.authorized',
      data: { request: { id, params: { to: 'acct_1' } } },
    });
    expect(await house.read(id)).toMatchObject({ state: 'succeeded', outcome: 'authorized', live: false });
    expect(told()).toEqual(['request.authorized']);
  });

  it('a failing integration call is retried while the request is executing and live, and the verdict is announced once', async () => {
    integration.answer(503);
    const id = await authorize();
    expect(await house.read(id)).toMatchObject({
      state: 'executing',
      outcome: 'authorized',
      live: true,
      decided_at: null,
    });
    await house.advance(5 * SECOND);
    integration.answer(200);
    await house.advance(10 * SECOND);
    expect(await house.read(id)).toMatchObject({ state: 'succeeded', live: false });
    expect(integration.posts).toHaveLength(3);
    expect(told()).toEqual(['request.authorized']);
  });

  it('an integration call that still fails one TTL after the verdict fails the request', async () => {
    integration.answer(503);
    const id = await authorize();
    await house.advance(HOUR - 60 * SECOND);
    expect((await house.read(id)).state).toBe('executing');
    await house.advance(60 * SECOND);
    expect(await house.read(id)).toMatchObject({ state: 'failed', live: false });
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

  describe('of an action that the deployment does not declare', () => {
    const OWN = 'org.own' as ActionId;

    it('no call is made if the stored policy names an integration that the deployment has removed', async () => {
      const policy = {
        title: 'Own',
        roster: ['op_bravo'],
        quorum: { default: 1, min: 1, max: 1, selectable: false },
      };
      await house.api('op_alpha', 'PUT', `/api/actions/${OWN}`, policy);
      const config = createConfigStore(house.running.tables);
      const stored = (await config.action(DEMO_ORG, OWN))!;
      const changed = { ...stored.policy, version: 2, integration: 'demo.sink' };
      await config.saveAction(DEMO_ORG, { ...stored, revision: stored.revision + 1, policy: changed }, PERMIT);
      const shown = await house.api('op_alpha', 'GET', `/api/actions/${OWN}`);
      expect(shown.body.action).toMatchObject({ version: 2, integration: null });
      const id = await house.proposed({ action: OWN });
      await house.turn('op_bravo', id);
      await house.messages('op_bravo');
      expect(await house.read(id)).toMatchObject({ state: 'succeeded', outcome: 'authorized', live: false });
      await house.advance(HOUR);
      expect(integration.posts).toHaveLength(0);
    });
  });
});
