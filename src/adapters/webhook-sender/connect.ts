import net from 'node:net';
import tls from 'node:tls';
import { addressFamily, isSameIp } from '../../service/request/rules/address';
import { RefusedAddress, type TryLimit, Unreachable } from './failure';

export interface DialTarget {
  /** Always an address and never a name, so Node does no lookup. */
  readonly host: string;
  readonly port: number;
  readonly family: 4 | 6;
}

/** Opens a TCP connection. Tests replace it to see or prevent every connection. */
export type Dial = (target: DialTarget) => net.Socket;

export const dialByTcp: Dial = (target) => net.connect({ ...target, noDelay: true });

/**
 * Four attempts share the time limit. If the first address does not answer, the next one still gets most of the time.
 */
const MAX_ADDRESSES = 4;

/**
 * A TCP connection to one of the checked addresses, in order, alternating between IPv4 and IPv6. Node's own
 * `autoSelectFamily` is not used: it gives up every address but the last after 250 ms, which is too short for distant
 * receivers.
 */
export async function connectTcp(
  addresses: readonly string[],
  port: number,
  dial: Dial,
  limit: TryLimit,
): Promise<net.Socket> {
  const candidates = byTurns(addresses).slice(0, MAX_ADDRESSES);
  let failure: unknown = new Unreachable('The host has no address');
  for (const [index, address] of candidates.entries()) {
    const last = index === candidates.length - 1;
    const patienceMs = last ? limit.timeoutMs : limit.timeoutMs / MAX_ADDRESSES;
    try {
      return await connectOne(address, port, dial, patienceMs, limit);
    } catch (error) {
      if (limit.ranOut || error instanceof RefusedAddress) throw error;
      failure = error;
    }
  }
  throw failure;
}

/**
 * TLS on a checked connection. Resolves when the certificate is verified, and no byte of a post is written before that.
 */
export async function startTls(
  socket: net.Socket,
  host: string,
  secureContext: tls.SecureContext,
  limit: TryLimit,
): Promise<tls.TLSSocket> {
  const secure = tls.connect({
    socket,
    host,
    // SNI carries only names (RFC 6066 §3). For an address, the certificate is checked against `host`.
    servername: net.isIP(host) ? '' : host,
    secureContext,
    ALPNProtocols: ['http/1.1'],
    // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment does not affect receivers.
    rejectUnauthorized: true,
  });
  await untilEvent(secure, 'secureConnect', limit);
  return secure;
}

async function connectOne(address: string, port: number, dial: Dial, patienceMs: number, limit: TryLimit) {
  const family = addressFamily(address);
  if (!family) throw new RefusedAddress('The address cannot be read');
  const socket = dial({ host: address, port, family });
  const timer = setTimeout(() => socket.destroy(new Unreachable('The host did not take the connection')), patienceMs);
  try {
    await untilEvent(socket, 'connect', limit);
  } finally {
    clearTimeout(timer);
  }
  return comparePeer(socket, address);
}

/** The last check of the peer. Nothing has been sent yet. */
function comparePeer(socket: net.Socket, address: string): net.Socket {
  const peer = socket.remoteAddress;
  if (peer !== undefined && isSameIp(peer, address)) return socket;
  socket.destroy();
  // A peer that has already disconnected has no address.
  if (peer === undefined) throw new Unreachable('The connection was closed before an answer');
  throw new RefusedAddress('The connection led to another address than the one that was checked');
}

/** Waits for `event`. An error, a close or the end of the attempt destroys the socket and rejects. */
function untilEvent(socket: net.Socket, event: 'connect' | 'secureConnect', limit: TryLimit): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (error?: Error) => {
      limit.off('end', expire);
      socket.off(event, succeed).off('error', finish).off('close', close);
      // The next owner of the socket adds its own listener. Until then, an error must not end the process.
      socket.on('error', () => {});
      if (!error) return resolve();
      socket.destroy();
      reject(error);
    };
    const succeed = () => finish();
    const close = () => finish(new Unreachable('The connection was closed before an answer'));
    const expire = () => finish(new Error('the limit of the try ran out'));
    if (limit.ranOut) return expire();
    limit.once('end', expire);
    socket.on(event, succeed).on('error', finish).on('close', close);
  });
}

function byTurns(addresses: readonly string[]): readonly string[] {
  const v4 = addresses.filter((address) => addressFamily(address) === 4);
  const v6 = addresses.filter((address) => addressFamily(address) === 6);
  const rounds = Array.from({ length: Math.max(v4.length, v6.length) }, (_, index) => [v4[index], v6[index]]);
  return rounds.flat().filter((address) => address !== undefined);
}
