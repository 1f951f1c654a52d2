/**
 * Which literal addresses the service will post to (docs/contract.md#delivery-and-retries; docs/design.md#addresses).
 *
 * IPv4: every address is allowed except those in IANA's special-purpose registry, multicast, the reserved top range and
 * known metadata addresses. IPv6: only the global unicast space 2000::/3 is allowed, without the special blocks in it.
 * Registry entries that IANA marks as globally reachable (AS112, AMT, the anycast addresses of 192.0.0.0/24 and
 * 2001:1::/32) are refused too: they are infrastructure, and no webhook receiver runs there.
 *
 * Sources: iana-ipv4-special-registry, iana-ipv6-special-registry, ipv6-unicast-address-assignments.
 */

export type AddressVerdict = { readonly public: true } | { readonly public: false; readonly reason: string };

/** `address` must be written as sockets and URL parsers write it, without brackets. Any other spelling is refused. */
export function addressVerdict(address: string): AddressVerdict {
  // A zone id names one of our own interfaces. Only link-local addresses need one (RFC 4007).
  if (address.includes('%')) return refused('address with a zone id, which only has a meaning on its own link');
  const parsed = parseAddress(address);
  if (!parsed) return refused('not an address in its usual spelling');
  const rule = (parsed.family === 4 ? IPV4_RULES : IPV6_RULES).find(({ block }) => contains(block, parsed));
  if (rule) return refused(rule.reason);
  if (parsed.family === 4) return { public: true };
  if (!contains(GLOBAL_UNICAST, parsed)) return refused('outside 2000::/3, the only IPv6 space in public use');
  if (embedsIsatap(parsed.bits)) return refused('ISATAP address, which carries an IPv4 address (RFC 5214)');
  return { public: true };
}

/** Whether two texts are the same address in any spelling. A text that is not an address equals nothing. */
export function isSameIp(left: string, right: string): boolean {
  const a = parseAddress(left);
  const b = parseAddress(right);
  return a !== null && b !== null && a.family === b.family && a.bits === b.bits;
}

export function addressFamily(address: string): 4 | 6 | null {
  return parseAddress(address)?.family ?? null;
}

interface ParsedAddress {
  readonly family: 4 | 6;
  readonly bits: bigint;
}

interface Block {
  readonly bits: bigint;
  /** The number of variable low bits in the block. */
  readonly free: bigint;
}

interface RefusedBlock {
  readonly block: Block;
  readonly reason: string;
}

/** The first matching rule gives the reason, so the reason names a metadata address and not its block. */
const IPV4_RULES = rules([
  ['169.254.169.254/32', 'cloud metadata address (AWS, Azure, Google, Oracle and others)'],
  ['169.254.170.2/32', 'cloud metadata address (AWS ECS task credentials)'],
  ['169.254.170.23/32', 'cloud metadata address (AWS EKS pod credentials)'],
  ['168.63.129.16/32', 'cloud metadata address (Azure WireServer)'],
  ['100.100.100.200/32', 'cloud metadata address (Alibaba)'],
  ['192.0.0.192/32', 'cloud metadata address (Oracle)'],
  ['0.0.0.0/8', '"this network" (RFC 791), which reaches the host itself'],
  ['10.0.0.0/8', 'private network (RFC 1918)'],
  ['100.64.0.0/10', 'shared address space (RFC 6598)'],
  ['127.0.0.0/8', 'loopback (RFC 1122)'],
  ['169.254.0.0/16', 'link local (RFC 3927)'],
  ['172.16.0.0/12', 'private network (RFC 1918)'],
  ['192.0.0.0/24', 'IETF protocol assignments (RFC 6890)'],
  ['192.0.2.0/24', 'documentation (RFC 5737)'],
  ['192.31.196.0/24', 'AS112 (RFC 7535)'],
  ['192.52.193.0/24', 'AMT relays (RFC 7450)'],
  ['192.88.99.0/24', '6to4 relays (RFC 7526)'],
  ['192.168.0.0/16', 'private network (RFC 1918)'],
  ['192.175.48.0/24', 'AS112 (RFC 7534)'],
  ['198.18.0.0/15', 'benchmarking (RFC 2544)'],
  ['198.51.100.0/24', 'documentation (RFC 5737)'],
  ['203.0.113.0/24', 'documentation (RFC 5737)'],
  ['224.0.0.0/4', 'multicast (RFC 5771)'],
  ['255.255.255.255/32', 'broadcast (RFC 919)'],
  ['240.0.0.0/4', 'reserved (RFC 1112)'],
]);

/**
 * Forms that carry an IPv4 address are refused instead of unwrapped: a translator or tunnel that we cannot see decides
 * where they lead (64:ff9b::a9fe:a9fe is the metadata service behind a NAT64), and no public receiver needs them.
 * Addresses outside 2000::/3 are listed only so that the refusal has a precise reason.
 */
