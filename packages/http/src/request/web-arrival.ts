import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasBody, rawHeader } from '../ground/header.ts';
import type { Arrival } from './arrival.ts';
import { BodyBytes } from './body-bytes.ts';
import { requireValidHead } from './head.ts';
import { rawPath, rawQuery } from './path.ts';

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
