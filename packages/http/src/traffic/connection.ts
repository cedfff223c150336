import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { DeadlineCounts } from './deadline-counts.ts';
import type { TrafficLimits } from './limits.ts';
import { Watched } from './sweep.ts';

export type RequestListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** How long a connection that the server has ended may stay open because the client does not end it too. */
const LINGER_MS = 1_000;
/** How long the rest of a body may take to arrive that no handler has read, once the answer has left. */
const UNREAD_BODY_MS = 5_000;
/** Requests of one connection that may wait for the one before them. A connection that sends more is closed. */
const WAITING_MAX = 1_000;

/**
 * One connection. Its requests run one after another: the next one starts when the answer to the one before has left, so
 * that a request sees what the one before it on the same connection has done (RFC 9112 section 9.3.2).
 */
export class Connection extends Watched {
  readonly #socket: Socket;
  readonly #listener: RequestListener;
  readonly #limits: Pick<TrafficLimits, 'answerSilence' | 'answerTotal'>;
  readonly #deadlines: DeadlineCounts;
  readonly #waiting: [IncomingMessage, ServerResponse][] = [];
  #incoming: IncomingMessage | null = null;
  #active: ServerResponse | null = null;
  /** When the sweep first saw that the answer, the end of the connection, or a body that nobody reads is on its way. */
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
    else if (this.#waiting.length < WAITING_MAX) this.#waiting.push([incoming, outgoing]);
    else this.#socket.destroy();
  }

  /** To be called when the answer of the request under way has left, or its connection is closed. */
  answered(): void {
    this.#active = null;
    this.#movingSince = null;
    const next = this.#waiting.shift();
    if (next !== undefined && !this.#socket.destroyed) this.#start(...next);
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
      // Only the client's end is missing, and it may ignore ours for ever.
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
 * A part of Node's socket that is not documented, and that its own time-out reads. Without it a large write counts as a whole,
 * when its last byte has left.
 */
interface WriteQueue {
  readonly _handle?: { readonly writeQueueSize?: number } | null;
}

/** A number that changes whenever the operating system takes bytes of the connection. */
function bytesSent(socket: Socket): number {
  const { _handle: handle } = socket as Socket & WriteQueue;
  return socket.bytesWritten - socket.writableLength - (handle?.writeQueueSize ?? 0);
}
