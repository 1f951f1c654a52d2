// In every page of the console that a runner serves, before the page's own script: in place of the browser's push service, which
// a demo and a test must not reach, and of its question for the permission. A browser without push stays without it.
if ('PushManager' in window && 'Notification' in window) {
  const PERMISSION = 'runner-permission';
  const SUBSCRIPTION = 'runner-subscription';
  const base64url = (bytes) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');

  Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem(PERMISSION) ?? 'default' });
  Notification.requestPermission = async () => {
    // A test, or a person with the developer tools, can have refused it.
    if (Notification.permission === 'default') localStorage.setItem(PERMISSION, 'granted');
    return Notification.permission;
  };

  const subscriptionOf = (made) => ({
    endpoint: made.endpoint,
    toJSON: () => made,
    unsubscribe: async () => {
      localStorage.removeItem(SUBSCRIPTION);
      // Its origin can be the other name of this machine.
      return (await fetch(new URL(made.endpoint).pathname, { method: 'DELETE' })).ok;
    },
  });
  PushManager.prototype.getSubscription = async () => {
    const made = localStorage.getItem(SUBSCRIPTION);
    return made === null ? null : subscriptionOf(JSON.parse(made));
  };
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    const body = JSON.stringify({ public_key: base64url(applicationServerKey) });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch('/local/push/subscriptions', { method: 'POST', headers, body });
    if (!answer.ok) throw new DOMException(`The push service answered ${answer.status}.`, 'AbortError');
    const made = await answer.json();
    localStorage.setItem(SUBSCRIPTION, JSON.stringify(made));
    return subscriptionOf(made);
  };
}
