import { sealText, sha256Base64url, unsealText } from '../ground/crypto.ts';
import type { Millis } from '../ground/rows.ts';
import type { Secrets } from './ports.ts';

/** What a client of OAuth says about itself. */
export interface OAuthClient {
  readonly name: string;
  readonly redirectUris: readonly string[];
}

/** The key that a client uses by its tokens. */
interface Grant {
  readonly accountId: string;
  readonly keyId: string;
  /** The secret of the key: `grantHash` finds it. No response shows it. */
  readonly secret: string;
  /** The hash of the id of the client. */
  readonly client: string;
  /** When the key expires. Null: never. */
  readonly endsAt: Millis | null;
}

/** What the tokens of each purpose contain. */
interface TokenContent {
  /** The id of a client that has registered. */
  readonly client: OAuthClient;
  readonly code: Grant & {
    readonly redirectUri: string;
    /** The SHA-256 of the verifier in base64url (RFC 7636, `S256`). */
    readonly challenge: string;
    readonly expiresAt: Millis;
  };
  /** `exchanges`: how many exchanges came before its own. */
  readonly refresh: Grant & { readonly exchanges: number };
  readonly access: Pick<Grant, 'secret'> & { readonly expiresAt: Millis };
}

type OAuthPurpose = keyof TokenContent;

/**
 * The ids of clients, codes and tokens of OAuth (docs/security.md#clients-of-oauth). Each contains all that is needed to
 * use it, encrypted and authenticated under the secret of the server, so that nothing is stored for it. A token of one
 * purpose is none for another.
 */
export interface OAuthTokens {
  seal<Purpose extends OAuthPurpose>(purpose: Purpose, content: TokenContent[Purpose]): string;
  /** Returns the content of a token that a server with one of the secrets has made, else null. Reads no times. */
  open<Purpose extends OAuthPurpose>(purpose: Purpose, token: string): TokenContent[Purpose] | null;
  /** Returns the hash of the key of an access token, as `ApiKeyRow` has it, and when the token expires. Null: no token. */
  openAccess(token: string): { readonly hash: string; readonly expiresAt: Millis } | null;
}

/** Seals with the first secret, and opens with all. */
export function oauthTokens(secrets: Secrets): OAuthTokens {
  const [current] = secrets;
  const passwordOf = (secret: string, purpose: OAuthPurpose) => `${secret} oauth ${purpose}`;

  function open<Purpose extends OAuthPurpose>(purpose: Purpose, token: string): TokenContent[Purpose] | null {
    const prefix = prefixOf(purpose);
    if (!token.startsWith(prefix)) return null;
    for (const secret of secrets) {
      try {
        return JSON.parse(unsealText(passwordOf(secret, purpose), token.slice(prefix.length)));
      } catch {
        // It is of another secret, or no token.
      }
    }
    return null;
  }

  return {
    seal: (purpose, content) =>
      prefixOf(purpose) + sealText(passwordOf(current, purpose), JSON.stringify(content)),
    open,
    openAccess(token) {
      const access = open('access', token);
      return access && { hash: grantHash(access.secret), expiresAt: access.expiresAt };
    },
  };
}

/**
 * Returns the hash under which the key of a grant is stored. It is no hash of a text in hex, so that the secret, which
 * each token contains, is no key that could be sent in place of one.
 */
export function grantHash(secret: string): string {
  return `oauth:${sha256Base64url(secret)}`;
}

function prefixOf(purpose: OAuthPurpose): string {
  return `oauth-${purpose}-`;
}
