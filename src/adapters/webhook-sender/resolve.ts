import { Resolver } from 'node:dns/promises';
import type { EventEmitter } from 'node:events';
import { addressVerdict } from '../../service/request/rules/address';
import { errorCodeOf, RefusedAddress, Unreachable } from './failure';

/** All addresses of a name, IPv4 and IPv6. `limit` emits `end` when the caller stops waiting. */
export type Resolve = (name: string, limit: EventEmitter) => Promise<readonly string[]>;

/**
 * Returns the addresses of a name after checking all of them (docs/design.md#addresses). One private address refuses
 * the complete answer. Otherwise a retry or a parallel connection could choose the private address of a rebinding name.
 * Only the returned addresses may be connected to. The name is not looked up again, so it cannot answer differently
 * between the check and the connection.
 */
export async function checkedAddresses(
  name: string,
  resolve: Resolve,
  limit: EventEmitter,
): Promise<readonly string[]> {
  const addresses = await resolve(name, limit).catch((error: unknown) => {
    throw new Unreachable(describeLookup(error));
  });
  if (addresses.length === 0) throw new Unreachable(NO_ADDRESS);
  // The reason does not contain the address: it would reveal the answers of a private DNS server.
  if (!addresses.every((address) => addressVerdict(address).public)) throw new RefusedAddress(NOT_PUBLIC);
  return addresses;
}

export const NO_ADDRESS = 'The host name does not resolve to an address';
export const NOT_PUBLIC = 'The host name resolves to an address that is not public';

/**
 * A and AAAA records from the configured DNS servers, with c-ares and not `dns.lookup`: getaddrinfo runs on libuv's
 * four threads and cannot be cancelled, so four names with a silent DNS server, all of one organization, would stop
 * every other look-up of the process for longer than an attempt may take. c-ares also ignores the hosts file and the
 * resolver's search list, which only know internal names. A new resolver costs 30 µs, follows a changed configuration,
 * and can be cancelled separately.
 */
export const resolveByDns: Resolve = async (name, limit) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const cancel = () => resolver.cancel();
  limit.once('end', cancel);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  limit.off('end', cancel);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const faults = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
  // If one family fails, the other one is enough. Addresses that the answer does not contain are never connected to.
  if (addresses.length > 0) return addresses;
  throw faults.find((fault) => !isAbsence(fault)) ?? faults[0];
};

function isAbsence(error: unknown): boolean {
  return ['ENOTFOUND', 'ENODATA', 'ENONAME'].includes(errorCodeOf(error));
}

function describeLookup(error: unknown): string {
  return isAbsence(error) ? NO_ADDRESS : 'The host name could not be looked up';
}
