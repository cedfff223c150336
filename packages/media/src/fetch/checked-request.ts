import { lookup } from 'node:dns/promises';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { FetchError, unreachable } from './fetch-error.ts';
import { isPublicAddress } from './public-address.ts';

// An import of `node:http` reads all of its properties, and `WebSocket` among them loads undici.
const { request: requestHttp } = process.getBuiltinModule('node:http');

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export interface Network {
  /** Returns whether connecting to an address is allowed. */
  isAllowed(address: string): boolean;
  /** Returns all addresses of a host name. */
  resolve(hostname: string): Promise<readonly ResolvedAddress[]>;
}

/** Returns the network of the system. Only public addresses are allowed, unless `allowPrivate` is set. */
export function systemNetwork(allowPrivate: boolean): Network {
  return {
    isAllowed: (address) => allowPrivate || isPublicAddress(address),
    resolve: (hostname) => lookup(hostname, { all: true }),
  };
}

/** What is sent with a request besides what every request has. Default: a GET without a body. */
export interface SentContent {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends one request. Looks the host name up once, checks all its addresses, and connects only to them: a second
 * look-up could return others. Sends no cookies, uses no proxy and follows no redirects.
 *
 * @throws FetchError if the URL is not allowed, and the errors of Node if the server does not respond.
 */
export async function sendChecked(
  url: URL,
  network: Network,
  signal: AbortSignal,
  { method, headers, body }: SentContent = { method: 'GET', headers: {}, body: '' },
): Promise<IncomingMessage> {
  checkUrl(url);
  const addresses = await checkedAddresses(url, network, signal);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const options: RequestOptions = {
    method,
    agent: false,
    signal,
    lookup: lookupOf(addresses),
    headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Vitrine', ...headers },
  };
  return new Promise((resolve, reject) => {
    send(url, options, resolve).on('error', reject).end(body);
  });
}

function checkUrl(url: URL): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchError('Fonts are fetched from http and https URLs only.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchError('The URL must not contain a user name or a password.');
  }
}

async function checkedAddresses(
  url: URL,
  network: Network,
  signal: AbortSignal,
): Promise<readonly ResolvedAddress[]> {
  // The URL parser has normalized every spelling of an address. It writes IPv6 in brackets.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const addresses =
    family === 0 ? await unlessAborted(network.resolve(host), signal) : [{ address: host, family }];
  if (addresses.length === 0 || !addresses.every(({ address }) => network.isAllowed(address)))
    throw unreachable();
  return addresses;
}

/** Rejects when `signal` aborts, because a look-up itself can't be aborted. */
function unlessAborted<R>(work: Promise<R>, signal: AbortSignal): Promise<R> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function lookupOf(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    const [first] = addresses;
    if (all === true) callback(null, [...addresses]);
    else if (first !== undefined) callback(null, first.address, first.family);
  };
}
