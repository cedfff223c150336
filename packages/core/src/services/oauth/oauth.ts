import { AllowClientRequest } from '../../contracts/accounts/oauth.ts';
import { parseContract } from '../../contracts/ground/contract.ts';
import { randomBase64url, sha256Base64url } from '../../ground/crypto.ts';
import { ValidationError } from '../../ground/errors.ts';
import type { Millis } from '../../ground/rows.ts';
import { guardWrites, type Principal } from '../../ports/access.ts';
import { grantHash } from '../../ports/oauth-token.ts';
import { keyRow, newKeyRights } from '../accounts/new-key.ts';
import type { ServiceContext } from '../calls/context.ts';
import { readAuthorization } from './authorization.ts';
import { oauthClients, type RegisteredClient } from './clients.ts';
import { exchangeTokens, type IssuedTokens, revokeToken } from './exchange.ts';
import type { DeletedGrant } from './oauth-error.ts';
import { isOfProgram, receiverOf } from './redirect-uri.ts';

/** An authorization request, as a person sees it before it is allowed. */
export interface OpenedAuthorization {
  readonly clientName: string;
  /** The host of the document of the client. Null: the client has registered, and may have any name. */
  readonly clientHost: string | null;
  /** Where the browser goes with the response, and the host of it, or the scheme of a program (`cursor:`). */
  readonly redirectUri: string;
  readonly returnHost: string;
  /** Whether that is a program on the machine of the browser, where any other may listen. */
  readonly isLocal: boolean;
  /** Why the request is refused. Null: it may be allowed. */
  readonly refusal: string | null;
  /** The address with the refusal, of the server or of the person. */
  readonly denyUrl: string;
}

/**
 * The authorization server of the store tools (OAuth 2.1; docs/rules.md#oauth). Clients are public, so PKCE is required. What
 * a person allows is a key of the account, which the client uses by access tokens: they have the rights of the key, and end
 * with it.
 */
export interface OAuthService {
  /**
   * Registers a client (RFC 7591). Nothing is stored: its id contains it.
   * @param address of the client, null if unknown.
   * @throws OAuthError `invalid_redirect_uri`, `invalid_client_metadata`
   * @throws RateLimitedError for an address with 60 registrations in an hour.
   */
  register(metadata: unknown, address: string | null): Promise<RegisteredClient>;
  /** Returns whether the id of a client may be the address of its document. */
  takesDocuments(): Promise<boolean>;
  /**
   * Reads an authorization request.
   * @param query of its address.
   * @throws ValidationError at `client_id` or `redirect_uri` if the browser must not return to the client.
   * @throws RateLimitedError for an address with 60 fetched documents in an hour.
   */
  open(query: string, address: string | null): Promise<OpenedAuthorization>;
  /**
   * Allows a request: creates a key, like `apiKeys.create`. Returns the address to which the browser returns with a code,
   * which is valid once and for five minutes.
   * @throws the errors of `open` and of `apiKeys.create`.
   */
  allow(
    principal: Principal,
    request: AllowClientRequest,
    address: string | null,
  ): Promise<{ readonly keyId: string; readonly location: string }>;
  /**
   * Returns tokens for a code, or for a refresh token, which is replaced. One that is used twice deletes the key.
   * @param form the parameters of the request.
   * @throws OAuthError
   */
  exchange(form: string): Promise<IssuedTokens>;
  /** Deletes the key of a token (RFC 7009). Returns it, or null for a text that is no token. @throws OAuthError */
  revoke(form: string): Promise<DeletedGrant | null>;
}

const CODE_LIFE: Millis = 5 * 60_000;
const SECRET_BYTES = 32;
/** Shown in lists of keys in place of the beginning of a key. */
const PREFIX = 'oauth';

export function oauthService(context: ServiceContext): OAuthService {
  const { storage, clock, quotas, oauthTokens, baseUrl, media } = context;
  const clients = oauthClients(context);
  const read = (query: string, address: string | null) =>
    readAuthorization(query, { clients, baseUrl: baseUrl(), address });

  const service: OAuthService = {
    takesDocuments: async () => media?.fetchDocument !== undefined,

    register: async (metadata, address) => clients.register(metadata, address),

    async open(query, address) {
      const { clientId, client, redirectUri, refusal, returnTo } = await read(query, address);
      const error = refusal?.error ?? 'access_denied';
      return {
        clientName: client.name,
        clientHost: URL.parse(clientId)?.hostname ?? null,
        redirectUri,
        returnHost: receiverOf(redirectUri),
        isLocal: isOfProgram(redirectUri),
        refusal: refusal?.message ?? null,
        denyUrl: returnTo({
          error,
          error_description: refusal?.message ?? 'The request was denied.',
        }),
      };
    },

    async allow(principal, request, address) {
      const { request: query, ...wanted } = parseContract(AllowClientRequest, request);
      const rights = await newKeyRights(context, principal, wanted);
      const { clientId, redirectUri, challenge, refusal, returnTo } = await read(query, address);
      if (challenge === null)
        throw new ValidationError([{ path: 'request', message: refusal?.message ?? 'It is refused.' }]);
      const secret = randomBase64url(SECRET_BYTES);
      const identity = { hash: grantHash(secret), prefix: PREFIX, exchanges: 0 };
      const row = keyRow(context, principal, identity, rights);
      await quotas.use(row.accountId, { keys: 1 }, () => storage.apiKeys.insert(row));
      const code = oauthTokens.seal('code', {
        accountId: row.accountId,
        keyId: row.id,
        secret,
        client: sha256Base64url(clientId),
        endsAt: row.expiresAt,
        redirectUri,
        challenge,
        expiresAt: clock() + CODE_LIFE,
      });
      return { keyId: row.id, location: returnTo({ code }) };
    },

    exchange: (form) => exchangeTokens(context, clients, form),
    revoke: (form) => revokeToken(context, form),
  };
  // A client has no principal, and its calls change nothing but its own key.
  return guardWrites(service, {
    register: 'reads',
    takesDocuments: 'reads',
    open: 'reads',
    allow: 'writes',
    exchange: 'reads',
    revoke: 'reads',
  });
}
