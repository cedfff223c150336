import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { DeadlineCounts } from './deadline-counts.ts';
import type { TrafficLimits } from './limits.ts';
import { Watched } from './sweep.ts';

export type RequestListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** Milliseconds after which a connection that the server has ended is destroyed, if the client does not end it too. */
const LINGER_MS = 1_000;
/** Milliseconds after the response in which the rest of a body that no handler has read may arrive. */
const UNREAD_BODY_MS = 5_000;
/**
 * Maximum number of requests of one connection that wait for the one before. A connection that sends more is closed.
 */
const WAITING_MAX = 1_000;
/** Maximum number of bytes that a connection may send while a request waits. A connection that sends more is closed. */
const WAITING_BYTES_MAX = 256 * 1024;

/**
 * One connection. Its requests run one after another: each starts when the response to the one before has been sent, so
 * that it sees the effects of that request (RFC 9112 section 9.3.2).
 */
export class Connection extends Watched {
  readonly #socket: Socket;
  readonly #listener: RequestListener;
  readonly #limits: Pick<TrafficLimits, 'answerSilence' | 'answerTotal'>;
  readonly #deadlines: DeadlineCounts;
  readonly #waiting: [IncomingMessage, ServerResponse][] = [];
  /** Bytes that had been received when the first of the waiting requests arrived. */
  #receivedBefore = 0;
  #incoming: IncomingMessage | null = null;
  #active: ServerResponse | null = null;
  /** The time at which the sweep first saw a response, the end of the connection, or an unread body in flight. */
  #movingSince: number | null = null;
  #sent = 0;
  #sentAt = 0;

  constructor(
    socket: Socket,
    listener: RequestListener,
    limits: Pick<TrafficLimits, 'answerSilence' | 'answerTotal'>,
    deadlines: DeadlineCounts,
  ) {
    super();
    this.#socket = socket;
    this.#listener = listener;
    this.#limits = limits;
    this.#deadlines = deadlines;
  }

  take(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (this.#active === null) this.#start(incoming, outgoing);
    else if (this.#hasRoom()) this.#waiting.push([incoming, outgoing]);
    else this.#socket.destroy();
  }

  /** To be called when the response to the current request has been sent, or the connection is closed. */
  answered(): void {
    this.#active = null;
    this.#movingSince = null;
    // An idle connection must not keep the body of its last request.
    if (this.#incoming?.complete === true) this.#incoming = null;
    const next = this.#waiting.shift();
    if (next !== undefined && !this.#socket.destroyed) this.#start(...next);
  }

  #hasRoom(): boolean {
    const { bytesRead } = this.#socket;
    if (this.#waiting.length === 0) this.#receivedBefore = bytesRead;
    return this.#waiting.length < WAITING_MAX && bytesRead - this.#receivedBefore <= WAITING_BYTES_MAX;
  }

  #start(incoming: IncomingMessage, outgoing: ServerResponse): void {
    this.#incoming = incoming;
    this.#active = outgoing;
    this.#listener(incoming, outgoing);
  }

  check(now: number): void {
    const isEnded = this.#socket.writableEnded;
    const isAnswering = this.#active?.headersSent === true;
    const isUnread = this.#active === null && this.#incoming?.complete === false;
    if (!isEnded && !isAnswering && !isUnread) {
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
      if (silence >= LINGER_MS) this.#socket.destroy();
    } else if (isUnread) {
      if (duration >= UNREAD_BODY_MS) this.#socket.destroy();
    } else if (silence >= this.#limits.answerSilence || duration >= this.#limits.answerTotal) {
      this.#deadlines.add('answer');
      this.#socket.destroy();
    }
  }
}

/**
 * An undocumented part of Node's socket, which Node's own timeout reads. Without it a large write counts only when its
 * last byte has been sent.
 */
interface WriteQueue {
  readonly _handle?: { readonly writeQueueSize?: number } | null;
}

/** Returns a number that changes whenever the operating system accepts bytes of the connection. */
function bytesSent(socket: Socket): number {
  const { _handle: handle } = socket as Socket & WriteQueue;
  return socket.bytesWritten - socket.writableLength - (handle?.writeQueueSize ?? 0);
}
