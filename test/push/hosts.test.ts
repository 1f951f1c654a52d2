import { isPushEndpoint, PUSH_HOSTS } from '../../src/service/push/rules/hosts';

const deployed = { hosts: PUSH_HOSTS, allowLoopback: false };
const runner = { hosts: [], allowLoopback: true };

describe('the endpoint of a push service', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/dGhpcyBpcyBhIHRva2Vu:APA91b',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk',
    'https://web.push.apple.com/QGxnMAZ',
    'https://api.eu.push.apple.com/QGxnMAZ',
    'https://wns2-par02p.notify.windows.com/w/?token=BQYAAAC%2b',
    'https://FCM.googleapis.com/fcm/send/a',
    'https://fcm.googleapis.com:443/fcm/send/a',
  ])('an endpoint of the push service of a browser is accepted: %s', (endpoint) => {
    expect(isPushEndpoint(endpoint, deployed)).toBe(true);
  });

  test.each([
    ['of another host', 'https://push.example.com/a'],
    ['of a host that only ends like a listed one', 'https://evilfcm.googleapis.com/a'],
    ['of a host that ends like a listed zone without the dot', 'https://evilpush.apple.com/a'],
    ['of a listed zone itself', 'https://push.apple.com/a'],
    ['of a host below a listed one', 'https://a.fcm.googleapis.com/a'],
    ['of a listed zone as part of another one', 'https://web.push.apple.com.evil.example/a'],
    ['with a listed host as the user', 'https://fcm.googleapis.com@evil.example/a'],
    ['with a listed host in its path', 'https://evil.example/fcm.googleapis.com'],
    ['with a dot after the host', 'https://fcm.googleapis.com./a'],
    ['of a port of its own', 'https://fcm.googleapis.com:8443/a'],
    ['over http', 'http://fcm.googleapis.com/a'],
    ['over http to the port of https', 'http://fcm.googleapis.com:443/a'],
    ['of this machine', 'http://127.0.0.1:8787/local/push/a'],
    ['of an address', 'https://142.250.1.1/a'],
    ['of a metadata address', 'https://169.254.169.254/latest/meta-data/'],
    ['that is no URL', 'fcm.googleapis.com/a'],
    ['that is empty', ''],
  ])('an endpoint %s is refused: %s', (_, endpoint) => {
    expect(isPushEndpoint(endpoint, deployed)).toBe(false);
  });

  test.each([
    'http://127.0.0.1:8787/local/push/a',
    'http://localhost:8787/local/push/a',
    'http://[::1]:8787/local/push/a',
  ])('the runner accepts an endpoint of this machine: %s', (endpoint) => {
    expect(isPushEndpoint(endpoint, runner)).toBe(true);
  });

  test.each(['https://fcm.googleapis.com/fcm/send/a', 'https://142.250.1.1/a', 'http://10.0.0.1/a'])(
    'the runner accepts no endpoint elsewhere, so none of its pages reaches a push service: %s',
    (endpoint) => {
      expect(isPushEndpoint(endpoint, runner)).toBe(false);
    },
  );

  test('a deployment adds hosts to the list, by name or with all below one', () => {
    const extended = { hosts: [...PUSH_HOSTS, 'push.acme.example', '*.push.acme.example'], allowLoopback: false };
    expect(isPushEndpoint('https://push.acme.example/a', extended)).toBe(true);
    expect(isPushEndpoint('https://eu.push.acme.example/a', extended)).toBe(true);
    expect(isPushEndpoint('https://fcm.googleapis.com/a', extended)).toBe(true);
    expect(isPushEndpoint('https://evilpush.acme.example/a', extended)).toBe(false);
  });
});
