/** A server of Node on a free port of this machine. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Listening {
  readonly server: Server;
  readonly url: string;
  close(): Promise<void>;
}

export async function listening(server: Server): Promise<Listening> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}
