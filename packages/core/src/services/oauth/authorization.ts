import { ValidationError } from '../../ground/errors.ts';
import type { OAuthClient } from '../../ports/oauth-token.ts';
import type { Clients } from './clients.ts';
import { OAuthError } from './oauth-error.ts';
import { type OAuthParameters, readParameters } from './parameters.ts';
import { isRegistered, withParameters } from './redirect-uri.ts';
import { requireResource } from './resource.ts';

/** An authorization request of a client to which the browser may return. */
export interface Authorization {
  readonly clientId: string;
  readonly client: OAuthClient;
  readonly redirectUri: string;
  /** Null: the request is refused, and the client is told why at `returnTo`. */
  readonly challenge: string | null;
  /** Why the request is refused. */
  readonly refusal: OAuthError | null;
  /** Returns the address of the client with a response: a code, or an error. It names this server (RFC 9207). */
  returnTo(response: Readonly<Record<string, string>>): string;
}

/** The base64url of a SHA-256. */
const CHALLENGE = /^[\w-]{43}$/;

/**
 * Reads the query of an authorization request. What is wrong with it is told to the client, but only at an address of its
 * own.
 * @throws ValidationError at `client_id` or `redirect_uri` for an address that the browser must not be sent to.
 * @throws RateLimitedError for an address for which too many documents of clients are fetched.
 */
export async function readAuthorization(
  query: string,
  { clients, baseUrl, address }: { clients: Clients; baseUrl: string; address: string | null },
): Promise<Authorization> {
  const given = new URLSearchParams(query);
  const clientId = onlyOf(given, 'client_id');
  const redirectUri = onlyOf(given, 'redirect_uri');
  const client = await findClient(clients, clientId, address);
  if (!isRegistered(redirectUri, client.redirectUris)) {
    const message = 'The client has not registered this address, so that nothing is sent to it.';
    throw new ValidationError([{ path: 'redirect_uri', message }]);
  }
  const states = given.getAll('state');
  const state = states.length === 1 ? (states[0] ?? null) : null;
  const returnTo = (response: Readonly<Record<string, string>>) =>
    withParameters(redirectUri, { ...response, state, iss: baseUrl });
  const known = { clientId, client, redirectUri, returnTo };
  try {
    return { ...known, challenge: readChallenge(readParameters(query), baseUrl), refusal: null };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return { ...known, challenge: null, refusal: error };
  }
}

/** @throws OAuthError */
function readChallenge(parameters: OAuthParameters, baseUrl: string): string {
  if (parameters.require('response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', 'Expected response_type=code.');
  if (parameters.get('code_challenge_method') !== 'S256')
    throw new OAuthError('invalid_request', 'Expected code_challenge_method=S256.');
  const challenge = parameters.require('code_challenge');
  if (!CHALLENGE.test(challenge))
    throw new OAuthError('invalid_request', 'Expected a code_challenge of 43 characters.');
  requireResource(parameters, baseUrl);
  return challenge;
}

/** @throws ValidationError at `client_id` */
async function findClient(clients: Clients, id: string, address: string | null): Promise<OAuthClient> {
  try {
    return await clients.find(id, address);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    throw new ValidationError([{ path: 'client_id', message: error.message }]);
  }
}

/** @throws ValidationError unless the query has exactly one value of the parameter. */
function onlyOf(query: URLSearchParams, name: string): string {
  const [value, ...others] = query.getAll(name);
  if (value !== undefined && value !== '' && others.length === 0) return value;
  throw new ValidationError([{ path: name, message: 'Expected exactly one value.' }]);
}
