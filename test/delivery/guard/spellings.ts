/**
 * The one table of what may and may not be a receiver (docs/contract.md#delivery-and-retries;
 * docs/design.md#addresses). Tests walk it at create (the text alone), at save (with a look-up) and at connect.
 */

export interface RefusedSpelling {
  readonly url: string;
  readonly why: string;
  /** The first check that refuses it; every later one does too. */
  readonly refusedAt: 'create' | 'save' | 'connect';
  /** The answers to look-ups of the name, in order. The last one repeats. */
  readonly answers?: readonly (readonly string[])[];
  /** Set if the connection fails in a way that may be retried. Absent: it is refused for good. */
  readonly atConnect?: 'unreachable';
}

export interface AllowedSpelling {
  readonly url: string;
  readonly why: string;
  readonly answers?: readonly string[];
  /** Where the connection goes. */
  readonly dialled: { readonly host: string; readonly port: number };
}

const text = (why: string, ...urls: string[]): RefusedSpelling[] =>
  urls.map((url) => ({ url, why, refusedAt: 'create' }));
const host = (why: string, ...hosts: string[]): RefusedSpelling[] =>
  text(why, ...hosts.map((name) => `https://${name}/hook`));
const answer = (why: string, name: string, ...addresses: string[]): RefusedSpelling => ({
  url: `https://${name}/hook`,
  why,
  refusedAt: 'save',
  answers: [addresses],
});

const PUBLIC_V4 = '93.184.215.14';
const PUBLIC_V6 = '2606:2800:21f:cb07:6820:80da:af6b:8b2c';

