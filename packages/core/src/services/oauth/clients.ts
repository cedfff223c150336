import { OAuthClientMetadata } from '../../contracts/accounts/oauth.ts';
import { parseContract } from '../../contracts/ground/contract.ts';
import { ValidationError } from '../../ground/errors.ts';
import { isJsonObject } from '../../ground/json.ts';
import { recentEntries } from '../../ground/recent-entries.ts';
import type { Millis } from '../../ground/rows.ts';
import type { FetchedDocument } from '../../media/media.ts';
import type { OAuthClient } from '../../ports/oauth-token.ts';
import type { Clock } from '../../ports/ports.ts';
import { clientCounts, rateLimitedUntil } from '../accounts/client-counts.ts';
import type { ServiceContext } from '../calls/context.ts';
import { OAuthError } from './oauth-error.ts';
import { refuseRedirectUri } from './redirect-uri.ts';

/** A registered client (RFC 7591). */
export interface RegisteredClient extends OAuthClient {
  readonly id: string;
  readonly registeredAt: Millis;
}

/** The clients of OAuth. Nothing is stored for them: they register, or their id is the address of their document. */
export interface Clients {
  /**
   * @throws OAuthError `invalid_redirect_uri` or `invalid_client_metadata`.
   * @throws RateLimitedError for an address that registers too many.
   */
  register(metadata: unknown, address: string | null): RegisteredClient;
  /**
   * Returns the client with this id. Fetches its document, unless that is cached.
   * @throws OAuthError `invalid_client` for an unknown id, and for a document that is none.
   * @throws RateLimitedError for an address for which too many documents are fetched.
   */
  find(id: string, address: string | null): Promise<OAuthClient>;
  /** Returns whether an id may be that of a client, without fetching its document. */
  mayExist(id: string): boolean;
}

/** Registrations and fetched documents of an address in an hour. */
const PER_HOUR = 60;
/** The sealed id is part of URLs. */
const METADATA_MAX = 4_000;
const NAME_SHOWN_MAX = 100;
const DOCUMENTS_MAX = 1_000;
const MINUTE: Millis = 60_000;
/** How long a document is cached: by its `Cache-Control`, within these bounds. */
const CACHED = { least: MINUTE, default: 10 * MINUTE, most: 24 * 60 * MINUTE } as const;
/**
 * Control characters, and those that change the direction of text, so that a name can't pretend to be another part of
 * the page.
 */
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

export function oauthClients({ clock, oauthTokens, media }: ServiceContext): Clients {
  const countOf: HourlyLimit = hourlyLimit(PER_HOUR, clock);
  const documents = recentEntries<string, { readonly client: OAuthClient; readonly until: Millis }>(
    DOCUMENTS_MAX,
  );

  async function fetchClient(url: string, address: string | null): Promise<OAuthClient> {
    const parsed = URL.parse(url);
    // Only in its normal form, so that no two ids have one document.
    if (parsed?.href !== url || parsed.pathname === '/' || url.includes('#') || parsed.username !== '')
      throw new OAuthError('invalid_client', 'Expected an https URL with a path as the id of the client.');
    const cached = documents.get(url);
    if (cached !== undefined && cached.until > clock()) return cached.client;
    if (media?.fetchDocument === undefined)
      throw new OAuthError('invalid_client', 'This server fetches no documents of clients.');
    countOf(address);
    const document = await media.fetchDocument(url, { account: address });
    if ('refused' in document) throw new OAuthError('invalid_client', document.refused);
    const client = readDocument(url, document);
    const life = Math.min(Math.max(document.maxAge ?? CACHED.default, CACHED.least), CACHED.most);
    documents.set(url, { client, until: clock() + life });
    return client;
  }

  return {
    register(metadata, address) {
      countOf(address);
      const client = readClient(metadata);
      return { ...client, id: oauthTokens.seal('client', client), registeredAt: clock() };
    },
    async find(id, address) {
      if (isDocument(id)) return fetchClient(id, address);
      const client = oauthTokens.open('client', id);
      if (client === null) throw new OAuthError('invalid_client', 'This server does not know the client.');
      return client;
    },
    mayExist: (id) => isDocument(id) || oauthTokens.open('client', id) !== null,
  };
}

function isDocument(id: string): boolean {
  return /^https?:\/\//.test(id);
}

/** @throws OAuthError `invalid_client` */
function readDocument(url: string, { text }: FetchedDocument): OAuthClient {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new OAuthError('invalid_client', 'The document of the client is not JSON.');
  }
  if (!isJsonObject(document) || document.client_id !== url)
    throw new OAuthError('invalid_client', 'The document of the client is that of another address.');
  try {
    return readClient(document, new URL(url).hostname);
  } catch (error) {
    throw error instanceof OAuthError ? new OAuthError('invalid_client', error.message) : error;
  }
}

/**
 * Reads the metadata of a client.
 * @param name of a client that has none.
 * @throws OAuthError `invalid_redirect_uri`, `invalid_client_metadata`
 */
function readClient(metadata: unknown, name = 'A client without a name'): OAuthClient {
  const { client_name, redirect_uris } = parseMetadata(metadata);
  for (const uri of redirect_uris) {
    const refusal = refuseRedirectUri(uri);
    if (refusal !== null) throw new OAuthError('invalid_redirect_uri', refusal);
  }
  const shown = (client_name ?? '').replace(UNSHOWN, ' ').trim().slice(0, NAME_SHOWN_MAX);
  const client = { name: shown.toWellFormed() || name, redirectUris: redirect_uris };
  if (JSON.stringify(client).length > METADATA_MAX)
    throw new OAuthError(
      'invalid_client_metadata',
      `Expected at most ${METADATA_MAX} characters of redirect_uris.`,
    );
  return client;
}

function parseMetadata(metadata: unknown) {
  try {
    return parseContract(OAuthClientMetadata, metadata);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const isRedirect = error.issues.some(({ path }) => path.startsWith('redirect_uris'));
    throw new OAuthError(isRedirect ? 'invalid_redirect_uri' : 'invalid_client_metadata', error.message);
  }
}

const HOUR: Millis = 3_600_000;

/** Counts a call from an address. @throws RateLimitedError if the address has made too many in its hour. */
type HourlyLimit = (address: string | null) => void;

/**
 * Limits the calls of each client in an hour from its first one, in this process. Callers without a known address count
 * as one client.
 */
function hourlyLimit(perHour: number, clock: Clock): HourlyLimit {
  const calls = clientCounts(HOUR, clock);
  return (address) => {
    const client = address ?? '';
    const hour = calls.of(client);
    if (hour !== null && hour.count >= perHour) throw rateLimitedUntil(hour.endsAt, clock());
    calls.add(client);
  };
}
