/** Parts of the sender: the sentences of the history, the time limit, and which connections are kept. */
import http from 'node:http';
import net from 'node:net';
import { connectTcp, type DialTarget } from '../../../src/adapters/webhook-sender/connect';
import { CheckedConnections } from '../../../src/adapters/webhook-sender/connections';
import {
  describeFailure,
  describeTimeout,
  errorCodeOf,
  RefusedAddress,
  type Stage,
  TryLimit,
  Unreachable,
} from '../../../src/adapters/webhook-sender/failure';
import { aSender, closeAll } from './support';

const coded = (code: unknown) => Object.assign(new Error('from 10.0.0.7 at /home/key.pem'), { code });

describe('the history says of a failure', () => {
  test.each([
    ['ECONNREFUSED', 'The connection was refused'],
    ['ECONNRESET', 'The connection was closed before an answer'],
    ['EPIPE', 'The connection was closed before an answer'],
    ['EHOSTUNREACH', 'There is no route to the host'],
    ['ENETUNREACH', 'There is no route to the host'],
    ['ETIMEDOUT', 'The host did not take the connection'],
    ['HPE_HEADER_OVERFLOW', "The answer's headers are over 16 KiB"],
    ['HPE_INVALID_CONSTANT', 'The answer is not valid HTTP'],
    ['CERT_HAS_EXPIRED', 'The certificate has expired'],
    ['CERT_NOT_YET_VALID', 'The certificate is not valid yet'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate is for another host'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'The certificate is self-signed'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'The certificate chain ends in a root that is not trusted'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'The certificate chain is incomplete or not trusted'],
    ['UNABLE_TO_GET_ISSUER_CERT', 'The certificate chain is incomplete or not trusted'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'The certificate chain is incomplete or not trusted'],
    ['EPROTO', 'The host does not speak TLS there, or no version that is taken'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'The host does not speak TLS there, or no version that is taken'],
  ])('the history describes the failure %s as: %s', (code, sentence) => {
    for (const stage of ['connecting', 'agreeing on TLS'] as const)
      expect(describeFailure(coded(code), stage)).toBe(sentence);
  });

  test.each<[Stage, string]>([
    ['looking up the host', 'The connection failed'],
    ['connecting', 'The connection failed'],
    ['agreeing on TLS', 'TLS failed'],
    ['waiting for the answer', 'The connection failed'],
  ])('the history names only the stage and a constant code of an unknown failure, while %s', (stage, sentence) => {
    for (const code of ['EWE', 'ERR_SSL_TLSV1_ALERT_2', `E${'X'.repeat(60)}`])
      expect(describeFailure(coded(code), stage)).toBe(`${sentence} (${code})`);
    for (const code of ['EW', `E${'X'.repeat(61)}`, '1WE', 'eWEIRD', 'EWEIRD now', 'EWe', ' EWE', '', 7, undefined])
      expect(describeFailure(coded(code), stage)).toBe(sentence);
    for (const error of [null, undefined, 'text']) expect(describeFailure(error, stage)).toBe(sentence);
  });

  test('the history uses our own words for a failure that the sender itself reports', () => {
    const error = Object.assign(new Unreachable('The host has no address'), { code: 'EPROTO' });
    expect(describeFailure(error, 'connecting')).toBe('The host has no address');
    expect(describeTimeout(1500, 'connecting')).toBe('No answer within 1.5 s (while connecting)');
    expect([errorCodeOf(coded('EPIPE')), errorCodeOf(coded(7)), errorCodeOf(null)]).toEqual(['EPIPE', '', '']);
  });
});

describe('the one limit of an attempt', () => {
  test('the limit of an attempt returns or throws what the work does, and leaves no listener behind', async () => {
    const limit = new TryLimit(60_000);
    const works = [Promise.resolve(7), Promise.reject(new Error('no work'))];
    const raced = works.map((work) => limit.race(work));
    expect(limit.listenerCount('end')).toBe(2);
    await expect(raced[0]).resolves.toBe(7);
    await expect(raced[1]).rejects.toThrow('no work');
    await new Promise((resolve) => setImmediate(resolve));
    expect(limit.listenerCount('end')).toBe(0);
    limit.clear();
  });

  test('the limit of an attempt ends work that is still running, and work that begins after it', async () => {
    const limit = new TryLimit(5);
    expect(limit.ranOut).toBe(false);
    expect(limit.describe()).toBe('No answer within 0.005 s (while looking up the host)');
    const never = new Promise(() => undefined);
    await expect(limit.race(never)).rejects.toThrow('the limit of the try ran out');
    expect(limit.ranOut).toBe(true);
    await expect(limit.race(never)).rejects.toThrow('the limit of the try ran out');
  });

  test('the limit of an attempt does not end work once it is cleared', () => {
    jest.useFakeTimers();
    const limits = [new TryLimit(1000), new TryLimit(1000)];
    limits[0]!.clear();
    jest.advanceTimersByTime(1000);
    jest.useRealTimers();
    expect(limits.map(({ ranOut }) => ranOut)).toEqual([false, true]);
  });
});

describe('a new connection', () => {
  let limit: TryLimit;
  beforeEach(() => {
    limit = new TryLimit(60_000);
  });
  afterEach(() => limit.clear());
  /** A socket for which `happens` decides once it is waited for. */
  const dialling = (happens: (socket: net.Socket) => void) => {
    const dialled: DialTarget[] = [];
    const sockets: net.Socket[] = [];
    const dial = (target: DialTarget) => {
      dialled.push(target);
      const socket = new net.Socket();
      sockets.push(socket);
      setImmediate(() => happens(socket));
      return socket;
    };
    return { dial, dialled, sockets };
  };
  const connects = (peer: string | undefined) => (socket: net.Socket) => {
    Object.defineProperty(socket, 'remoteAddress', { get: () => peer });
    socket.emit('connect');
  };
  const closes = (socket: net.Socket) => void socket.destroy();

  test('a new connection tries four addresses, of each family in turn, and fails with the error of the last one', async () => {
    const { dial, dialled } = dialling(closes);
    const v4 = ['8.8.8.8', '8.8.4.4', '1.1.1.1', '1.0.0.1'];
    const v6 = ['2606:4700::1', '2606:4700::2'];
    const failure = connectTcp([...v6, ...v4], 8443, dial, limit);
    await expect(failure).rejects.toMatchObject({ message: 'The connection was closed before an answer' });
    await expect(failure).rejects.toBeInstanceOf(Unreachable);
    expect(dialled).toEqual([
      { host: '8.8.8.8', port: 8443, family: 4 },
      { host: '2606:4700::1', port: 8443, family: 6 },
      { host: '8.8.4.4', port: 8443, family: 4 },
      { host: '2606:4700::2', port: 8443, family: 6 },
    ]);
    const nobody = connectTcp([], 443, dial, limit);
    await expect(nobody).rejects.toMatchObject({ message: 'The host has no address' });
  });

  test('a new connection is to the checked address, in any spelling, and its errors end no other work', async () => {
    const { dial, dialled, sockets } = dialling(connects('2606:4700:0:0::1'));
    expect(await connectTcp(['2606:4700::1', '2606:4700::2'], 443, dial, limit)).toBe(sockets[0]);
    expect(dialled).toHaveLength(1);
    expect(sockets[0]!.destroyed).toBe(false);
    expect(() => sockets[0]!.emit('error', new Error('late'))).not.toThrow();
    expect(limit.listenerCount('end')).toBe(0);
    // Its next user listens for its end.
    for (const event of ['close', 'connect']) expect(sockets[0]!.listenerCount(event)).toBe(0);
  });

  test('a new connection stays open after the time in which it had to be made', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] });
    try {
      const { dial, sockets } = dialling(connects('8.8.8.8'));
      await connectTcp(['8.8.8.8'], 443, dial, limit);
      jest.advanceTimersByTime(limit.timeoutMs);
      expect(sockets[0]!.destroyed).toBe(false);
    } finally {
      jest.useRealTimers();
    }
  });

  test('a new connection to another peer is closed and refused, and the next address is not tried', async () => {
    const { dial, dialled, sockets } = dialling(connects('10.0.0.1'));
    const refused = connectTcp(['8.8.8.8', '8.8.4.4'], 443, dial, limit);
    await expect(refused).rejects.toBeInstanceOf(RefusedAddress);
    const message = 'The connection led to another address than the one that was checked';
    await expect(refused).rejects.toMatchObject({ message });
    expect([dialled.length, sockets[0]!.destroyed]).toEqual([1, true]);
  });

  test('a new connection whose peer has already gone is closed, and the next address is tried', async () => {
    const { dial, dialled, sockets } = dialling(connects(undefined));
    const failure = connectTcp(['8.8.8.8', '8.8.4.4'], 443, dial, limit);
    await expect(failure).rejects.toMatchObject({ message: 'The connection was closed before an answer' });
    await expect(failure).rejects.toBeInstanceOf(Unreachable);
    expect([dialled.length, sockets.every(({ destroyed }) => destroyed)]).toEqual([2, true]);
  });

  test('a new connection waits a quarter of the limit for each address but the last', async () => {
    limit.clear();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] });
    try {
      limit = new TryLimit(80);
      const { dial, dialled, sockets } = dialling(() => undefined);
      const connecting = connectTcp(['8.8.8.8', '8.8.4.4', '1.1.1.1'], 443, dial, limit);
      const failed = expect(connecting).rejects.toThrow('the limit of the try');
      const dialledAfter = async (ms: number) => {
        jest.advanceTimersByTime(ms);
        await new Promise((resolve) => setImmediate(resolve));
        return [dialled.length, limit.ranOut];
      };
      expect(await dialledAfter(19)).toEqual([1, false]);
      expect(await dialledAfter(1)).toEqual([2, false]);
      expect(await dialledAfter(19)).toEqual([2, false]);
      expect(await dialledAfter(1)).toEqual([3, false]);
      expect(await dialledAfter(39)).toEqual([3, false]);
      expect(await dialledAfter(1)).toEqual([3, true]);
      await failed;
      expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
    } finally {
      jest.useRealTimers();
    }
    // Nothing is tried after the limit.
    const late = dialling(() => undefined);
    await expect(connectTcp(['8.8.8.8', '8.8.4.4'], 443, late.dial, limit)).rejects.toThrow('the limit of the try');
    expect([late.dialled.length, late.sockets[0]!.destroyed]).toEqual([1, true]);
  });
});

