import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that can freeze a database for its clients. */
export interface StallingProxy {
  /** The URL of the database through the proxy. */
  readonly url: string;
  /** Stops all traffic in both directions from now on. Connections are still accepted. */
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
