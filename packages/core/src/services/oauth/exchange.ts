import { sha256Base64url } from '../../ground/crypto.ts';
import type { Millis } from '../../ground/rows.ts';
import { grantHash } from '../../ports/oauth-token.ts';
import type { ServiceContext } from '../calls/context.ts';
import type { Clients } from './clients.ts';
import { type DeletedGrant, OAuthError } from './oauth-error.ts';
import { type OAuthParameters, readParameters } from './parameters.ts';
import { requireResource } from './resource.ts';

/** The tokens of a client. */
export interface IssuedTokens {
  readonly accessToken: string;
  /** Seconds for which the access token is valid. */
  readonly expiresIn: number;
  readonly refreshToken: string;
}

type TokenContext = Pick<ServiceContext, 'storage' | 'clock' | 'oauthTokens' | 'baseUrl'>;

/** The key of a code or of a refresh token, and how many exchanges came before its own. */
interface Grant extends DeletedGrant {
  readonly secret: string;
  readonly client: string;
  readonly endsAt: Millis | null;
  readonly exchanges: number;
}

const ACCESS_LIFE: Millis = 3_600_000;
/** 43 to 128 unreserved characters (RFC 7636, section 4.1). */
const VERIFIER = /^[\w.~-]{43,128}$/;

/** See `OAuthService.exchange`. */
export async function exchangeTokens(
  context: TokenContext,
  clients: Clients,
  form: string,
): Promise<IssuedTokens> {
  const parameters = readParameters(form);
  const readGrant = GRANTS[parameters.require('grant_type')];
  if (readGrant === undefined)
    throw new OAuthError(
      'unsupported_grant_type',
      'Expected the grant_type authorization_code or refresh_token.',
    );
  const clientId = parameters.require('client_id');
  if (!clients.mayExist(clientId))
    throw new OAuthError('invalid_client', 'This server does not know the client.');
  requireResource(parameters, context.baseUrl());
  const grant = readGrant(context, parameters);
  const now = context.clock();
  const isOver = grant.endsAt !== null && grant.endsAt <= now;
  if (grant.client !== sha256Base64url(clientId) || isOver) throw invalidGrant();
  await countExchange(context, grant);
  return issue(context, grant);
}

/** What reads the grant of each `grant_type`, and checks what belongs to it. They throw OAuthError. */
const GRANTS: Readonly<
  Record<string, ((context: TokenContext, parameters: OAuthParameters) => Grant) | undefined>
> = Object.assign(Object.create(null), { authorization_code: readCode, refresh_token: readRefresh });

function readCode({ oauthTokens, clock }: TokenContext, parameters: OAuthParameters): Grant {
  const code = oauthTokens.open('code', parameters.require('code'));
  const verifier = parameters.require('code_verifier');
  if (!VERIFIER.test(verifier))
    throw new OAuthError('invalid_request', 'Expected a code_verifier of 43 to 128 characters.');
  const redirectUri = parameters.get('redirect_uri');
  if (
    code === null ||
    code.expiresAt <= clock() ||
    sha256Base64url(verifier) !== code.challenge ||
    (redirectUri !== null && redirectUri !== code.redirectUri)
  )
    throw invalidGrant();
  return { ...code, exchanges: 0 };
}

function readRefresh({ oauthTokens }: TokenContext, parameters: OAuthParameters): Grant {
  const refresh = oauthTokens.open('refresh', parameters.require('refresh_token'));
  if (refresh === null) throw invalidGrant();
  return refresh;
}

/** @throws OAuthError `invalid_grant` for a revoked key, and for an exchange that was made before, which deletes the key. */
async function countExchange({ storage, clock }: TokenContext, grant: Grant): Promise<void> {
  const { accountId, keyId, exchanges } = grant;
  const outcome = await storage.apiKeys.exchange(accountId, keyId, exchanges);
  if (outcome === 'exchanged') return;
  if (outcome === null) throw invalidGrant();
  await storage.apiKeys.revoke(accountId, keyId, { keepOneAccountKey: false, now: clock() });
  throw invalidGrant({ accountId, keyId });
}

function issue({ oauthTokens, clock }: TokenContext, grant: Grant): IssuedTokens {
  const { accountId, keyId, secret, client, endsAt, exchanges } = grant;
  const now = clock();
  const expiresAt = Math.min(now + ACCESS_LIFE, endsAt ?? Number.POSITIVE_INFINITY);
  return {
    accessToken: oauthTokens.seal('access', { secret, expiresAt }),
    expiresIn: Math.floor((expiresAt - now) / 1_000),
    refreshToken: oauthTokens.seal('refresh', {
      accountId,
      keyId,
      secret,
      client,
      endsAt,
      exchanges: exchanges + 1,
    }),
  };
}

/** See `OAuthService.revoke`. */
export async function revokeToken(context: TokenContext, form: string): Promise<DeletedGrant | null> {
  const { storage, clock } = context;
  const grant = await findGrant(context, readParameters(form).require('token'));
  if (grant === null) return null;
  const { accountId, keyId } = grant;
  const outcome = await storage.apiKeys.revoke(accountId, keyId, {
    keepOneAccountKey: false,
    now: clock(),
  });
  return outcome === null ? null : { accountId, keyId };
}

/** Returns the key of a token, used or not. Null: there is none. */
async function findGrant(
  { storage, oauthTokens }: TokenContext,
  token: string,
): Promise<DeletedGrant | null> {
  const refresh = oauthTokens.open('refresh', token);
  if (refresh !== null) return refresh;
  const access = oauthTokens.open('access', token);
  const row = access === null ? null : await storage.apiKeys.findByHash(grantHash(access.secret));
  return row === null ? null : { accountId: row.accountId, keyId: row.id };
}

function invalidGrant(deleted: DeletedGrant | null = null): OAuthError {
  const message =
    deleted === null
      ? 'The code or token is invalid, expired or of another client, or access was revoked.'
      : 'The code or token was used before, so that access was revoked.';
  return new OAuthError('invalid_grant', message, deleted);
}
