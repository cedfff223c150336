import { isIP } from 'node:net';
import { ForbiddenError } from '@vitrine/core';

/** How this server is reached; from it follows which Host and Origin headers are its own. */
export interface ServerAddress {
  /** VITRINE_BASE_URL. */
  readonly baseUrl?: string | undefined;
  /** The address that the server listens on. */
  readonly host?: string | undefined;
}

/** Guards against DNS rebinding and against web pages that use a visitor's network (docs/rules.md#store-tools). */
export interface HostPolicy {
  /** @throws ForbiddenError for a Host or an Origin that is not this server's. */
  check(request: Request): void;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Names only, ports don't matter. As Host are allowed: the base URL's, the address listened on, the loopback names (an
 * attacker's page can't be called so), and any IP address when the server listens on every one (a rebound name is a
 * name). As Origin: the request's own host, the base URL's, and the loopback names while this is a loopback server. A
 * request without Origin comes from no web page.
 */
export function hostPolicy({ baseUrl, host }: ServerAddress): HostPolicy {
  const own = [
    ...(baseUrl === undefined ? [] : [new URL(baseUrl).hostname]),
    ...(host === undefined ? [] : [hostnameOf(bracketed(host))]),
  ].filter((name) => name !== null);
  const hosts = new Set([...LOOPBACK, ...own]);
  const origins = new Set(own.every((name) => LOOPBACK.includes(name)) ? [...LOOPBACK, ...own] : own);
  const takesAnyAddress = own.some(isWildcard);

  return {
    check(request) {
      const requested = hostnameOf(request.headers.get('host') ?? new URL(request.url).host);
      if (requested === null || !(hosts.has(requested) || (takesAnyAddress && isAddress(requested)))) {
        throw new ForbiddenError(
          'The Host header names another server. The operator sets this one’s name with VITRINE_BASE_URL.',
        );
      }
      const origin = request.headers.get('origin');
      if (origin === null) return;
      const page = URL.canParse(origin) ? new URL(origin) : null;
      const isWebPage = page?.protocol === 'http:' || page?.protocol === 'https:';
      if (!isWebPage || !(page.hostname === requested || origins.has(page.hostname))) {
        throw new ForbiddenError('Web pages of other origins may not use this endpoint.');
      }
    },
  };
}

/** `example.com:8080` → `example.com`, in the URL standard's spelling; null when it is no host. */
function hostnameOf(host: string): string | null {
  const url = `http://${host}/`;
  if (!URL.canParse(url)) return null;
  const { hostname, username, password, pathname, search, hash } = new URL(url);
  return username + password + search + hash === '' && pathname === '/' ? hostname : null;
}

function bracketed(address: string): string {
  return isIP(address) === 6 ? `[${address}]` : address;
}

function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

function isWildcard(hostname: string): boolean {
  return hostname === '0.0.0.0' || hostname === '[::]';
}
