import { ConnectionError, VitrineError } from '@vitrine/client';
import { SERVER_URL } from '../router/location.ts';
import { watchedFetch } from './connection.ts';

/** What a client asks for, as the server reads the address to which the client has sent the browser. */
export interface ClientRequest {
  readonly clientName: string;
  /** The host of the document that describes the client. Null: the name is what the client says itself. */
  readonly clientHost: string | null;
  /** Where the browser goes with the response, and the host of it. */
  readonly redirectUri: string;
  readonly returnHost: string;
  /** Whether that is a program on this machine. */
  readonly isLocal: boolean;
  /** Why the server refuses the request. Null: it may be allowed. */
  readonly refusal: string | null;
  /** The address that tells the client that it is not allowed. */
  readonly denyUrl: string;
}

/** The key that is created for a client. */
export interface AllowedKey {
  readonly name: string;
  /** Absent: the whole account. */
  readonly storeId?: string;
  readonly readOnly: boolean;
  readonly expiresAt?: string;
}

/** Asks the server about a request. @param query of its address. @throws VitrineError */
export function openClientRequest(query: string, signal: AbortSignal): Promise<ClientRequest> {
  return send(`oauth/request${query}`, { signal });
}

/**
 * Allows a request with an account key. Resolves with the address to which the browser returns.
 * @throws VitrineError
 */
export async function allowClient(key: string, query: string, wanted: AllowedKey): Promise<string> {
  const { location } = await send<{ readonly location: string }>('oauth/allow', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ request: query.replace(/^\?/, ''), ...wanted }),
  });
  return location;
}

/** The members of a problem that a person is shown. */
interface Problem {
  readonly code: VitrineError['code'];
  readonly detail?: string;
  readonly title?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly traceId?: string;
}

/** `@vitrine/client` does not know these requests, which no program but the console makes. */
async function send<Result>(path: string, init: RequestInit): Promise<Result> {
  let response: Response;
  let body: unknown;
  try {
    response = await watchedFetch(`${SERVER_URL}${path}`, init);
    body = await response.json();
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ConnectionError('network', 'No complete response.', { cause: error });
  }
  if (response.ok) return body as Result;
  const { code, detail, title, errors, traceId } = body as Problem;
  throw new VitrineError(code, detail ?? title ?? '', { status: response.status, errors, traceId });
}