export const REFUSED: readonly RefusedSpelling[] = [
  ...host('loopback', '127.0.0.1', '127.0.0.2', '127.255.255.254', '[::1]', '[0:0:0:0:0:0:0:1]'),
  ...host('this network', '0.0.0.0', '0.1.2.3', '[::]'),
  ...host('private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'),
  ...host('shared address space', '100.64.0.1', '100.127.255.255'),
  ...host('link local', '169.254.0.1', '169.254.255.255'),
  ...host('protocol assignments and relays', '192.0.0.1', '192.0.0.9', '192.88.99.1', '192.88.99.2'),
  ...host('anycast infrastructure', '192.31.196.1', '192.52.193.1', '192.175.48.6'),
  ...host('documentation', '192.0.2.1', '198.51.100.7', '203.0.113.9'),
  ...host('benchmarking', '198.18.0.1', '198.19.255.255'),
  ...host('multicast', '224.0.0.1', '239.255.255.250'),
  ...host('reserved and broadcast', '240.0.0.1', '255.255.255.255'),

  ...host('metadata of AWS, Azure, Google and others', '169.254.169.254', '[fd00:ec2::254]', '[fd20:ce::254]'),
  ...host('metadata of ECS and EKS', '169.254.170.2', '169.254.170.23', '[fd00:ec2::23]'),
  ...host('metadata of Azure, Alibaba and Oracle', '168.63.129.16', '100.100.100.200', '192.0.0.192'),
  ...host('metadata of Oracle and Scaleway', '[fd00:c1::a9fe:a9fe]', '[fd00:42::42]'),

  ...host('short IPv4', '127.1', '127.0.1', '10.1', '169.254.43518'),
  ...host('decimal IPv4', '2130706433', '2852039166', '3232235777'),
  ...host('hexadecimal IPv4', '0x7f000001', '0x7f.0.0.1', '0xa9fea9fe', '0x7f.1', '0XA.0.0.1'),
  ...host('octal IPv4', '0177.0.0.1', '017700000001', '0251.0376.0251.0376', '012.0.0.1'),
  ...host('zero-padded IPv4, read as octal', '127.0.0.01', '010.0.0.1'),
  ...host('full-width IPv4', '１２７.０.０.１', '127。0。0。1', '①②⑦.⓪.⓪.①', '１６９．２５４．１６９．２５４'),
  ...host('percent-encoded IPv4', '%31%32%37.0.0.1', '127%2e0.0.1', '%31%36%39.254.169.254'),
  ...host('odd spelling of a public IPv4', '8.8', '0x08080808', '134744072', '８.８.８.８', '8.8.8.8.', '0010.8.8.8'),
  ...host('out of range IPv4', '256.0.0.1', '1.2.3.4.5', '4294967296', '127.0.0.1.0x'),
  ...host('trailing dot', '127.0.0.1.', 'localhost.', 'hooks.customer.com.', 'metadata.google.internal.'),

  ...host('IPv4-mapped IPv6', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:169.254.169.254]', '[::ffff:8.8.8.8]'),
  ...host('IPv4-compatible IPv6', '[::127.0.0.1]', '[::169.254.169.254]', '[::808:808]'),
  ...host('IPv4-translated IPv6', '[::ffff:0:10.0.0.1]'),
  ...host('NAT64', '[64:ff9b::127.0.0.1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b::8.8.8.8]', '[64:ff9b:1::a00:1]'),
  ...host('6to4', '[2002:7f00:1::]', '[2002:a9fe:a9fe::1]', '[2002:808:808::1]'),
  ...host('Teredo', '[2001::1]', '[2001:0:4136:e378:8000:63bf:3fff:fdd2]'),
  ...host('ISATAP', '[2a00:1450:4001::5efe:a00:1]', '[2a00:1450:4001::200:5efe:a00:1]'),
  ...host('unique local', '[fc00::1]', '[fd12:3456:789a::1]'),
  ...host('link local', '[fe80::1]', '[febf::1]'),
  ...host('link local with a zone', '[fe80::1%eth0]', '[fe80::1%25eth0]', '[fe80::1%251]'),
  ...host('site local', '[fec0::1]'),
  ...host('multicast', '[ff02::1]', '[ff0e::1]'),
  ...host('documentation IPv6', '[2001:db8::1]', '[3fff::1]', '[3fff:fff::1]'),
  ...host(
    'protocol assignments IPv6',
    '[2001:2::1]',
    '[2001:10::1]',
    '[2001:20::1]',
    '[2001:1::1]',
    '[2620:4f:8000::1]',
  ),
  ...host('discard and segment routing', '[100::1]', '[100:0:0:1::1]', '[5f00::1]'),
  ...host('unassigned IPv6', '[1::1]', '[1fff::1]', '[4000::1]', '[e000::1]', '[3ffe::1]', '[2d00::1]', '[3000::1]'),

  ...host('user information', 'user@hooks.customer.com', 'user:pass@8.8.8.8', '@hooks.customer.com', ':@8.8.8.8'),
  ...host('user information that reads as the host', 'hooks.customer.com@127.0.0.1', '8.8.8.8@169.254.169.254'),
  ...text(
    'another scheme',
    'ftp://8.8.8.8/',
    'file:///etc/passwd',
    'gopher://8.8.8.8/',
    'data:,x',
    'javascript:alert(1)',
  ),
  ...text(
    'another scheme',
    'wss://hooks.customer.com/',
    'blob:https://hooks.customer.com/x',
    'unix:/var/run/docker.sock',
  ),
  ...text(
    'plain http',
    'http://hooks.customer.com/',
    'http://8.8.8.8/',
    'HTTP://hooks.customer.com/',
    'http://10.0.0.1/',
  ),
  ...text(
    'no host',
    'https://',
    'https:///hook',
    'https:hooks.customer.com',
    'https:/hooks.customer.com',
    'https://:443/',
  ),
  ...text('not absolute', '', '/hook', '//hooks.customer.com/', 'hooks.customer.com', '?x'),
  ...text(
    'white space',
    ' https://hooks.customer.com/',
    'https://hooks.customer.com/ ',
    'https://hooks.customer.com/a b',
  ),
  ...text(
    'control characters',
    'https://127.0.0\n.1/',
    'ht\ttps://8.8.8.8/',
    'https://hooks.customer.com/\r\nX: y',
    '\0https://8.8.8.8/',
  ),
  ...text(
    'backslash',
    'https:\\\\hooks.customer.com\\',
    'https://hooks.customer.com\\@127.0.0.1/',
    'https://8.8.8.8\\x',
  ),
  ...text('fragment', 'https://hooks.customer.com/#x', 'https://hooks.customer.com#@127.0.0.1/'),
  ...text('port', 'https://hooks.customer.com:0/', 'https://hooks.customer.com:65536/', 'https://8.8.8.8:-1/'),
  ...text(
    'too long',
    `https://hooks.customer.com/${'a'.repeat(2048)}`,
    `https://hooks.customer.com/${'é'.repeat(1000)}`,
  ),

  ...host('loopback name', 'localhost', 'LOCALHOST', 'api.localhost', 'ｌｏｃａｌｈｏｓｔ', 'localhost.localdomain'),
  ...host(
    'internal zone',
    'printer.local',
    'db.internal',
    'nas.lan',
    'wiki.intranet',
    'mail.corp',
    'pi.home',
    'x.private',
  ),
  ...host('internal zone', 'router.home.arpa', '1.0.0.127.in-addr.arpa', 'x.ip6.arpa', 'vm.internal.cloudapp.net'),
  ...host('metadata name', 'metadata.google.internal', 'metadata.goog', 'ip-10-0-0-1.eu-west-1.compute.internal'),
  ...host('outside DNS', 'abcdef.onion', 'x.alt'),
  ...host('single label', 'intranet', 'metadata', 'kubernetes', 'com'),
  ...host(
    'not a host name',
    'a..b.com',
    '.customer.com',
    '-a.customer.com',
    'a-.customer.com',
    'a,b.com',
    `${'a'.repeat(64)}.com`,
  ),

  answer('a name with a loopback address', '127.0.0.1.nip.io', '127.0.0.1'),
  answer('a name with a private address', 'intern.customer.com', '10.1.2.3'),
  answer('a name with a metadata address', 'meta.customer.com', '169.254.169.254'),
  answer('a name with a private IPv6 address', 'six.customer.com', 'fd00:ec2::254'),
  answer('a name with a mapped address', 'mapped.customer.com', '::ffff:127.0.0.1'),
  answer('a name with a NAT64 address', 'nat64.customer.com', '64:ff9b::7f00:1'),
  answer('a mixed answer, public first', 'mixed.customer.com', PUBLIC_V4, '192.168.0.1'),
  answer('a mixed answer, public last', 'mixed.customer.com', '127.0.0.1', PUBLIC_V4),
  answer('a mixed answer of two families', 'mixed6.customer.com', PUBLIC_V4, '::1'),
  answer('an answer with a zone', 'zone.customer.com', 'fe80::1%eth0'),
  answer('an answer that is no address', 'odd.customer.com', 'localhost'),
  answer('an answer in an unusual spelling', 'odd.customer.com', '0177.0.0.1'),
  { ...answer('an empty answer', 'gone.customer.com'), atConnect: 'unreachable' },
  {
    url: 'https://rebind.customer.com/hook',
    why: 'public at save, private at connect',
    refusedAt: 'connect',
    answers: [[PUBLIC_V4], ['127.0.0.1']],
  },
  {
    url: 'https://rebind6.customer.com/hook',
    why: 'public at save, metadata at connect',
    refusedAt: 'connect',
    answers: [[PUBLIC_V6], ['fd00:ec2::254']],
  },
  {
    url: 'https://rebind.customer.com/hook',
    why: 'public at save, mixed at connect',
    refusedAt: 'connect',
    answers: [[PUBLIC_V4], [PUBLIC_V4, '10.0.0.1']],
  },
];

