import { ValidationError } from '../errors.ts';
import { readPublicId } from './image-urls.ts';

const ABSOLUTE = /^https?:\/\//i;

/**
 * The public id that a pasted production URL names (docs/rules.md#image-lookup): absolute (http or https), without its
 * scheme, or the path alone; as it stands in HTML; or behind the `#` of a mail proxy's URL. Query, fragment, suffix and a
 * trailing slash mean nothing. Null for a URL that is none of ours.
 *
 * @throws ValidationError at `url` for what is no URL.
 */
export function readProductionUrl(text: string, baseUrl: string): string | null {
  const base = new URL(baseUrl);
  const url = readUrl(text.trim().replaceAll('&amp;', '&'), base);
  if (url === null) {
    throw new ValidationError([
      { path: 'url', message: `Expected a URL, such as ${baseUrl}/i/ and what follows it.` },
    ]);
  }
  if (isOn(base, url)) return publicIdOf(url, base);
  // https://ci4.googleusercontent.com/proxy/…#https://ours/i/…
  const wrapped = url.hash.slice(1);
  const inner = ABSOLUTE.test(wrapped) && URL.canParse(wrapped) ? new URL(wrapped) : null;
  return inner !== null && isOn(base, inner) ? publicIdOf(inner, base) : null;
}

function readUrl(text: string, base: URL): URL | null {
  if (text.startsWith('/')) return URL.canParse(text, base.href) ? new URL(text, base) : null;
  return URL.canParse(text) ? new URL(text) : null;
}

/** Http and https alike: a proxy in front may speak the other one. */
function isOn(base: URL, { protocol, host }: URL): boolean {
  return (protocol === 'http:' || protocol === 'https:') && host === base.host;
}

function publicIdOf({ pathname }: URL, base: URL): string | null {
  const prefix = `${base.pathname.replace(/\/+$/, '')}/i/`;
  if (!pathname.startsWith(prefix)) return null;
  return readPublicId(pathname.slice(prefix.length).replace(/\/$/, ''));
}
