import { fillPath, piecesOf, queryText } from './address.ts';
import { Deadline, sleep } from './deadline.ts';
import { ConnectionError, createError, errorOf, VitrineError } from './errors.ts';
import type { Routes } from './generated/contracts.ts';

/** Options of every call. */
export interface CallOptions {
  /** Ends the call; it rejects with the reason of the signal. A write may or may not have happened. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for each attempt; 0: no limit. Default: that of the client. */
  readonly timeout?: number | undefined;
  /** Attempts after the first one. Default: those of the client. */
  readonly retries?: number | undefined;
  /**
   * The Idempotency-Key of a call that creates something: the same call with the same key within 24 hours returns the
   * first response. Default: a random key for each call, so that attempts of one call write once.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface ClientOptions {
  /** The address of the server, such as `https://vitrine.example`. */
  readonly url: string | URL;
  /** An account key or a store key. Omitted: none, for signed URLs only. An empty or undefined one is an error. */
  readonly key?: string | undefined;
  /** Default: `fetch` of the platform. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Milliseconds for each attempt; 0: no limit. Default 30,000. */
  readonly timeout?: number | undefined;
  /** Attempts after the first one, for calls that may safely be repeated. Default 2. */
  readonly retries?: number | undefined;
}

/**
 * Whether a call may be repeated without a response that says that nothing happened. `key`: with an Idempotency-Key.
 * Default: `yes`, but `no` for POST and for PATCH with If-Match.
 */
export type Repeatable = 'yes' | 'no' | 'key';

export type Route = keyof Routes & string;

type Member<R extends Route, Name extends string> = Name extends keyof Routes[R]
  ? Routes[R][Name]
  : undefined;

/** What a call sends. `Body` replaces the type of the contract where a store has types of its own. */
export interface Args<R extends Route = Route> {
  readonly params?: Member<R, 'params'> | undefined;
  readonly query?: object | undefined;
  readonly headers?: Member<R, 'headers'> | undefined;
  /** Sent as JSON, except for text, forms, blobs and streams. */
  readonly body?: unknown;
  readonly repeat?: Repeatable | undefined;
  /** The form of the body that the call returns. Default: what its JSON stands for. */
  readonly read?: 'blob' | 'stream' | undefined;
  /** Called with the body that the call returns, and with the headers of the response. */
  readonly onBody?: ((body: Routes[R]['response'] & object, headers: Headers) => void) | undefined;
}

/** Sends a request and returns the body of the response. */
export type Transport = <R extends Route>(
  route: R,
  args?: Args<R>,
  options?: CallOptions,
) => Promise<Routes[R]['response']>;

/** Longer waits are left to the caller. */
const WAIT_MAX = 60_000;
const WAIT_FIRST = 250;

/** A request that can be sent again. */
interface Prepared {
  readonly address: string;
  readonly init: RequestInit & { readonly duplex: 'half' };
  readonly repeatable: Repeatable;
}

