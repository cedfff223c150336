import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy before a database, to freeze the database for whoever goes through it. */
export interface StallingProxy {
  /** The database's URL by way of the proxy. */
  readonly url: string;
  /** From now on no byte passes, in either direction; connections are still taken. */
  stall(): void;
  /** Resolves at the first connection. */
  readonly reached: Promise<void>;
  close(): void;
}

export async function stallingProxy(databaseUrl: string): Promise<StallingProxy> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isStalled = false;
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const server = createServer((client) => {
    reach();
    const database = connect(Number(port), hostname);
    client.pipe(database).pipe(client);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
      if (isStalled) freeze(socket);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    reached,
    stall() {
      isStalled = true;
      for (const socket of sockets) freeze(socket);
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function freeze(socket: Socket): void {
  socket.unpipe();
  socket.pause();
}
