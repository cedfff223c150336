import { OAuthError } from '@vitrine/core';
import { type Call, type OpenRoute, openRoute } from '../../call/route.ts';
import type { BodyRules } from '../../request/body.ts';
import { json, type Reply } from '../../response/reply.ts';

const MAX = { max: 64 * 1024, maxName: '64 KiB' };
const FORM: BodyRules = {
  type: /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i,
  typeName: 'application/x-www-form-urlencoded',
  ...MAX,
};
const JSON_TEXT: BodyRules = {
  type: /^\s*application\/json\s*(?:;|$)/i,
  typeName: 'application/json',
  ...MAX,
};
/** RFC 6749, section 5.1. */
const NO_CACHE = { Pragma: 'no-cache' };

/** The routes that clients call: registration (RFC 7591), tokens, and revocation (RFC 7009). */
export const clientRoutes: readonly OpenRoute[] = [
  clientRoute('/oauth/register', JSON_TEXT, register),
  clientRoute('/oauth/token', FORM, async ({ vitrine, body }) => {
    const issued = await vitrine.oauth.exchange(await textOf(body));
    const tokens = {
      access_token: issued.accessToken,
      token_type: 'Bearer',
      expires_in: issued.expiresIn,
      refresh_token: issued.refreshToken,
    };
    return json(tokens, 200, NO_CACHE);
  }),
  clientRoute('/oauth/revoke', FORM, async ({ vitrine, body }) => {
    const deleted = await vitrine.oauth.revoke(await textOf(body));
    const reply = json({}, 200, NO_CACHE);
    return deleted === null ? reply : { ...reply, audited: { ...deleted } };
  }),
];

function clientRoute(
  path: `/${string}`,
  text: BodyRules,
  respond: (call: Call) => Promise<Reply>,
): OpenRoute {
  return openRoute({
    method: 'POST',
    path,
    text,
    audit: 'key.revoked',
    handle: async (call) => {
      try {
        return await respond(call);
      } catch (error) {
        if (error instanceof OAuthError) return refusal(error);
        throw error;
      }
    },
  });
}

async function register({ vitrine, body, address }: Call): Promise<Reply> {
  const text = await textOf(body);
  let metadata: unknown;
  try {
    metadata = JSON.parse(text);
  } catch {
    throw new OAuthError('invalid_client_metadata', 'Expected a JSON object.');
  }
  const { id, name, redirectUris, registeredAt } = await vitrine.oauth.register(metadata, address);
  const client = {
    client_id: id,
    client_id_issued_at: Math.floor(registeredAt / 1_000),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  return json(client, 201, NO_CACHE);
}

/** Returns the text of a body. @throws VitrineError if it could not be read. */
async function textOf(body: Call['body']): Promise<string> {
  const text = await body();
  if (typeof text !== 'string') throw text;
  return text;
}

function refusal({ error, message, deleted }: OAuthError): Reply {
  const status = error === 'invalid_client' ? 401 : 400;
  const reply = json({ error, error_description: describe(message) }, status, NO_CACHE);
  return deleted === null ? reply : { ...reply, audited: { ...deleted } };
}

/** Returns a description in the characters of RFC 6749, section 5.2. */
function describe(message: string): string {
  return message.replaceAll('"', "'").replace(/[^\x20-\x5b\x5d-\x7e]/g, '?');
}