const IPV6_RULES = rules([
  ['fd00:ec2::254/128', 'cloud metadata address (AWS)'],
  ['fd00:ec2::23/128', 'cloud metadata address (AWS EKS pod credentials)'],
  ['fd00:ec2::/32', 'AWS link services (DNS, time, metadata)'],
  ['fd20:ce::254/128', 'cloud metadata address (Google)'],
  ['fd00:c1::a9fe:a9fe/128', 'cloud metadata address (Oracle)'],
  ['fd00:42::42/128', 'cloud metadata address (Scaleway)'],
  ['::/128', 'unspecified address (RFC 4291), which reaches the host itself'],
  ['::1/128', 'loopback (RFC 4291)'],
  ['::ffff:0:0/96', 'IPv4-mapped address (RFC 4291)'],
  ['::ffff:0:0:0/96', 'IPv4-translated address (RFC 2765)'],
  ['::/96', 'IPv4-compatible address (RFC 4291, deprecated)'],
  ['64:ff9b::/96', 'NAT64 address (RFC 6052)'],
  ['64:ff9b:1::/48', 'local NAT64 address (RFC 8215)'],
  ['100::/64', 'discard only (RFC 6666)'],
  ['100:0:0:1::/64', 'dummy prefix (RFC 9780)'],
  ['2001::/32', 'Teredo address (RFC 4380)'],
  ['2001:2::/48', 'benchmarking (RFC 5180)'],
  ['2001:10::/28', 'ORCHID (RFC 4843)'],
  ['2001:20::/28', 'ORCHIDv2 (RFC 7343)'],
  ['2001::/23', 'IETF protocol assignments (RFC 2928)'],
  ['2001:db8::/32', 'documentation (RFC 3849)'],
  ['2002::/16', '6to4 address (RFC 3056)'],
  ['2620:4f:8000::/48', 'AS112 (RFC 7534)'],
  ['2d00::/8', 'reserved by IANA'],
  ['2e00::/7', 'reserved by IANA'],
  ['3fff::/20', 'documentation (RFC 9637)'],
  ['3ffe::/16', 'returned 6bone space (RFC 3701)'],
  ['3000::/4', 'reserved by IANA'],
  ['5f00::/16', 'segment routing (RFC 9602)'],
  ['fc00::/7', 'unique local address (RFC 4193)'],
  ['fe80::/10', 'link local (RFC 4291)'],
  ['fec0::/10', 'site local (RFC 3879)'],
  ['ff00::/8', 'multicast (RFC 4291)'],
]);

const GLOBAL_UNICAST = parseBlock('2000::/3');

function refused(reason: string): AddressVerdict {
  return { public: false, reason };
}

function contains(block: Block, address: ParsedAddress): boolean {
  return address.bits >> block.free === block.bits >> block.free;
}

/** RFC 5214: the interface identifiers 0000:5efe:v4 and 0200:5efe:v4 tunnel to that IPv4 address under any prefix. */
function embedsIsatap(bits: bigint): boolean {
  const marker = (bits >> 32n) & 0xffff_ffffn;
  return marker === 0x0000_5efen || marker === 0x0200_5efen;
}

function rules(table: readonly (readonly [string, string])[]): readonly RefusedBlock[] {
  return table.map(([cidr, reason]) => ({ block: parseBlock(cidr), reason }));
}

function parseBlock(cidr: string): Block {
  const [base, length] = cidr.split('/');
  const address = parseAddress(base ?? '');
  if (!address) throw new Error(`address table: ${cidr}`);
  return { bits: address.bits, free: BigInt((address.family === 4 ? 32 : 128) - Number(length)) };
}

function parseAddress(text: string): ParsedAddress | null {
  const family = text.includes(':') ? 6 : 4;
  const bits = family === 6 ? parseIpv6(text) : parseIpv4(text);
  return bits === null ? null : { family, bits };
}

/**
 * Four decimal numbers without leading zeros, because some parsers read `010.0.0.1` as 8.0.0.1 and others as 10.0.0.1.
 */
function parseIpv4(text: string): bigint | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)) return null;
  return parts.reduce((bits, part) => (bits << 8n) | BigInt(part), 0n);
}

function parseIpv6(text: string): bigint | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const groups = halves.map(parseGroups);
  const [head, tail] = groups;
  if (!head || tail === null) return null;
  // `::` stands for at least one group (RFC 5952 uses it for two or more, RFC 4291 allows one).
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const all = [...head, ...new Array<bigint>(missing).fill(0n), ...(tail ?? [])];
  return all.reduce((bits, group) => (bits << 16n) | group, 0n);
}

/** The groups on one side of `::`. A dotted IPv4 part counts as two groups and must be last. */
function parseGroups(side: string): bigint[] | null {
  if (side === '') return [];
  const parts = side.split(':');
  const groups: bigint[] = [];
  for (const [index, part] of parts.entries()) {
    if (/^[0-9a-f]{1,4}$/i.test(part)) {
      groups.push(BigInt(`0x${part}`));
      continue;
    }
    const dotted = index === parts.length - 1 && part.includes('.') ? parseIpv4(part) : null;
    if (dotted === null) return null;
    groups.push(dotted >> 16n, dotted & 0xffffn);
  }
  return groups;
}
