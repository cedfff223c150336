import { randomBase64url } from '../../ground/crypto.ts';
import { ValidationError } from '../../ground/errors.ts';
import type { LiveFormat } from '../../media/live-scene.ts';
import type { TokenScope } from '../../ports/path-token.ts';
import type { ImageRow } from '../../storage/images/images.ts';

/**
 * Returns a new public id for production URLs, unique over all accounts: 72 random bits, 12 characters of base64url.
 */
export function newPublicId(): string {
  return randomBase64url(9);
}

export function productionUrlOf(baseUrl: string, publicId: string): string {
  return `${baseUrl}/i/${publicId}`;
}

/** Returns the URL that leads a click on a live image to its link. */
export function clickUrlOf(baseUrl: string, publicId: string): string {
  return `${baseUrl}/l/${publicId}`;
}

/** The rest of a production URL after `/i/`, with the additions of pasting and of mail tools. */
const NAME = /^[\s/]*([\w-]{12})(?![\w-])/;

/**
 * Returns the public id in what follows `/i/` in a production URL (docs/rules.md#production-urls). Ignores slashes before
 * the id and all that follows it: a suffix, a blank, a quote, further segments. Null if there is no id.
 */
export function readPublicId(name: string): string | null {
  return NAME.exec(name)?.[1] ?? null;
}

/** The suffix of a production URL that asks for a format. */
const SUFFIX = /^\s*\.(?:(png)|jpe?g|(gif))(?![\w-])/i;

/** Returns the format that the suffix of a production URL asks for. Undefined: none. */
export function readFormat(name: string): LiveFormat | undefined {
  const suffix = SUFFIX.exec(name.replace(NAME, ''));
  if (suffix === null) return undefined;
  const [, png, gif] = suffix;
  return png !== undefined ? 'png' : gif !== undefined ? 'gif' : 'jpeg';
}

/**
 * Returns the public id in a production URL of this server, null for another URL of it, and `foreign` for a URL of another
 * server.
 */
export function readOwnPicture(baseUrl: string, url: string): string | null | 'foreign' {
  const [own, given] = [new URL(`${baseUrl}/i/`), new URL(url)];
  if (own.host !== given.host) return 'foreign';
  return given.pathname.startsWith(own.pathname)
    ? readPublicId(given.pathname.slice(own.pathname.length))
    : null;
}

/** Returns the public id in a URL that has the form of a production URL, on whatever server. Null: it has another form. */
export function readMovedPicture(url: string): string | null {
  const { pathname } = new URL(url);
  const at = pathname.lastIndexOf('/i/');
  return at < 0 ? null : readPublicId(pathname.slice(at + '/i/'.length));
}

/** Returns the scope of a thumbnail token. The token contains the public id, which identifies the rest. */
export function thumbnailScope({ accountId, id, version }: ImageRow): TokenScope {
  return [accountId, id, version];
}

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

/** The escapes of one character in UTF-8. */
const CHARACTER =
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}/gi;

/** Decodes the percent-escapes of a text that are UTF-8, and leaves the others as they are. Never throws. */
export function decodePercent(text: string): string {
  return text.replace(CHARACTER, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      // Longer than need be, or half of a pair.
      return escapes;
    }
  });
}
