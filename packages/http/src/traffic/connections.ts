import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Metric } from '@vitrine/core';
import { isInRanges } from '@vitrine/core/server';
import { bytesSent, freeUnreadBody, hasBody, stopParsing } from '../ground/incoming.ts';
import type { Hold } from './byte-budget.ts';
import { Watched } from './deadlines.ts';
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

export type RequestListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** Milliseconds after which a connection that the server has ended is destroyed, if the client does not end it too. */
const LINGER_MS = 1_000;
/** Milliseconds after the response in which the rest of a body that no handler has read may arrive. */
const UNREAD_BODY_MS = 5_000;
/**
 * Maximum number of requests of one connection that wait for the one before. All of them came with one read of the
 * socket. A connection that sends more at once is closed, because Node parses the whole read.
 */
const WAITING_MAX = 64;
/** Bytes that a waiting request holds: Node's objects and the usual headers. */
const REQUEST_BYTES = 2 * 1024;
/** Bytes of its body that Node may have buffered. */
const BODY_BUFFER_BYTES = 64 * 1024;

/**
 * One connection. Its requests run one after another: each starts when the response to the one before has been sent, so
 * that it sees the effects of that request (RFC 9112 section 9.3.2). While a request waits, nothing more is read, so that
 * a client that does not read its responses fills its own buffers and not the memory of the server.
 */
class Connection extends Watched {
  readonly #socket: Socket;
  readonly #listener: RequestListener;
  readonly #traffic: Traffic;
  readonly #waiting: [IncomingMessage, ServerResponse][] = [];
  /** The bytes of the waiting requests. Null until the first one waits. */
  #waitingBytes: Hold | null = null;
  #incoming: IncomingMessage | null = null;
  #active: ServerResponse | null = null;
  /** The time at which the sweep first saw a response, the end of the connection, or an unread body in flight. */
  #movingSince: number | null = null;
  #sent = 0;
  #sentAt = 0;

  constructor(socket: Socket, listener: RequestListener, traffic: Traffic) {
    super();
    this.#socket = socket;
    this.#listener = listener;
    this.#traffic = traffic;
    socket.destroySoon = () => this.#endSoon();
    // Node resumes the socket when it has parsed a request.
    socket.on('resume', () => {
      if (this.#waiting.length > 0) socket.pause();
    });
  }

  take(incoming: IncomingMessage, outgoing: ServerResponse): void {
    // The last response said that no further request is read.
    if (this.#socket.writableEnded) stopParsing(this.#socket);
    else if (this.#active === null && this.#waiting.length === 0) this.#start(incoming, outgoing);
    else this.#wait(incoming, outgoing);
  }

  /** To be called when the response to the current request has been sent, or the connection is closed. */
  responded(): void {
    this.#active = null;
    this.#movingSince = null;
    // An idle connection must not keep the body of its last request.
    if (this.#incoming?.complete === true) this.#incoming = null;
    // Other connections have their turn before the next request of this one.
    if (this.#waiting.length > 0) setImmediate(() => this.#startNext());
  }

  #startNext(): void {
    const next = this.#waiting.shift();
    if (next === undefined || this.#socket.destroyed || this.#socket.writableEnded) return;
    this.#countWaiting();
    this.#start(...next);
    if (this.#waiting.length === 0) this.#socket.resume();
  }

  /** To be called when the connection is closed. */
  closed(): void {
    this.#waiting.length = 0;
    this.#countWaiting();
  }

  #wait(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { waiting } = this.#traffic;
    if (this.#waiting.length >= WAITING_MAX || !waiting.hasRoom(this.#owner)) {
      stopParsing(this.#socket);
      this.#socket.destroy();
      return;
    }
    this.#waiting.push([incoming, outgoing]);
    this.#countWaiting();
    this.#socket.pause();
  }

  #countWaiting(): void {
    const last = this.#waiting.at(-1)?.[0];
    // Those before the last one have arrived as a whole.
    const bodyBytes = last !== undefined && hasBody(last) ? BODY_BUFFER_BYTES : 0;
    const bytes = this.#waiting.length * REQUEST_BYTES + bodyBytes;
    if (bytes > 0) this.#waitingBytes ??= this.#traffic.waiting.hold(this.#owner, 0);
    this.#waitingBytes?.resize(bytes);
  }

  get #owner(): string {
    return this.#socket.remoteAddress ?? '';
  }

  /**
   * Ends the connection after its last response, in place of Node's `destroySoon`. While a body is unread, the connection
   * stays open for the other direction, because the client would lose the response with a reset connection.
   */
  #endSoon(): void {
    if (this.#incoming?.complete === false) this.#socket.end();
    else Socket.prototype.destroySoon.call(this.#socket);
  }

  #start(incoming: IncomingMessage, outgoing: ServerResponse): void {
    this.#incoming = incoming;
    this.#active = outgoing;
    if (hasBody(incoming)) outgoing.once('prefinish', () => freeUnreadBody(incoming));
    this.#listener(incoming, outgoing);
  }

  check(now: number): void {
    const { limits, deadlines, streams } = this.#traffic;
    const isStream = this.#active !== null && streams.has(this.#active);
    const isEnded = this.#socket.writableEnded;
    const isResponding = this.#active?.headersSent === true;
    const isUnread = this.#active === null && this.#incoming?.complete === false;
    if (!isEnded && !isResponding && !isUnread) {
      this.#movingSince = null;
      return;
    }
    const sent = bytesSent(this.#socket);
    if (this.#movingSince === null || sent !== this.#sent) {
      this.#movingSince ??= now;
      this.#sent = sent;
      this.#sentAt = now;
    }
    const silence = now - this.#sentAt;
    const duration = now - this.#movingSince;
    if (isEnded && this.#socket.writableFinished) {
      // Only the client's end is missing, and a client may ignore ours.
      if (silence >= (isUnread ? UNREAD_BODY_MS : LINGER_MS)) this.#socket.destroy();
    } else if (isUnread) {
      if (duration >= UNREAD_BODY_MS) this.#socket.destroy();
    } else if (silence >= limits.responseSilence || (duration >= limits.responseTotal && !isStream)) {
      deadlines.add('response');
      this.#socket.destroy();
    }
  }
}
