import { rule } from './requirement.ts';

/** beyond.md section I, "OAuth" and "Consent". */
export const oauth = {
  'oauth.switch': rule(
    'beyond I',
    'VITRINE_OAUTH: by default OAuth is on for an https base URL and off for http. While it is off, its addresses are 404.',
  ),
  'oauth.metadata': rule(
    'beyond I',
    'Metadata of the tools (RFC 9728) and of the authorization server (RFC 8414) name each other; 401 of the tools leads there.',
  ),
  'oauth.registration': rule(
    'beyond I',
    'Clients register: 60 an hour and address, then 429 with Retry-After.',
  ),
  'oauth.documents': rule(
    'beyond I',
    'The id of a client may be the address of its document, which is fetched from public addresses only, without redirects.',
  ),
  'oauth.redirect': rule(
    'beyond I',
    'Redirect addresses match exactly; for loopback any port. Nothing is sent to any other address.',
  ),
  'oauth.pkce': rule('beyond I', 'Only requests with PKCE and S256 are allowed.'),
  'oauth.resource': rule('beyond I', 'A foreign resource is invalid_target.'),
  'oauth.issuer': rule('beyond I', 'Each authorization response names the issuer (RFC 9207).'),
  'oauth.rights': rule(
    'beyond I',
    'Access tokens carry the rights of the key they stand for, on /store_mcp and /v2 (writes are 403 when it is read-only), and nowhere else.',
  ),
  'oauth.code': rule(
    'beyond I',
    'A code is for its client and verifier, and valid once. Its reuse deletes the key.',
  ),
  'oauth.refresh': rule(
    'beyond I',
    'A refresh token is replaced when it is used. Its reuse deletes the key.',
  ),
  'oauth.revocation': rule('beyond I', 'Revocation deletes the key, and a deleted key ends all its tokens.'),
  'oauth.secrecy': rule('beyond I', 'Codes and tokens are in no log, and nothing in the database is one.'),
  'oauth.consent': rule(
    'beyond I',
    "The page has the client's name and return address, the key to sign in with, a name, whole account or one store, read-only (checked), an end, Allow and Deny.",
  ),
  'oauth.framing': rule('beyond I', "No page may frame the consent: frame-ancestors 'none'."),
};