const literal = (why: string, url: string, dialled: string, port = 443): AllowedSpelling => ({
  url,
  why,
  dialled: { host: dialled, port },
});
const named = (why: string, url: string, answers: readonly string[], port = 443): AllowedSpelling => ({
  url,
  why,
  answers,
  dialled: { host: answers[0]!, port },
});

export const ALLOWED: readonly AllowedSpelling[] = [
  literal('a public IPv4 address', 'https://8.8.8.8/hook', '8.8.8.8'),
  literal('an address with a port', 'https://8.8.8.8:8443/hook', '8.8.8.8', 8443),
  literal('just below private space', 'https://9.255.255.255/', '9.255.255.255'),
  literal('just above private space', 'https://172.32.0.1/', '172.32.0.1'),
  literal('just above shared address space', 'https://100.128.0.1/', '100.128.0.1'),
  literal('the last unicast address', 'https://223.255.255.255/', '223.255.255.255'),
  literal('a public IPv6 address', 'https://[2606:4700:4700::1111]/', '2606:4700:4700::1111'),
  literal('IPv6 written out', 'https://[2A00:1450:4001:0:0:0:0:1]:9000/', '2a00:1450:4001::1', 9000),
  literal('just above the protocol assignments', 'https://[2001:200::1]/', '2001:200::1'),
  named('a name', 'https://hooks.customer.com/hook?x=1', [PUBLIC_V4]),
  named('a name in capitals with a port', 'HTTPS://Hooks.Customer.COM:8443', [PUBLIC_V4], 8443),
  named('a name with IPv6 only', 'https://six.customer.com/', [PUBLIC_V6]),
  named('a name with several addresses', 'https://many.customer.com/', [PUBLIC_V4, '8.8.8.8', PUBLIC_V6]),
  named('an international name', 'https://bücher.de/haken', [PUBLIC_V4]),
  named('a name with an underscore', 'https://my_app.customer.com/', [PUBLIC_V4]),
  named('a name that only looks internal', 'https://localhost.customer.com/', [PUBLIC_V4]),
  named('a name that only ends alike', 'https://notlocal.mylan.com/', [PUBLIC_V4]),
  named('"@" and percent signs after the host', 'https://hooks.customer.com/a@b/%41?c=%2F@d', [PUBLIC_V4]),
];