/** Creates a transport. @throws ValidationError for a wrong `url` or an empty `key`. */
export function createTransport(options: ClientOptions): Transport {
  const {
    url,
    key,
    // Looked up at each call, because tests and tools replace the global.
    fetch: send = (address, init) => fetch(address, init),
    timeout: standardTimeout = 30_000,
    retries: standardRetries = 2,
  } = options;
  const base = String(url).replace(/\/+$/, '');
  if (!/^https?:\/\//i.test(base) || !URL.canParse(base)) {
    throw createError('validation_failed', `url: Expected an http or https URL, not "${base}".`);
  }
  // It often comes from an environment variable, which may be unset.
  if ('key' in options && !key) throw createError('validation_failed', 'key: Expected a key; it is empty.');

  function prepare<R extends Route>(
    route: R,
    { params, query, headers, body, repeat }: Args<R>,
    idempotencyKey: string | undefined,
  ): Prepared {
    const pieces = piecesOf(route);
    const [method] = pieces as [string];
    const sent: Record<string, string> = { ...(headers as object | undefined) };
    if (key !== undefined) sent.authorization = `Bearer ${key}`;
    const isOnce = method === 'POST' || (method === 'PATCH' && sent['If-Match']);
    const repeatable = repeat ?? (isOnce ? 'no' : 'yes');
    if (repeatable === 'key') sent['idempotency-key'] = idempotencyKey ?? newKey();
    let content = body as NonNullable<RequestInit['body']>;
    // Blobs, streams and other objects of the platform have a tag.
    if (body !== undefined && !(body as Tagged | null)?.[Symbol.toStringTag]) {
      sent['content-type'] ??= 'application/json';
      if (typeof body !== 'string') content = JSON.stringify(body);
    }
    return {
      address: base + fillPath(pieces, params ?? {}) + queryText(query),
      // Node wants `duplex` with a stream.
      init: { method, headers: sent, body: content, duplex: 'half' },
      repeatable,
    };
  }

  return async function call<R extends Route>(
    route: R,
    args: Args<R> = {},
    { signal, timeout = standardTimeout, retries = standardRetries, idempotencyKey }: CallOptions = {},
  ): Promise<Routes[R]['response']> {
    const { address, init, repeatable } = prepare(route, args, idempotencyKey);
    for (let repeat = 0; ; repeat++) {
      signal?.throwIfAborted();
      const deadline = new Deadline(timeout, signal);
      try {
        init.signal = deadline.signal;
        const response = await send(address, init);
        if (!response.ok) throw await errorOf(response);
        if (args.read === 'stream') return watched(response.body as ReadableStream, deadline) as never;
        const body = response.status === 204 ? undefined : await response[args.read ?? 'json']();
        deadline.end();
        args.onBody?.(body as never, response.headers);
        return body as never;
      } catch (error) {
        deadline.end();
        if (signal?.aborted) throw signal.reason;
        const failure = toVitrineError(error, deadline);
        // The first attempt may have deleted it.
        if (repeat > 0 && failure.status === 404 && init.method === 'DELETE') return undefined as never;
        // A stream can be sent once.
        const repeats = args.body instanceof ReadableStream ? 0 : retries;
        const wait = waitBefore(repeat, failure);
        if (repeat >= repeats || wait > WAIT_MAX || !mayRepeat(failure, repeatable)) throw failure;
        await sleep(wait, signal);
      }
    }
  };
}

interface Tagged {
  readonly [Symbol.toStringTag]?: string;
}

/** Returns whether an attempt after the failure can neither repeat a write nor fail in the same way for certain. */
export function mayRepeat({ status, retryAfter }: VitrineError, repeat: Repeatable): boolean {
  // The server counts requests before it reads them.
  if (status === 429) return true;
  if (repeat === 'no') return false;
  // The first request with this Idempotency-Key is still being processed.
  if (status === 409) return repeat === 'key' && retryAfter !== undefined;
  // 0: no complete response.
  return status === 0 || status > 501;
}

/**
 * Returns the milliseconds before the next attempt: what the server asks for, or half a minute at most, which double with
 * each attempt, with jitter, so that clients do not return together.
 */
export function waitBefore(attempt: number, failure?: VitrineError): number {
  if (failure?.retryAfter !== undefined) return failure.retryAfter * 1_000;
  return WAIT_FIRST * 2 ** Math.min(attempt, 7) * (0.5 + Math.random() / 2);
}

/** Returns a random text of 7 to 43 digits and hyphens. `crypto.randomUUID` exists only in secure contexts. */
function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** Returns the stream with a time limit for each chunk, and with the errors of this client. */
function watched(body: ReadableStream<Uint8Array>, deadline: Deadline): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  deadline.pause();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        deadline.start();
        try {
          const { done, value } = await reader.read();
          deadline.pause();
          if (!done) return controller.enqueue(value);
          deadline.end();
          controller.close();
        } catch (error) {
          deadline.end();
          throw toVitrineError(error, deadline);
        }
      },
      cancel(reason) {
        deadline.end();
        return reader.cancel(reason);
      },
    },
    // Nothing is read before it is wanted, so that the time limit concerns the server only.
    { highWaterMark: 0 },
  );
}

function toVitrineError(error: unknown, { signal }: Deadline): VitrineError {
  if (signal.aborted) return signal.reason;
  if (error instanceof VitrineError) return error;
  if (error instanceof SyntaxError) {
    return new VitrineError('invalid_response', 'Not a response of Vitrine.', { cause: error, status: 200 });
  }
  const { message, cause } = error as Error & { readonly cause?: Error };
  const reason = cause?.message || message;
  return new ConnectionError('network', `No complete response: ${reason}`, { cause: error });
}
