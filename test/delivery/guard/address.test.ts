import { addressVerdict, sameAddress } from '../../../src/core/delivery/address';

/** First and last address of every block of IANA's registries (and of ours) that is not public. */
const BLOCKS: readonly (readonly [string, string])[] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
  ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['2d00::', '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];

/** The addresses next to those blocks. A rule that is too wide refuses one of them. */
const NEIGHBOURS: readonly string[] = [
  '1.0.0.0',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '168.63.129.15',
  '168.63.129.17',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '191.255.255.255',
  '192.0.1.0',
  '192.0.1.255',
  '192.0.3.0',
  '192.31.195.255',
  '192.31.197.0',
  '192.52.192.255',
  '192.52.194.0',
  '192.88.98.255',
  '192.88.100.0',
  '192.167.255.255',
  '192.169.0.0',
  '192.175.47.255',
  '192.175.49.0',
  '198.17.255.255',
  '198.20.0.0',
  '198.51.99.255',
  '198.51.101.0',
  '203.0.112.255',
  '203.0.114.0',
  '223.255.255.255',
  '2000::',
  '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:200::',
  '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:db9::',
  '2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '2003::',
  '2620:4f:7fff:ffff:ffff:ffff:ffff:ffff',
  '2620:4f:8001::',
  '2cff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
];

describe('an address', () => {
  test.each(BLOCKS)('an address at either end of a block is not public: %s, %s', (first, last) => {
    expect(addressVerdict(first)).toMatchObject({ public: false });
    expect(addressVerdict(last)).toMatchObject({ public: false });
  });

  test.each(NEIGHBOURS)('an address right beside a refused block is public: %s', (address) => {
    expect(addressVerdict(address)).toEqual({ public: true });
  });

  test.each([
    '',
    ' ',
    'localhost',
    '8.8.8',
    '8.8.8.8.',
    '.8.8.8.8',
    '8.8.8.8.8',
    '08.8.8.8',
    '8.8.8.256',
    '8.8.8.-1',
    '0x8.8.8.8',
    '8.8.8.8 ',
    '8.8.8.8\n',
    '８.8.8.8',
    '8.8.8.1e1',
    '134744072',
    '8.8.8.8%eth0',
    '8.8.8.8/32',
    '8.8.8.8:443',
    '[2606:4700::1]',
    '2606:4700::1%eth0',
    '2606:4700::1%',
    '2606:4700:::1',
    '2606::4700::1',
    ':2606:4700::1',
    '2606:4700::1:',
    '2606:4700:0:0:0:0:0:0:1',
    '2606:4700:0:0:0:0:1',
    '2606:4700:0:0::0:0:0:0:1',
    '02606:4700::1',
    '2606:4700::g',
    '2606:4700::1.2.3',
    '2606:4700::1.2.3.4:1',
    '1.2.3.4::',
    '2606:4700::1/64',
    ':',
    ':::',
  ])('an address that is not in its usual spelling is not public: %j', (text) => {
    expect(addressVerdict(text)).toMatchObject({ public: false });
  });

  test('an address is the same in every spelling', () => {
    expect(sameAddress('2606:4700::1', '2606:4700:0:0:0:0:0:1')).toBe(true);
    expect(sameAddress('2606:4700::ABCD', '2606:4700::abcd')).toBe(true);
    expect(sameAddress('2606:4700::102:304', '2606:4700::1.2.3.4')).toBe(true);
    expect(sameAddress('8.8.8.8', '8.8.8.8')).toBe(true);
  });

  test('an address differs from its mapped form, from another address, and from a text that is no address', () => {
    expect(sameAddress('8.8.8.8', '::ffff:8.8.8.8')).toBe(false);
    expect(sameAddress('8.8.8.8', '8.8.4.4')).toBe(false);
    expect(sameAddress('::8.8.8.8', '8.8.8.8')).toBe(false);
    expect(sameAddress('x', 'x')).toBe(false);
  });
});
