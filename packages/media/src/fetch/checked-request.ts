import { lookup } from 'node:dns/promises';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { FetchError, unreachable } from './fetch-error.ts';
import { isPublicAddress } from './public-address.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export interface Network {
  /** Whether an address may be connected to. */
  isAllowed(address: string): boolean;
  /** All addresses of a host name. */
  resolve(hostname: string): Promise<readonly ResolvedAddress[]>;
}

/** The public internet, by the resolver of the system; `allowPrivate`: everything that can be reached. */
export function systemNetwork(allowPrivate: boolean): Network {
  return {
    isAllowed: (address) => allowPrivate || isPublicAddress(address),
    resolve: (hostname) => lookup(hostname, { all: true }),
  };
}

/**
 * Sends one GET to addresses that were looked up once, checked all, and are connected to as checked: a second look-up, in
 * which a name could mean something else, never happens. No cookies, no proxy, no redirects followed.
 * @throws FetchError for a URL that is not asked; whatever Node throws for one that does not answer.
 */
export async function sendChecked(url: URL, network: Network, signal: AbortSignal): Promise<IncomingMessage> {
  checkUrl(url);
  const addresses = await checkedAddresses(url, network, signal);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const options: RequestOptions = {
    agent: false,
    signal,
    lookup: answerWith(addresses),
    headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Vitrine' },
  };
  return new Promise((resolve, reject) => {
    send(url, options, resolve).on('error', reject).end();
  });
}

function checkUrl(url: URL): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchError('Fonts are fetched from http and https URLs only.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchError('The URL must not hold a user name or a password.');
  }
}

async function checkedAddresses(
  url: URL,
  network: Network,
  signal: AbortSignal,
): Promise<readonly ResolvedAddress[]> {
  // The URL parser has folded every spelling of an address into one, and writes IPv6 in brackets.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const addresses =
    family === 0 ? await unlessAborted(network.resolve(host), signal) : [{ address: host, family }];
  if (addresses.length === 0 || !addresses.every(({ address }) => network.isAllowed(address)))
    throw unreachable();
  return addresses;
}

/** A look-up can't be stopped, but it need not be waited for. */
function unlessAborted<R>(work: Promise<R>, signal: AbortSignal): Promise<R> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function answerWith(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    const [first] = addresses;
    if (all === true) callback(null, [...addresses]);
    else if (first !== undefined) callback(null, first.address, first.family);
  };
}
