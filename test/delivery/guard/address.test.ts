import { addressVerdict, isSameIp } from '../../../src/service/request/rules/address';

/** First and last address of every block of IANA's registries (and of ours) that is not public, and why the first is not. */
const BLOCKS: readonly (readonly [first: string, last: string, reason: string])[] = [
  ['0.0.0.0', '0.255.255.255', '"this network" (RFC 791), which reaches the host itself'],
  ['10.0.0.0', '10.255.255.255', 'private network (RFC 1918)'],
  ['100.64.0.0', '100.127.255.255', 'shared address space (RFC 6598)'],
  ['127.0.0.0', '127.255.255.255', 'loopback (RFC 1122)'],
  ['168.63.129.16', '168.63.129.16', 'cloud metadata address (Azure WireServer)'],
  ['169.254.0.0', '169.254.255.255', 'link local (RFC 3927)'],
  ['172.16.0.0', '172.31.255.255', 'private network (RFC 1918)'],
  ['192.0.0.0', '192.0.0.255', 'IETF protocol assignments (RFC 6890)'],
  ['192.0.2.0', '192.0.2.255', 'documentation (RFC 5737)'],
  ['192.31.196.0', '192.31.196.255', 'AS112 (RFC 7535)'],
  ['192.52.193.0', '192.52.193.255', 'AMT relays (RFC 7450)'],
  ['192.88.99.0', '192.88.99.255', '6to4 relays (RFC 7526)'],
  ['192.168.0.0', '192.168.255.255', 'private network (RFC 1918)'],
  ['192.175.48.0', '192.175.48.255', 'AS112 (RFC 7534)'],
  ['198.18.0.0', '198.19.255.255', 'benchmarking (RFC 2544)'],
  ['198.51.100.0', '198.51.100.255', 'documentation (RFC 5737)'],
  ['203.0.113.0', '203.0.113.255', 'documentation (RFC 5737)'],
  ['224.0.0.0', '255.255.255.255', 'multicast (RFC 5771)'],
  ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'unspecified address (RFC 4291), which reaches the host itself'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', 'Teredo address (RFC 4380)'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', 'documentation (RFC 3849)'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '6to4 address (RFC 3056)'],
  ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff', 'AS112 (RFC 7534)'],
  ['2d00::', '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'reserved by IANA'],
  ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'outside 2000::/3, the only IPv6 space in public use'],
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
  test.each(BLOCKS)('an address at either end of a block is not public: %s, %s: %s', (first, last, reason) => {
    expect(addressVerdict(first)).toEqual({ public: false, reason });
    expect(addressVerdict(last)).toMatchObject({ public: false });
  });

  /** Inside these blocks, and where an address is not one. */
  test.each([
    ['169.254.169.254', 'cloud metadata address (AWS, Azure, Google, Oracle and others)'],
    ['169.254.170.2', 'cloud metadata address (AWS ECS task credentials)'],
    ['169.254.170.23', 'cloud metadata address (AWS EKS pod credentials)'],
    ['100.100.100.200', 'cloud metadata address (Alibaba)'],
    ['192.0.0.192', 'cloud metadata address (Oracle)'],
    ['255.255.255.255', 'broadcast (RFC 919)'],
    ['240.0.0.0', 'reserved (RFC 1112)'],
    ['fd00:ec2::254', 'cloud metadata address (AWS)'],
    ['fd00:ec2::23', 'cloud metadata address (AWS EKS pod credentials)'],
    ['fd00:ec2::', 'AWS link services (DNS, time, metadata)'],
    ['fd20:ce::254', 'cloud metadata address (Google)'],
    ['fd00:c1::a9fe:a9fe', 'cloud metadata address (Oracle)'],
    ['fd00:42::42', 'cloud metadata address (Scaleway)'],
    ['::1', 'loopback (RFC 4291)'],
    ['::ffff:0:0', 'IPv4-mapped address (RFC 4291)'],
    ['::ffff:0:0:0', 'IPv4-translated address (RFC 2765)'],
    ['::5', 'IPv4-compatible address (RFC 4291, deprecated)'],
    ['64:ff9b::', 'NAT64 address (RFC 6052)'],
    ['64:ff9b:1::', 'local NAT64 address (RFC 8215)'],
    ['100::', 'discard only (RFC 6666)'],
    ['100:0:0:1::', 'dummy prefix (RFC 9780)'],
    ['2001:2::', 'benchmarking (RFC 5180)'],
    ['2001:10::', 'ORCHID (RFC 4843)'],
    ['2001:20::', 'ORCHIDv2 (RFC 7343)'],
    ['2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', 'IETF protocol assignments (RFC 2928)'],
    ['2e00::', 'reserved by IANA'],
    ['3fff::', 'documentation (RFC 9637)'],
    ['3ffe::', 'returned 6bone space (RFC 3701)'],
    ['3000::', 'reserved by IANA'],
    ['5f00::', 'segment routing (RFC 9602)'],
    ['fc00::', 'unique local address (RFC 4193)'],
    ['fe80::', 'link local (RFC 4291)'],
    ['fec0::', 'site local (RFC 3879)'],
    ['ff00::', 'multicast (RFC 4291)'],
    ['2606:4700::5efe:8.8.8.8', 'ISATAP address, which carries an IPv4 address (RFC 5214)'],
    ['2a00::200:5efe:a9fe:a9fe', 'ISATAP address, which carries an IPv4 address (RFC 5214)'],
    ['2606:4700::%eth0', 'address with a zone id, which only has a meaning on its own link'],
    ['8.8.8', 'not an address in its usual spelling'],
    ['8.8.8.8.8', 'not an address in its usual spelling'],
    ['8888', 'not an address in its usual spelling'],
  ])('the address %s is refused as %s', (address, reason) => {
    expect(addressVerdict(address)).toEqual({ public: false, reason });
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
    expect(isSameIp('2606:4700::1', '2606:4700:0:0:0:0:0:1')).toBe(true);
    expect(isSameIp('2606:4700::ABCD', '2606:4700::abcd')).toBe(true);
    expect(isSameIp('2606:4700::102:304', '2606:4700::1.2.3.4')).toBe(true);
    expect(isSameIp('8.8.8.8', '8.8.8.8')).toBe(true);
  });

  test('an address differs from its mapped form, from another address, and from a text that is no address', () => {
    expect(isSameIp('8.8.8.8', '::ffff:8.8.8.8')).toBe(false);
    expect(isSameIp('8.8.8.8', '8.8.4.4')).toBe(false);
    expect(isSameIp('::8.8.8.8', '8.8.8.8')).toBe(false);
    expect(isSameIp('x', 'x')).toBe(false);
  });
});
