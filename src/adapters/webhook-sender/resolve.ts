import { Resolver } from 'node:dns/promises';
import { addressVerdict } from '../../core/delivery/address';
import { codeOf, RefusedAddress, Unreachable } from './failure';

/** Every address of a name, IPv4 and IPv6; `signal` says that nobody waits any longer. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * The name's addresses, all of them checked (docs/design.md#addresses). One that is not public refuses the whole
 * answer: a mixed answer is how a rebinding name gets its private address picked by a retry or by a racing connect.
 * What is returned is what may be connected to; the name is not looked up a second time, so it cannot answer
 * differently between check and connect.
 */
export async function checkedAddresses(
  name: string,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const addresses = await resolve(name, signal).catch((error: unknown) => {
    throw new Unreachable(describeLookup(error));
  });
  if (addresses.length === 0) throw new Unreachable(NO_ADDRESS);
  // The address itself stays out of the reason: a name in somebody's split-horizon DNS would be mapped by it.
  if (!addresses.every((address) => addressVerdict(address).public)) throw new RefusedAddress(NOT_PUBLIC);
  return addresses;
}

export const NO_ADDRESS = 'The host name does not resolve to an address';
export const NOT_PUBLIC = 'The host name resolves to an address that is not public';

/**
 * A and AAAA records from the configured DNS servers, over c-ares and not `dns.lookup`: getaddrinfo runs on libuv's
 * four threads and cannot be called off, so four names with a silent DNS server, all of one organization, would
 * stall every other look-up of the process for longer than a try may last. It also leaves out the hosts file and the
 * resolver's search list, which both only know internal names.
 * A fresh resolver costs 30 µs, follows a changed configuration, and can be cancelled alone.
 */
export const resolveByDns: Resolve = async (name, signal) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  signal.removeEventListener('abort', cancel);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const faults = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
  // One family that fails is survivable: what is missing from the answer is not connected to either.
  if (addresses.length > 0) return addresses;
  throw faults.find((fault) => !isAbsence(fault)) ?? faults[0];
};

function isAbsence(error: unknown): boolean {
  return ['ENOTFOUND', 'ENODATA', 'ENONAME'].includes(codeOf(error));
}

function describeLookup(error: unknown): string {
  return isAbsence(error) ? NO_ADDRESS : 'The host name could not be looked up';
}
