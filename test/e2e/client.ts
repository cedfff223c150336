/** A request handler that needs no socket, such as Hono's `app.fetch`. */
export type Fetch = (request: Request) => Response | Promise<Response>;

export interface ClientResponse<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Uint8Array;
  /** The parsed JSON body; undefined if the response is not JSON. */
  readonly body: Body;
}

/** The members of a problem that tests read. `contract-check.ts` checks that every problem has all members. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly detail?: string;
  readonly instance: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

export interface SendOptions {
  /** Sent as JSON with `content-type: application/json`. */
  readonly json?: unknown;
  /** Sent unchanged, without a content type other than the one in `headers`. */
  readonly raw?: string | Uint8Array;
  /** Sent as multipart/form-data: texts, and files with their names. */
  readonly form?: Form;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Form = readonly (readonly [field: string, value: string | FormFile])[];

export interface FormFile {
  readonly bytes: Uint8Array;
  readonly name: string;
}

/**
 * Sends requests with one key. The caller states the type of a response's body; `contract-check.ts` checks every
 * response against the OpenAPI document.
 */
export interface Client {
  readonly key: string | null;
  send<Body>(method: string, path: string, options?: SendOptions): Promise<ClientResponse<Body>>;
  get<Body = unknown>(path: string): Promise<ClientResponse<Body>>;
  post<Body = unknown>(path: string, json?: unknown): Promise<ClientResponse<Body>>;
  patch<Body = unknown>(path: string, json?: unknown): Promise<ClientResponse<Body>>;
  delete<Body = unknown>(path: string): Promise<ClientResponse<Body>>;
}

export type Observer = (request: { method: string; path: string }, result: ClientResponse<unknown>) => void;

export const ORIGIN = 'http://vitrine.test';

export function createClient(fetch: Fetch, key: string | null, observe: Observer = () => undefined): Client {
  async function send<Body>(
    method: string,
    path: string,
    options: SendOptions = {},
  ): Promise<ClientResponse<Body>> {
    const headers = new Headers(options.headers);
    if (key !== null) headers.set('authorization', `Bearer ${key}`);
    let body: Uint8Array<ArrayBuffer> | undefined;
    if (options.form !== undefined) {
      const encoded = new Response(toFormData(options.form));
      headers.set('content-type', encoded.headers.get('content-type') ?? '');
      body = new Uint8Array(await encoded.arrayBuffer());
    } else if (options.raw !== undefined) {
      // Encoded, because Request would give a string the content type text/plain.
      body =
        typeof options.raw === 'string' ? new TextEncoder().encode(options.raw) : new Uint8Array(options.raw);
    } else if (options.json !== undefined) {
      body = new TextEncoder().encode(JSON.stringify(options.json));
      if (!headers.has('content-type')) headers.set('content-type', 'application/json');
    }
    const init = body === undefined ? { method, headers } : { method, headers, body };
    const response = await fetch(new Request(`${ORIGIN}${path}`, init));
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    const result: ClientResponse<Body> = {
      status: response.status,
      headers: response.headers,
      text,
      bytes,
      body: (isJson && text !== '' ? JSON.parse(text) : undefined) as Body,
    };
    observe({ method, path }, result);
    return result;
  }

  const withJson = (json: unknown): SendOptions => (json === undefined ? {} : { json });
  return {
    key,
    send,
    get: (path) => send('GET', path),
    post: (path, json) => send('POST', path, withJson(json)),
    patch: (path, json) => send('PATCH', path, withJson(json)),
    delete: (path) => send('DELETE', path),
  };
}

function toFormData(form: Form): FormData {
  const data = new FormData();
  for (const [field, value] of form) {
    if (typeof value === 'string') data.append(field, value);
    else data.append(field, new Blob([new Uint8Array(value.bytes)]), value.name);
  }
  return data;
}

/** Returns the path of a URL from a response. @throws Error if the URL is not on `ORIGIN`. */
export function pathOf(url: string): string {
  if (!url.startsWith(`${ORIGIN}/`)) throw new Error(`${url} is not on ${ORIGIN}.`);
  return url.slice(ORIGIN.length);
}
