import dns from 'node:dns/promises';
import { EventEmitter } from 'node:events';
import { resolveByDns } from '../../../src/adapters/webhook-sender/resolve';

const { Resolver } = dns;

afterEach(() => jest.restoreAllMocks());

const fault = (code: string) => Object.assign(new Error('queryA'), { code });

/** The answers of the DNS servers for IPv4 and IPv6. No query leaves the machine. */
function dnsAnswers(v4: string[] | string, v6: string[] | string): void {
  const answer = (said: string[] | string) => async () => {
    if (typeof said === 'string') throw fault(said);
    return said;
  };
  jest.spyOn(Resolver.prototype, 'resolve4').mockImplementation(answer(v4));
  jest.spyOn(Resolver.prototype, 'resolve6').mockImplementation(answer(v6));
}

const resolve = (limit = new EventEmitter()) => resolveByDns('hooks.customer.com', limit);

describe('a look-up', () => {
  test('a look-up returns the addresses of both families', async () => {
    dnsAnswers(['8.8.8.8', '8.8.4.4'], ['2606:4700::1']);
    expect(await resolve()).toEqual(['8.8.8.8', '8.8.4.4', '2606:4700::1']);
  });

  test.each(['ENODATA', 'ENOTFOUND', 'ESERVFAIL', 'ETIMEOUT'])(
    'a look-up succeeds with one family: %s for the other',
    async (code) => {
      dnsAnswers(['8.8.8.8'], code);
      expect(await resolve()).toEqual(['8.8.8.8']);
      dnsAnswers(code, ['2606:4700::1']);
      expect(await resolve()).toEqual(['2606:4700::1']);
    },
  );

  test.each([
    ['ENOTFOUND', 'ENOTFOUND', 'ENOTFOUND'],
    ['ENONAME', 'ESERVFAIL', 'ESERVFAIL'],
    ['ENOTFOUND', 'ETIMEOUT', 'ETIMEOUT'],
    ['ENODATA', 'ENOTFOUND', 'ENODATA'],
    ['ENODATA', 'ESERVFAIL', 'ESERVFAIL'],
    ['ETIMEOUT', 'ENODATA', 'ETIMEOUT'],
  ])(
    'a look-up without addresses fails, and a DNS failure differs from an absent name: %s, %s',
    async (v4, v6, code) => {
      dnsAnswers(v4, v6);
      await expect(resolve()).rejects.toMatchObject({ code });
    },
  );

  test('a look-up asks a silent server twice, two seconds each, which leaves most of an attempt’s ten seconds', async () => {
    dnsAnswers(['8.8.8.8'], 'ENODATA');
    const limits: unknown[] = [];
    jest.spyOn(dns, 'Resolver').mockImplementation((options) => {
      limits.push(options);
      return new Resolver(options);
    });
    await resolve();
    expect(limits).toEqual([{ timeout: 2_000, tries: 2 }]);
  });

  test('a look-up that was answered is not cancelled later', async () => {
    const limit = new EventEmitter();
    dnsAnswers(['8.8.8.8'], 'ENODATA');
    let cancelled = 0;
    jest.spyOn(Resolver.prototype, 'cancel').mockImplementation(() => {
      cancelled += 1;
    });
    await resolve(limit);
    limit.emit('end');
    expect(cancelled).toBe(0);
  });

  test('a look-up is cancelled at the end of the attempt', async () => {
    const limit = new EventEmitter();
    let stop: (error: Error) => void = () => {};
    const pending = () =>
      new Promise<never>((_, reject) => {
        stop = reject;
      });
    jest.spyOn(Resolver.prototype, 'resolve4').mockImplementation(pending);
    jest.spyOn(Resolver.prototype, 'resolve6').mockRejectedValue(fault('ECANCELLED'));
    const cancel = jest.spyOn(Resolver.prototype, 'cancel').mockImplementation(() => stop(fault('ECANCELLED')));
    const looked = resolve(limit);
    limit.emit('end');
    await expect(looked).rejects.toMatchObject({ code: 'ECANCELLED' });
    expect(cancel).toHaveBeenCalledTimes(1);
  });
});
