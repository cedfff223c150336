import { decodePercent } from '../../encoding/percent-text.ts';
import { ValidationError } from '../../ground/errors.ts';
import { readPublicId } from './image-urls.ts';

const ABSOLUTE = /^https?:\/\//i;

/**
 * Returns the public id in a pasted production URL (docs/rules.md#image-lookup). Accepts an absolute URL (http or
 * https), one without a scheme, a path, text with HTML escapes, and the URL after the `#` of a mail proxy. Ignores
 * query, fragment and what follows the id. Null: not a production URL of this server.
 *
 * @throws ValidationError at `url` if the text is not a URL.
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

/** Ignores the scheme, because a reverse proxy may use the other one. */
function isOn(base: URL, { protocol, host }: URL): boolean {
  return (protocol === 'http:' || protocol === 'https:') && host === base.host;
}

function publicIdOf({ pathname }: URL, base: URL): string | null {
  const prefix = `${base.pathname.replace(/\/+$/, '')}/i/`;
  if (!pathname.startsWith(prefix)) return null;
  return readPublicId(decodePercent(pathname.slice(prefix.length)));
}
