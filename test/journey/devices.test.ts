/** An operator is notified in a browser: from the subscription to the push, over HTTP with the push service of the runner. */
import { type House, openHouse } from '../support/house';
import { openedOnce } from '../support/opened';

const house = openedOnce<House>(() => openHouse({ memory: true }));

interface Notification {
  readonly title: string;
  readonly lines: readonly string[];
  readonly path: string;
  readonly code: string | null;
}
/** Newest first. */
const phone = async (operator: string): Promise<readonly Notification[]> =>
  (await house.send('GET', `/local/phone?operator=${operator}`)).body.notifications;

/** Returns when everything that follows is done. */
const settle = () => house.advance(0);

describe('a device of an operator', () => {
  let publicKey: string;
  let device: string;
  /** As `PushSubscription.toJSON()` has it, with the key of the service. */
  let subscription: { readonly endpoint: string; readonly keys: object; readonly public_key: string };

  it('the key with which browsers subscribe is there a moment after somebody looks', async () => {
    const list = async () => (await house.api('op_bravo', 'GET', '/api/devices')).body;
    expect(await list()).toMatchObject({ devices: [], public_key: null });
    await settle();
    publicKey = (await list()).public_key;
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
  });

  it('a browser that subscribed is added, and shows a notification at once', async () => {
    const { endpoint, keys } = (
      await house.send('POST', '/local/push/subscriptions', { body: { public_key: publicKey } })
    ).body;
    subscription = { endpoint, keys, public_key: publicKey };
    const added = await house.api('op_bravo', 'POST', '/api/devices', subscription);
    expect(added.status).toBe(201);
    device = added.body.device.id;
    await settle();
    expect(await phone('op_bravo')).toMatchObject([{ path: '/', code: null }]);
  });

  it('a request is shown beside its mail, to the operator who has a device and to nobody else', async () => {
    const { id } = (await house.propose()).body.request;
    await settle();
    const [shown, ...earlier] = await phone('op_bravo');
    expect(earlier).toHaveLength(1);
    expect(shown).toMatchObject({ path: `/requests/${id}`, title: expect.any(String) });
    expect(JSON.stringify([shown!.title, shown!.lines])).not.toContain(await house.code('op_bravo', id));
    expect(await phone('op_charlie')).toEqual([]);
    expect((await house.messages('op_charlie')).some(({ request_id }) => request_id === id)).toBe(true);
  });

  it('a removed device gets nothing, and the mail goes', async () => {
    const before = (await phone('op_bravo')).length;
    expect((await house.api('op_bravo', 'DELETE', `/api/devices/${device}`)).status).toBe(200);
    const { id } = (await house.propose()).body.request;
    await settle();
    expect((await house.messages('op_bravo')).some(({ request_id }) => request_id === id)).toBe(true);
    // The same subscription again shows all that it got: before, and the notification of being added.
    expect((await house.api('op_bravo', 'POST', '/api/devices', subscription)).status).toBe(201);
    await settle();
    const shown = await phone('op_bravo');
    expect(shown).toHaveLength(before + 1);
    expect(shown.some(({ path }) => path === `/requests/${id}`)).toBe(false);
  });

  it.each(['https://fcm.googleapis.com/fcm/send/a', 'https://web.push.apple.com/a', 'http://10.0.0.1/local/push/a'])(
    'no page of the runner reaches a push service elsewhere: %s',
    async (endpoint) => {
      const made = await house.send('POST', '/local/push/subscriptions', { body: { public_key: publicKey } });
      const body = { endpoint, keys: made.body.keys, public_key: publicKey };
      const refused = await house.api('op_bravo', 'POST', '/api/devices', body);
      expect([refused.status, refused.body.kind]).toEqual([400, 'invalid']);
    },
  );
});
