import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Returns a header of a Node request from its raw headers, or null. Joins several headers of one name as the standard
 * `Headers` does.
 *
 * @param name in lower case.
 */
export function rawHeader(rawHeaders: readonly string[], name: string): string | null {
  let found: string | null = null;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const own = rawHeaders[i];
    if (own?.length !== name.length || own.toLowerCase() !== name) continue;
    const value = rawHeaders[i + 1] ?? '';
    found = found === null ? value : `${found}, ${value}`;
  }
  return found;
}

/** Returns whether a Node request may have a body. */
export function hasBody({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  return (
    rawHeader(rawHeaders, 'content-length') !== null || rawHeader(rawHeaders, 'transfer-encoding') !== null
  );
}

/** Frees a chunk of a body that nobody else uses. A chunk that shares its buffer with others stays. */
export function freeChunk({ buffer, byteLength }: Uint8Array): void {
  const isWhole = buffer instanceof ArrayBuffer && !buffer.resizable && buffer.byteLength === byteLength;
  if (isWhole) buffer.transfer(0);
}

/**
 * Frees the rest of a body that nobody reads, as it arrives. To be called before the response has been sent: then Node drops
 * the chunks, and they wait for V8's collector.
 */
export function freeUnreadBody(incoming: IncomingMessage): void {
  const isRead =
    incoming.readableDidRead || incoming.listenerCount('data') + incoming.listenerCount('readable') > 0;
  if (!isRead) incoming.on('data', freeChunk);
}

/**
 * An undocumented part of Node's socket, which Node's own timeout reads. Without it a large write counts only when its
 * last byte has been sent.
 */
interface WriteQueue {
  readonly _handle?: { readonly writeQueueSize?: number } | null;
}

/** Returns a number that changes whenever the operating system accepts bytes of the connection. */
export function bytesSent(socket: Socket): number {
  const { _handle: handle } = socket as Socket & WriteQueue;
  return socket.bytesWritten - socket.writableLength - (handle?.writeQueueSize ?? 0);
}

/** An undocumented part of Node's server: the parser of a connection. */
interface Parsed {
  readonly parser?: { onIncoming: () => number } | null;
}

/** What `onIncoming` returns for a request after which the bytes are no longer HTTP. */
const NO_LONGER_HTTP = 2;

/**
 * Ends the parsing of what a socket has received. Otherwise Node would make objects of all requests in it, thousands, and
 * keep them until the end of the turn of the event loop, although the socket is destroyed.
 */
export function stopParsing(socket: Socket): void {
  const { parser } = socket as Socket & Parsed;
  if (parser) parser.onIncoming = () => NO_LONGER_HTTP;
}