/** Only where the deployment allows loopback; everything that `REFUSED` lists otherwise stays refused there. */
export const ALLOWED_ON_LOOPBACK: readonly AllowedSpelling[] = [
  literal('http to 127.0.0.1', 'http://127.0.0.1/', '127.0.0.1', 80),
  literal('http with a port', 'http://127.0.0.1:8787/hook?x=1', '127.0.0.1', 8787),
  literal('http without a path', 'http://127.0.0.1:9', '127.0.0.1', 9),
  literal('https to 127.0.0.1', 'https://127.0.0.1/hook', '127.0.0.1'),
  literal('http to [::1]', 'http://[::1]/', '::1', 80),
  literal('http to [::1] with a port', 'http://[::1]:3000/hook', '::1', 3000),
  literal('https to [::1]', 'https://[::1]/hook', '::1'),
  literal('another loopback address', 'http://127.0.0.2/', '127.0.0.2', 80),
  literal('another loopback address', 'http://127.255.255.254:3000/hook', '127.255.255.254', 3000),
  literal('https to another loopback address', 'https://127.8.9.10/hook', '127.8.9.10'),
  literal('IPv6 written out', 'http://[0:0:0:0:0:0:0:1]:3000/', '::1', 3000),
  literal('the name, which is not looked up', 'http://localhost/', '127.0.0.1', 80),
  literal('the name with a port', 'http://localhost:8787/hook', '127.0.0.1', 8787),
  literal('the name in capitals', 'HTTP://LOCALHOST:8787/', '127.0.0.1', 8787),
  literal('https to the name', 'https://localhost/hook', '127.0.0.1'),
];

/** Other spellings that lead to the same socket. */
export const REFUSED_ON_LOOPBACK: readonly RefusedSpelling[] = [
  ...text('short', 'http://127.1/', 'http://127.0.1/'),
  ...text('decimal, hexadecimal, octal', 'http://2130706433/', 'http://0x7f000001/', 'http://017700000001/'),
  ...text('padded', 'http://127.0.0.01/', 'http://127.00.0.1/'),
  ...text('full-width', 'http://１２７.0.0.1/', 'http://127。0。0。1/'),
  ...text('percent-encoded', 'http://%3127.0.0.1/', 'http://127.0.0.1%2f/'),
  ...text('trailing dot', 'http://127.0.0.1./'),
  ...text('another name', 'http://api.localhost/', 'http://localhost.localdomain/', 'http://ｌｏｃａｌｈｏｓｔ/'),
  ...text('the name with a trailing dot', 'http://localhost./'),
  ...text('no loopback address', 'http://0.0.0.0/', 'http://[::]/', 'http://128.0.0.1/', 'http://[::2]/'),
  ...text('mapped', 'http://[::ffff:127.0.0.1]/', 'http://[::ffff:7f00:1]/', 'http://[::127.0.0.1]/'),
  ...text('user information', 'http://user@127.0.0.1/', 'http://@127.0.0.1/', 'http://127.0.0.1@8.8.8.8/'),
  ...text(
    'http to elsewhere',
    'http://8.8.8.8/',
    'http://10.0.0.1/',
    'http://hooks.customer.com/',
    'http://169.254.169.254/',
  ),
  ...text('another scheme', 'ws://127.0.0.1/', 'ftp://127.0.0.1/'),
  ...text('a port that is none', 'http://127.0.0.1:0/', 'http://127.0.0.1:99999/', 'http://127.0.0.1:x/'),
  answer('a name that leads there', 'loop.customer.com', '127.0.0.1'),
  answer('a name that leads there', 'loop6.customer.com', '::1'),
];
