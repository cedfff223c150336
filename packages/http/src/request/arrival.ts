import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MaybePromise } from '@vitrine/core/server';

/** A request as a server passes it to the app: what every server can tell about it. */
export interface Arrival {
  readonly method: string;
  /** The path as it was sent, without the query. */
  readonly path: string;
  /** The query as it was sent, without its `?`. Empty if there is none. */
  readonly query: string;
  /** The address of the peer. Null on servers that do not expose it. */
  readonly peer: string | null;
  /** Node's objects. Null on other servers. */
  readonly incoming: IncomingMessage | null;
  readonly outgoing: ServerResponse | null;
  /** The standard request, for libraries that need one. Without its body on Node's own server, where it is expensive. */
  readonly request: Request;
  /** Aborts when the client disconnects. Expensive to create, so it is created on first use. */
  readonly signal: AbortSignal;
  /** Returns a header, or null. Several headers of one name are joined by commas. @param name in lower case. */
  header(name: string): string | null;
  /** @throws ProtocolError for a head that violates a rule of HTTP that the server has not checked. */
  requireValidHead(): void;
  /** Whether all bytes of the body have arrived, so that reading it waits for nobody. */
  readonly isBodyHere: boolean;
  /** Whether there may be a body. */
  readonly hasBody: boolean;
  /** Returns the body as a stream, null if there is none. Cancelling it keeps the connection. */
  streamBody(): ReadableStream<Uint8Array> | null;
  /** Returns the body, or a little more than `max` bytes of it. Null when the client disconnects before its end. */
  readBody(max: number): MaybePromise<Uint8Array | null>;
}