describe('connections that are kept', () => {
  let nowMs = 0;
  const agent = () => new CheckedConnections('http:', () => nowMs);
  const socket = () => Object.assign(new net.Socket(), { setKeepAlive: () => undefined, ref: () => undefined });
  const AT = { host: 'hooks.customer.com', port: 443 };
  /** A connection that was opened now. */
  const opened = async (connections: CheckedConnections, given = socket()) => {
    await new Promise<void>((resolve) => {
      connections.createConnection({ ...AT, openChecked: async () => given }, () => resolve());
    });
    return given;
  };
  /** Idle as Node keeps it. */
  const idle = async (connections: CheckedConnections) => {
    const given = await opened(connections);
    expect(connections.keepSocketAlive(given)).toBe(true);
    const free = connections.freeSockets as Record<string, net.Socket[]>;
    const name = connections.getName(AT);
    free[name] = [...(free[name] ?? []), given];
    return given;
  };
  beforeEach(() => {
    nowMs = 1_000_000;
  });

  test.each([
    ['a minute', 60_000, true],
    ['more than a minute', 60_001, false],
    ['a negative time, because the clock was set back', -1, false],
  ])('kept connections are at most a minute old: %s', async (_, ageMs, isKept) => {
    const connections = agent();
    const given = await opened(connections);
    nowMs += ageMs;
    expect(connections.keepSocketAlive(given)).toBe(isKept);
  });

  test.each([
    ['four seconds', 4_000, false],
    ['more than four seconds', 4_001, true],
    ['a negative time, because the clock was set back', -1, true],
  ])('kept connections are dropped together if one was idle for %s', async (_, idleMs, areDropped) => {
    const connections = agent();
    const first = await idle(connections);
    nowMs += idleMs;
    const second = idleMs > 0 ? await idle(connections) : first;
    connections.dropStale(AT.host, AT.port);
    expect([first.destroyed, second.destroyed]).toEqual([areDropped, areDropped]);
  });

  test('kept connections are dropped only for their own host and port', async () => {
    const connections = agent();
    const given = await idle(connections);
    nowMs += 60_000;
    for (const [host, port] of [
      ['other.customer.com', 443],
      [AT.host, 8443],
    ] as const) {
      connections.dropStale(host, port);
      connections.dropIdle(host, port);
    }
    expect(given.destroyed).toBe(false);
    connections.dropIdle(AT.host, AT.port);
    expect(given.destroyed).toBe(true);
  });

  test('kept connections are never opened without the check', () => {
    expect(() => agent().createConnection(AT, () => undefined)).toThrow('without its check');
    const openChecked = async () => socket();
    expect(() => agent().createConnection({ ...AT, openChecked })).toThrow('without its check');
  });

  test('a host that was never reached leaves no empty list of connections, and a host that was reached keeps its list', async () => {
    const connections = agent();
    const sockets = connections.sockets as Record<string, net.Socket[]>;
    const failed = () =>
      new Promise<Error | null>((resolve) => {
        const openChecked = () => Promise.reject(new Error('refused'));
        connections.createConnection({ ...AT, openChecked }, (error) => resolve(error));
      });
    const name = connections.getName(AT);
    expect(name).toBe('hooks.customer.com:443');
    sockets[name] = [];
    expect(await failed()).toMatchObject({ message: 'refused' });
    expect(Object.keys(sockets)).toEqual([]);
    expect(await failed()).toMatchObject({ message: 'refused' });
    sockets[name] = [socket()];
    await failed();
    expect(Object.keys(sockets)).toEqual([name]);
  });

  test('kept connections are of one scheme, and at most sixteen for each host', () => {
    expect(agent()).toMatchObject({ protocol: 'http:', maxFreeSockets: 16 });
    expect(new CheckedConnections('https:', () => 0)).toMatchObject({ protocol: 'https:' });
    expect(agent()).toBeInstanceOf(http.Agent);
  });
});

