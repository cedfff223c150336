import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that can freeze a database for its clients. */
export interface StallingProxy {
  /** The URL of the database through the proxy. */
  readonly url: string;
  /** Stops all traffic in both directions from now on. Connections are still accepted. */
  stall(): void;
  /** Lets the traffic pass again. What was sent meanwhile arrives. */
  resume(): void;
  /** Resolves at the first connection. */
  readonly reached: Promise<void>;
  close(): void;
}

export async function stallingProxy(databaseUrl: string): Promise<StallingProxy> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const pairs = new Set<readonly [Socket, Socket]>();
  let isStalled = false;
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const server = createServer((client) => {
    reach();
    const database = connect(Number(port), hostname);
    const pair = [client, database] as const;
    pairs.add(pair);
    for (const socket of pair) {
      sockets.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket);
          pairs.delete(pair);
        });
    }
    if (isStalled) for (const socket of pair) freeze(socket);
    else join(pair);
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
    resume() {
      isStalled = false;
      for (const pair of pairs) join(pair);
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function join([client, database]: readonly [Socket, Socket]): void {
  client.pipe(database).pipe(client);
}

function freeze(socket: Socket): void {
  socket.unpipe();
  socket.pause();
}
