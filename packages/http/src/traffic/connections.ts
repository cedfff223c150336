import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Figure } from '@vitrine/core';
import { Connection, type RequestListener } from './connection.ts';
import type { Traffic } from './traffic.ts';

/** Connections that may be open at once. */
export interface ConnectionLimits {
  readonly all: number;
  /** From one remote address. Undefined: as many as `all`; behind a proxy all connections come from its address. */
  readonly perAddress?: number | undefined;
}

/** Watches all connections of a server: order of requests, deadlines of answers, and how many there are. */
export interface Connections {
  figures(): Figure[];
}

/** To be called before the server listens. The listener must not be registered at the server itself. */
export function watchConnections(
  server: Server,
  listener: RequestListener,
  { all, perAddress = all }: ConnectionLimits,
  { sweep, deadlines, limits }: Traffic,
): Connections {
  const connections = new WeakMap<Socket, Connection>();
  const byAddress = new Map<string, number>();
  let open = 0;
  let refused = 0;

  function answered(this: ServerResponse): void {
    connections.get(this.req.socket)?.answered();
  }

  server.maxConnections = all;
  server.on('drop', () => {
    refused++;
  });
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const fromAddress = (byAddress.get(remoteAddress) ?? 0) + 1;
    if (fromAddress > perAddress) {
      refused++;
      socket.destroy();
      return;
    }
    const connection = new Connection(socket, listener, limits, deadlines);
    open++;
    byAddress.set(remoteAddress, fromAddress);
    connections.set(socket, connection);
    sweep.add(connection);
    socket.once('close', () => {
      open--;
      const rest = (byAddress.get(remoteAddress) ?? 1) - 1;
      if (rest === 0) byAddress.delete(remoteAddress);
      else byAddress.set(remoteAddress, rest);
      sweep.delete(connection);
    });
  });
  const take: RequestListener = (incoming, outgoing) => {
    outgoing.on('close', answered);
    connections.get(incoming.socket)?.take(incoming, outgoing);
  };
  server.on('request', take);
  // The app refuses an expectation that it can't meet; without a listener Node does, with an empty body.
  server.on('checkExpectation', take);

  return {
    figures: () => [
      { name: 'vitrine_connections', help: 'Open connections.', kind: 'gauge', value: open },
      {
        name: 'vitrine_connections_refused_total',
        help: 'Connections closed at once because there were too many, in all or from one address.',
        kind: 'counter',
        value: refused,
      },
    ],
  };
}
