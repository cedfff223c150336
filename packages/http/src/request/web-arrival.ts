import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasBody, rawHeader } from '../ground/incoming.ts';
import { ProtocolError } from '../ground/protocol-error.ts';
import type { Arrival } from './arrival.ts';
import { BodyBytes } from './body.ts';

/** The bindings that `@hono/node-server` passes to an app. Other adapters don't. */
export interface NodeBindings {
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
}

/** A standard request, which any server for Hono's apps passes. */
export class WebArrival implements Arrival {
  readonly request: Request;
  readonly path: string;
  readonly incoming: IncomingMessage | null;
  readonly outgoing: ServerResponse | null;

  constructor(request: Request, { incoming, outgoing }: NodeBindings = {}) {
    this.request = request;
    this.path = rawPath(request.url);
    this.incoming = incoming ?? null;
    this.outgoing = outgoing ?? null;
  }

  get method(): string {
    return this.request.method;
  }

  get query(): string {
    return rawQuery(this.request.url);
  }

  get peer(): string | null {
    return this.incoming?.socket.remoteAddress ?? null;
  }

  get signal(): AbortSignal {
    return this.request.signal;
  }

  /** On Node it reads the raw headers, because building a `Headers` object for each request is expensive. */
  header(name: string): string | null {
    return this.incoming === null
      ? this.request.headers.get(name)
      : rawHeader(this.incoming.rawHeaders, name);
  }

  requireValidHead(): void {
    if (this.incoming !== null) requireValidHead(this.incoming);
  }

  get isBodyHere(): boolean {
    return false;
  }

  get hasBody(): boolean {
    return this.incoming === null ? this.request.body !== null : hasBody(this.incoming);
  }

  streamBody(): ReadableStream<Uint8Array> | null {
    return this.request.body;
  }

  async readBody(max: number): Promise<Uint8Array | null> {
    try {
      // The HTTP parser enforces a declared length, and the server reads such bodies without streams.
      if (this.header('content-length') !== null) return new Uint8Array(await this.request.arrayBuffer());
      return await readStream(this.request.body, max);
    } catch {
      return null;
    }
  }
}

/** Reads at most one chunk beyond the limit. */
async function readStream(stream: ReadableStream<Uint8Array> | null, max: number): Promise<Uint8Array> {
  const body = new BodyBytes(max, { ownsChunks: false });
  for await (const chunk of stream ?? []) {
    // Leaving the loop cancels the stream.
    if (body.add(chunk) > max) break;
  }
  return body.bytes();
}

/** Returns the path of a URL as it was sent, without query and fragment. */
function rawPath(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  if (start === -1) return '/';
  const query = url.indexOf('?', start);
  const path = query === -1 ? url.slice(start) : url.slice(start, query);
  const hash = path.indexOf('#');
  return hash === -1 ? path : path.slice(0, hash);
}

/** Returns the query of a URL as it was sent, without its `?`. Empty if there is none. */
export function rawQuery(url: string): string {
  const start = url.indexOf('?');
  if (start === -1) return '';
  const hash = url.indexOf('#', start);
  return url.slice(start + 1, hash === -1 ? undefined : hash);
}

const CONTINUE = /^100-continue$/i;

/**
 * Checks rules that Node's HTTP parser does not enforce (RFC 9112 section 3.2, RFC 9110 sections 7.2 and 10.1.1).
 * @throws ProtocolError 400 for several `Host` headers, none in HTTP/1.1, or one that no URL can have; 417 for an `Expect` other than
 * `100-continue`.
 */
function requireValidHead({ rawHeaders, headers, httpVersion }: IncomingMessage): void {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0')) {
    throw badRequest('Expected exactly one Host header.');
  }
  const { expect, host } = headers;
  // An empty one is valid (RFC 9110 section 7.2).
  if (host && !URL.canParse(`http://${host}/`)) throw badRequest('The Host header is not a valid host.');
  if (expect !== undefined && httpVersion !== '1.0' && !CONTINUE.test(expect)) {
    throw new ProtocolError({
      status: 417,
      title: 'Expectation Failed',
      code: 'validation_failed',
      detail: 'The only supported expectation is 100-continue.',
    });
  }
}

function badRequest(detail: string): ProtocolError {
  return new ProtocolError({ status: 400, title: 'Bad Request', code: 'validation_failed', detail });
}
