/** A request handler without a socket: what Hono's `app.fetch` is. */
export type Fetch = (request: Request) => Response | Promise<Response>;

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Uint8Array;
  /** The JSON of the answer; undefined when it is none. */
  readonly body: Body;
}

/** A problem as the tests read it; that every problem has all members is checked for each answer. */
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
  /** Sent as it is, with no content type but the one in `headers`. */
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
 * Sends requests with one key. The type of an answer's body is what the caller says; that it is true is checked
 * against the OpenAPI document for every answer (`contract-check.ts`).
 */
export interface Client {
  readonly key: string | null;
  send<Body>(method: string, path: string, options?: SendOptions): Promise<Answer<Body>>;
  get<Body = unknown>(path: string): Promise<Answer<Body>>;
  post<Body = unknown>(path: string, json?: unknown): Promise<Answer<Body>>;
  patch<Body = unknown>(path: string, json?: unknown): Promise<Answer<Body>>;
  delete<Body = unknown>(path: string): Promise<Answer<Body>>;
}

export type Observer = (request: { method: string; path: string }, answer: Answer<unknown>) => void;

export const ORIGIN = 'http://vitrine.test';

export function createClient(fetch: Fetch, key: string | null, observe: Observer = () => undefined): Client {
  async function send<Body>(method: string, path: string, options: SendOptions = {}): Promise<Answer<Body>> {
    const headers = new Headers(options.headers);
    if (key !== null) headers.set('authorization', `Bearer ${key}`);
    let body: Uint8Array<ArrayBuffer> | undefined;
    if (options.form !== undefined) {
      const encoded = new Response(toFormData(options.form));
      headers.set('content-type', encoded.headers.get('content-type') ?? '');
      body = new Uint8Array(await encoded.arrayBuffer());
    } else if (options.raw !== undefined) {
      // Bytes, because Request gives a string the content type text/plain.
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
    const answer: Answer<Body> = {
      status: response.status,
      headers: response.headers,
      text,
      bytes,
      body: (isJson && text !== '' ? JSON.parse(text) : undefined) as Body,
    };
    observe({ method, path }, answer);
    return answer;
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

/** The path of a URL that the server gave out, for clients here. */
export function pathOf(url: string): string {
  if (!url.startsWith(`${ORIGIN}/`)) throw new Error(`${url} is not on ${ORIGIN}.`);
  return url.slice(ORIGIN.length);
}