afterEach(closeAll);

const URL_OF_HOST = 'https://hooks.customer.com/hook';
const NO_NAME =
  'The host name does not resolve to an address: check its spelling, or save the endpoint once its DNS record exists.';
const NOT_NOW = 'The host name could not be looked up just now: check it, then save again.';
const NOT_PUBLIC =
  'The host name resolves to an address that is not public: every address it has must be reachable from the internet.';
const failing = (code: string) => () => Promise.reject(Object.assign(new Error('internal detail'), { code }));

describe('the check of an endpoint when it is saved', () => {
  test('saving an endpoint accepts a name if all its addresses are public', async () => {
    const sender = aSender({ resolve: async () => ['8.8.8.8', '2606:4700::1'] });
    expect(await sender.validateEndpoint(URL_OF_HOST)).toEqual({ ok: true });
  });

  test.each([
    ['does not resolve', failing('ENOTFOUND'), NO_NAME],
    ['does not exist', failing('ENONAME'), NO_NAME],
    ['has no address', async () => [], NO_NAME],
    ['cannot be looked up now', failing('ESERVFAIL'), NOT_NOW],
    ['is never answered for', () => new Promise<string[]>(() => {}), NOT_NOW],
    ['has one address that is not public', async () => ['8.8.8.8', '10.9.8.7'], NOT_PUBLIC],
  ])('saving an endpoint refuses a name that %s', async (_, resolve, reason) => {
    const verdict = await aSender({ timeoutMs: 100, resolve }).validateEndpoint(URL_OF_HOST);
    expect(verdict).toEqual({ ok: false, reason });
  });

  test('saving an endpoint does not reveal the address of a name, which would map private DNS', async () => {
    const verdict = await aSender({ resolve: async () => ['10.9.8.7'] }).validateEndpoint(URL_OF_HOST);
    expect(JSON.stringify(verdict)).not.toMatch(/10\.9|RFC/);
  });

  test('saving an endpoint does not look up a literal address', async () => {
    expect(await aSender().validateEndpoint('https://8.8.8.8/')).toEqual({ ok: true });
    expect(await aSender().validateEndpoint('http://127.0.0.1:3000/')).toEqual({ ok: true });
    expect(await aSender().validateEndpoint('http://localhost:3000/')).toEqual({ ok: true });
    expect(await aSender().validateEndpoint('https://10.0.0.1/')).toMatchObject({ ok: false });
    const deployed = aSender({ allowLoopback: false });
    expect(await deployed.validateEndpoint('http://127.0.0.1:3000/')).toMatchObject({ ok: false });
  });
});
