import { isIP } from 'node:net';
import { ForbiddenError } from '@vitrine/core';

/** How clients reach this server. It determines the Host and Origin headers that the server accepts. */
export interface ServerAddress {
  /** The `baseUrl` of the Vitrine. */
  readonly baseUrl: string;
  /** The address that the server listens on. */
  readonly host?: string | undefined;
  /** Further origins whose pages are allowed. */
  readonly pages?: readonly string[];
}

/** Protects against DNS rebinding and against web pages that use a visitor's network (docs/rules.md#store-tools). */
export interface HostPolicy {
  /** @throws ForbiddenError for a Host or an Origin that is not this server's. */
  check(request: Request): void;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Creates the policy. It compares names and ignores ports.
 *
 * Allowed as Host: the host of the base URL, the address that the server listens on, the loopback names, which no page
 * of an attacker can have, and any IP address if the server listens on all addresses, because a rebound host is always
 * a name. Allowed as Origin: the request's own host, the host of the base URL, and the loopback names if the server is
 * only reached by loopback names. A request without Origin does not come from a web page.
 */
export function hostPolicy({ baseUrl, host, pages = [] }: ServerAddress): HostPolicy {
  const named = new URL(baseUrl).hostname;
  const own = [
    // Other machines do not reach the server by a loopback name.
    ...(LOOPBACK.includes(named) ? [] : [named]),
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
          'The Host header names another server. The name of this one is set with VITRINE_BASE_URL, or with baseUrl of createVitrine.',
        );
      }
      const origin = request.headers.get('origin');
      if (origin === null || pages.includes(origin)) return;
      const page = URL.canParse(origin) ? new URL(origin) : null;
      const isWebPage = page?.protocol === 'http:' || page?.protocol === 'https:';
      if (!isWebPage || !(page.hostname === requested || origins.has(page.hostname))) {
        throw new ForbiddenError('Web pages of other origins may not use this endpoint.');
      }
    },
  };
}

/**
 * Returns the name of a host in the URL standard's spelling: `example.com:8080` → `example.com`. Null if it is invalid.
 */
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
