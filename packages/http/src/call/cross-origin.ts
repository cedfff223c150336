import type { Reply } from '../response/reply.ts';
import type { Exchange } from './exchange.ts';
import type { Method } from './route.ts';

/** Lets pages of listed origins read the responses to read-only store keys, and those of the tools. */
export interface CrossOrigin {
  /**
   * Returns the response to a preflight request of a listed origin, which never has a key, or null for any other request.
   * @param methods the methods of the path.
   */
  preflight(exchange: Exchange, methods: readonly Method[]): Reply | null;
  /** Returns the headers of a response. */
  headers(exchange: Exchange): Readonly<Record<string, string>>;
}

/** The tools, and what clients read and call to get tokens for them. */
const TOOLS = /^\/(?:store_mcp$|oauth\/(?:register|revoke|token)$|\.well-known\/oauth-)/;
const METHODS: readonly string[] = ['GET', 'POST'];
const ALLOWED_HEADERS = 'authorization, content-type, if-none-match, mcp-protocol-version';
const EXPOSED_HEADERS = [
  'ETag',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Vitrine-Ignored-Parameters',
  'Vitrine-Outcome',
  'Vitrine-Truncated',
  'WWW-Authenticate',
  'X-Request-Id',
].join(', ');
const MAX_AGE_SECONDS = 600;
const NO_HEADERS = {};
/** A cache must not pass the response for one origin to another. */
const VARY = { Vary: 'Origin' };

/**
 * Creates the policy of pages of other origins (docs/rules.md#pages-of-other-origins).
 * @param origins as browsers send them: `https://shop.example`.
 * @returns null without origins: no page of another one may read anything.
 */
export function crossOrigin(origins: readonly string[]): CrossOrigin | null {
  if (origins.length === 0) return null;
  const listed = new Set(origins);

  const isOpen = ({ path }: Exchange) => TOOLS.test(path) || path.startsWith('/v2/');

  function listedOrigin({ arrival }: Exchange): string | null {
    const origin = arrival.header('origin');
    return origin !== null && listed.has(origin) ? origin : null;
  }

  return {
    preflight(exchange, methods) {
      const { arrival } = exchange;
      const asked = arrival.header('access-control-request-method');
      if (arrival.method !== 'OPTIONS' || asked === null || !isOpen(exchange)) return null;
      const origin = listedOrigin(exchange);
      const allowed: readonly string[] = methods.filter((method) => METHODS.includes(method));
      if (origin === null || !allowed.includes(asked)) return null;
      return {
        status: 204,
        headers: {
          'Access-Control-Allow-Origin': origin,
          'Access-Control-Allow-Methods': allowed.join(', '),
          'Access-Control-Allow-Headers': ALLOWED_HEADERS,
          'Access-Control-Max-Age': String(MAX_AGE_SECONDS),
        },
        body: null,
      };
    },
    headers(exchange) {
      const { method, path, principal } = exchange;
      if (!isOpen(exchange)) return NO_HEADERS;
      const origin = listedOrigin(exchange);
      const isReader = principal?.kind === 'store' && principal.key?.readOnly === true;
      if (origin === null || !METHODS.includes(method) || !(isReader || TOOLS.test(path))) return VARY;
      return {
        ...VARY,
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': EXPOSED_HEADERS,
      };
    },
  };
}
