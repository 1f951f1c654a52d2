/**
 * The internet of a hosted function: every host leads to one address of this machine, without TLS. The function still
 * makes its own checks: the name resolves to a public address, and the peer has this address.
 */
const dns = require('node:dns/promises');
const net = require('node:net');
const tls = require('node:tls');

const PUBLIC = '93.184.216.34';

/** `routes`: JSON, `{"front": "http://127.0.0.1:1234", "hosts": [ends of host names]}`. */
exports.route = (routes) => {
  const { front, hosts } = JSON.parse(routes);
  const isRouted = (host) => hosts.some((end) => host.toLowerCase().endsWith(end.toLowerCase()));
  const { fetch: real } = globalThis;
  globalThis.fetch = (url, options) => {
    const { host, pathname, search } = new URL(url);
    if (!isRouted(host)) return real(url, options);
    return real(`${front}${pathname}${search}`, { ...options, headers: { ...options.headers, 'x-host': host } });
  };
  const { resolve4, resolve6 } = dns.Resolver.prototype;
  dns.Resolver.prototype.resolve4 = function (name) {
    return isRouted(name) ? Promise.resolve([PUBLIC]) : resolve4.call(this, name);
  };
  dns.Resolver.prototype.resolve6 = function (name) {
    return isRouted(name) ? Promise.resolve([]) : resolve6.call(this, name);
  };
  const { connect } = net;
  net.connect = (target) => {
    if (target.host !== PUBLIC) return connect(target);
    const { hostname: host, port } = new URL(front);
    const socket = connect({ ...target, host, port: Number(port) });
    Object.defineProperty(socket, 'remoteAddress', { value: PUBLIC });
    return socket;
  };
  const secured = tls.connect;
  tls.connect = (options) => {
    if (options.socket?.remoteAddress !== PUBLIC) return secured(options);
    process.nextTick(() => options.socket.emit('secureConnect'));
    return options.socket;
  };
};
