import type { Millis } from '../ground/rows.ts';
import type { Secrets } from '../ports/ports.ts';
import { linkKeyOf, signQuery } from './link-signature.ts';

/** What the URLs of a live image are made of. Plain data, so that it can be sent to a thread. */
export interface LiveUrls {
  readonly publicId: string;
  /** Without a query. */
  readonly productionUrl: string;
  readonly clickUrl: string;
  /** The names of the variables. */
  readonly names: readonly string[];
  /** Signs the URLs. Null: access is open. */
  readonly key: Uint8Array | null;
}

/** The URLs of a picture and of the click on it. */
export interface LiveLink {
  readonly url: string;
  readonly clickUrl: string;
}

export function liveUrlsOf(
  urls: Pick<LiveUrls, 'publicId' | 'productionUrl' | 'clickUrl'>,
  { variables, access }: { readonly variables: object; readonly access: 'open' | 'signed' },
  [secret]: Secrets,
): LiveUrls {
  const key = access === 'signed' ? linkKeyOf(secret, urls.publicId) : null;
  return { ...urls, names: Object.keys(variables), key };
}

/** Returns the URLs for some values. @param query values of declared variables. */
export function linkOf(
  { publicId, productionUrl, clickUrl, names, key }: LiveUrls,
  query: ReadonlyMap<string, string>,
  expiresAt: Millis | null = null,
): LiveLink {
  const signed = key === null ? [] : signQuery(key, publicId, names, query, expiresAt);
  const text = [...query, ...signed].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  const suffix = text === '' ? '' : `?${text}`;
  return { url: productionUrl + suffix, clickUrl: clickUrl + suffix };
}
