import type { IncomingMessage, ServerResponse } from 'node:http';
import { ValidationError } from '@vitrine/core';
import type { MaybePromise } from '@vitrine/core/server';
import { freeChunk, hasBody, rawHeader } from '../ground/incoming.ts';
import type { Arrival } from './arrival.ts';
import { BodyBytes, freeBytes } from './body.ts';

/** Targets that the URL standard leaves as they are, except for segments of dots. */
const PLAIN_TARGET = /^\/[!$%&-;=?-[\]_a-z~]*$/i;
const DOT_SEGMENT = /\/(?:\.|%2e)/i;
/**
 * Hosts that the URL standard leaves as they are. It reads a name whose last part begins with a digit as an IPv4 address:
 * such a host may be another one (`127.1`) or invalid (`256.256.256.256`).
 */
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const PLAIN_HOST = new RegExp(
  `^(?:(?:[a-z\\d_-]+\\.)*[a-z_][a-z\\d_-]*|${OCTET}(?:\\.${OCTET}){3})(?::(?:[1-5]\\d{3,4}|[6-9]\\d{3}))?$`,
);

/**
 * Returns whether a request is so ordinary that its target and its host mean what they say: a path that needs no
 * normalizing, one host, no expectation.
 */
export function isOrdinary({ url = '', rawHeaders }: IncomingMessage): boolean {
  if (!PLAIN_TARGET.test(url) || DOT_SEGMENT.test(url)) return false;
  let hosts = 0;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') {
      if (!PLAIN_HOST.test(rawHeaders[i + 1] ?? '')) return false;
      hosts++;
    } else if (name.length === 6 && name.toLowerCase() === 'expect') {
      return false;
    }
  }
  return hosts === 1;
}

/** An ordinary request (`isOrdinary`) on Node's own server, read without standard requests and headers. */
export class NodeArrival implements Arrival {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly hasBody: boolean;
  #leaving: AbortController | null = null;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { url = '/', method = 'GET' } = incoming;
    const mark = url.indexOf('?');
    this.incoming = incoming;
    this.outgoing = outgoing;
    this.method = method;
    this.path = mark === -1 ? url : url.slice(0, mark);
    this.query = mark === -1 ? '' : url.slice(mark + 1);
    this.hasBody = hasBody(incoming);
  }

  get peer(): string | null {
    return this.incoming.socket.remoteAddress ?? null;
  }

  get request(): Request {
    const { rawHeaders, url = '/' } = this.incoming;
    const headers = new Headers();
    for (let i = 0; i + 1 < rawHeaders.length; i += 2)
      headers.append(rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '');
    return new Request(`http://${this.header('host')}${url}`, { method: this.method, headers });
  }

  get signal(): AbortSignal {
    if (this.#leaving === null) {
      const leaving = new AbortController();
      const { outgoing } = this;
      const closed = () => {
        if (!outgoing.writableFinished) leaving.abort();
      };
      if (outgoing.destroyed) closed();
      else outgoing.once('close', closed);
      this.#leaving = leaving;
    }
    return this.#leaving.signal;
  }

  header(name: string): string | null {
    return rawHeader(this.incoming.rawHeaders, name);
  }

  requireValidHead(): void {
    // `isOrdinary` has checked it.
  }

  get isBodyHere(): boolean {
    return this.incoming.complete;
  }

  streamBody(): ReadableStream<Uint8Array> | null {
    if (!this.hasBody) return null;
    const { incoming } = this;
    requireUnreadBody(incoming);
    // Ending the iterator must not close the connection before the response is sent.
    const chunks: AsyncIterator<Uint8Array, undefined> = incoming.iterator({ destroyOnReturn: false });
    return new ReadableStream(
      {
        async pull(controller) {
          const { done, value } = await chunks.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        // The rest is dropped as it arrives. While anything else listens to the body, it would stay unread.
        cancel: () =>
          void chunks.return?.().then(
            () => incoming.resume(),
            () => undefined,
          ),
      },
      { highWaterMark: 0 },
    );
  }

  readBody(max: number): MaybePromise<Uint8Array | null> {
    const { incoming } = this;
    requireUnreadBody(incoming);
    if (incoming.complete && !incoming.destroyed) {
      const bytes: Uint8Array | null = incoming.read();
      return bytes ?? NO_BYTES;
    }
    const declared = this.header('content-length');
    return new Promise((resolve) => {
      const body = new BodyBytes(declared === null ? max : Number(declared), { ownsChunks: true });
      let isOver = false;
      const settle = (bytes: Uint8Array | null) => {
        if (isOver) return;
        isOver = true;
        if (bytes === null) freeBytes(body.bytes());
        resolve(bytes);
      };
      incoming.on('data', (chunk: Uint8Array) => {
        // Later chunks are dropped, until the client or `Connection` ends the request.
        if (isOver) freeChunk(chunk);
        else if (body.add(chunk) > max) settle(body.bytes());
      });
      incoming.once('end', () => settle(body.bytes()));
      incoming.once('error', () => settle(null));
      incoming.once('close', () => settle(null));
      if (incoming.destroyed) settle(null);
    });
  }
}

const NO_BYTES = new Uint8Array();

/** @throws ValidationError if another part of the program, such as a parser of bodies, has read the body. */
function requireUnreadBody({ readableDidRead }: IncomingMessage): void {
  if (!readableDidRead) return;
  const message =
    'The body was read before the request came here. Mount the handler before parsers such as express.json().';
  throw new ValidationError([{ path: '', message }]);
}
