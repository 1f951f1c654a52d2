/** What a device is told of a request on one machine: the deployed functions over HTTP, and a push service. */

import { openHouse } from '../support/house';
import { openedOnce } from '../support/opened';

const house = openedOnce(() => openHouse({ memory: true }));

interface Notification {
  readonly title: string;
  readonly path: string;
  readonly code: string | null;
  readonly decided: boolean;
  readonly replaced: boolean;
  readonly device_id: string;
}

const phone = async (operator: string): Promise<Notification[]> =>
  (await house.send('GET', `/local/phone?operator=${operator}`)).body.notifications;

/** The key is published when a page asks for it. */
async function publicKey(operator: string): Promise<string> {
  for (;;) {
    const { public_key } = (await house.api(operator, 'GET', '/api/devices')).body;
    if (public_key !== null) return public_key;
    await house.messages(operator);
  }
}

async function aDevice(operator: string) {
  const public_key = await publicKey(operator);
  const { status, body } = await house.send('POST', '/local/push/subscriptions', { body: { public_key } });
  expect(status).toBe(201);
  const { endpoint, keys } = body;
  const added = await house.api(operator, 'POST', '/api/devices', { endpoint, keys, public_key });
  expect(added.status).toBe(201);
  return { id: added.body.device.id as string, path: new URL(endpoint).pathname };
}

const propose = async (action: string, given: object = {}) =>
  (await house.v1('proposer', 'POST', '/v1/requests', { action, requester: 'op_alpha', ...given })).body.request
    .id as string;
const PAYOUT = { params: { amount: '100', to: 'ACME' } };

it('a device gets the code of a request whose turns need a passkey, then the verdict in its place', async () => {
  const { id } = await aDevice('op_bravo');
  await aDevice('op_delta');
  const request = await propose('demo.payout', PAYOUT);
  const [asked] = await phone('op_bravo');
  expect(asked).toMatchObject({ device_id: id, path: `/requests/${request}`, decided: false, replaced: false });
  expect(asked!.code).toBe(await house.code('op_bravo', request));
  await house.api('op_bravo', 'POST', `/api/requests/${request}/refuse`, {});
  const [settled, before] = await phone('op_bravo');
  expect([settled, before]).toMatchObject([
    { title: expect.stringMatching(/^Refused: /), code: null, decided: true, replaced: false },
    { code: asked!.code, replaced: true },
  ]);
  // Somebody who was asked and did not act has a code of their own, and is not told of the verdict.
  const [other] = await phone('op_delta');
  expect(other).toMatchObject({ path: `/requests/${request}`, decided: false, replaced: false });
  expect(other!.code).toBe(await house.code('op_delta', request));
  expect(other!.code).not.toBe(asked!.code);
  expect(await phone('op_charlie')).toEqual([]);
});

it('a device gets no code of an action that needs the code alone', async () => {
  const request = await propose('demo.solo');
  expect((await phone('op_bravo'))[0]).toMatchObject({ path: `/requests/${request}`, code: null });
});

it('a device that was removed gets nothing, and one whose browser ended its subscription is removed', async () => {
  const { id, path } = await aDevice('op_charlie');
  const ended = await aDevice('op_charlie');
  expect((await house.api('op_charlie', 'DELETE', `/api/devices/${id}`)).status).toBe(200);
  expect((await house.send('DELETE', ended.path)).status).toBe(204);
  expect((await house.send('POST', path)).status).toBe(401);
  await propose('demo.solo');
  await house.messages('op_charlie');
  expect((await house.api('op_charlie', 'GET', '/api/devices')).body.devices).toEqual([]);
  expect(await phone('op_charlie')).toEqual([]);
});

it('the routes of the push service say what they take', async () => {
  expect(await house.send('GET', `/local/push/${'x'.repeat(32)}`)).toMatchObject({ status: 405 });
  for (const body of [{}, { public_key: 'short' }, 'text']) {
    expect((await house.send('POST', '/local/push/subscriptions', { body })).status).toBe(400);
  }
  expect((await house.send('DELETE', `/local/push/${'x'.repeat(32)}`)).status).toBe(404);
});
