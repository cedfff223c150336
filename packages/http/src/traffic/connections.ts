import { readFileSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Metric } from '@vitrine/core';
import { isInRanges } from '@vitrine/core/server';
import { Connection, type RequestListener } from './connection.ts';
import type { Traffic } from './traffic.ts';

/** Maximum numbers of open connections. */
export interface ConnectionLimits {
  readonly all: number;
  /** For each remote address that is not a trusted proxy. Default: a quarter of `all`. */
  readonly perAddress?: number | undefined;
}

/** The part of all connections that one address may have by default, so that it can't close the server for others. */
const SHARE = 1 / 4;

/**
 * Controls all connections of a server: the order of requests, the deadlines of responses, and the number of
 * connections.
 */
export interface Connections {
  metrics(): Metric[];
}

const CONNECTION = Symbol('connection');

/** A property is found faster than an entry of a `WeakMap`, and every request looks twice. */
interface WatchedSocket extends Socket {
  [CONNECTION]?: Connection;
}

/**
 * Starts to control a server. To be called before the server listens, and in place of `server.on('request', listener)`.
 *
 * @param trustedProxies CIDR ranges of proxies, which have no limit by address.
 */
export function watchConnections(
  server: Server,
  listener: RequestListener,
  { all, perAddress = Math.ceil(all * SHARE) }: ConnectionLimits,
  traffic: Traffic,
  trustedProxies: readonly string[],
): Connections {
  const byAddress = new Map<string, number>();
  let open = 0;
  let refused = 0;

  function responded(this: ServerResponse): void {
    (this.req.socket as WatchedSocket)[CONNECTION]?.responded();
  }

  server.maxConnections = all;
  server.on('drop', () => {
    refused++;
  });
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    const fromAddress = (byAddress.get(remoteAddress) ?? 0) + 1;
    if (fromAddress > perAddress && !isInRanges(remoteAddress, trustedProxies)) {
      refused++;
      socket.destroy();
      return;
    }
    const connection = new Connection(socket, listener, traffic);
    open++;
    byAddress.set(remoteAddress, fromAddress);
    (socket as WatchedSocket)[CONNECTION] = connection;
    traffic.sweep.add(connection);
    socket.once('close', () => {
      open--;
      const rest = (byAddress.get(remoteAddress) ?? 1) - 1;
      if (rest === 0) byAddress.delete(remoteAddress);
      else byAddress.set(remoteAddress, rest);
      traffic.sweep.delete(connection);
      connection.closed();
    });
  });
  const take: RequestListener = (incoming, outgoing) => {
    outgoing.on('close', responded);
    (incoming.socket as WatchedSocket)[CONNECTION]?.take(incoming, outgoing);
  };
  server.on('request', take);
  // Without a listener Node refuses expectations itself, with an empty body.
  server.on('checkExpectation', take);

  return {
    metrics: () => [
      { name: 'vitrine_connections', help: 'Open connections.', kind: 'gauge', value: open },
      {
        name: 'vitrine_connections_refused_total',
        help: 'Connections closed at once because too many were open, in total or from one address.',
        kind: 'counter',
        value: refused,
      },
    ],
  };
}

const CONNECTIONS_MAX = 16_384;
/** Files that the process needs apart from connections: database, threads, child processes. */
const OTHER_FILES = 500;

/**
 * Returns the number of connections that the limit of open files allows, less a reserve for other files. At most
 * 16,384.
 */
export function connectionLimits(): ConnectionLimits {
  const files = openFilesMax();
  return { all: Math.min(CONNECTIONS_MAX, Math.max(files - OTHER_FILES, Math.floor(files / 2))) };
}

/** Returns the limit of open files on Linux, and infinity on other systems. */
function openFilesMax(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const soft = /^Max open files +(\d+)/m.exec(limits)?.[1];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
