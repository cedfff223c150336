import type { RenderedPart } from '../templates/template.ts';

/** Characters of a link. */
const LINK_MAX = 2_048;

/** A scheme and a host that something ends: no value can change them. */
const HEAD = /^https?:\/\/[^/?#\\@\s]+(?=[/?#]|$)/i;

/**
 * Builds a link (docs/rules.md#links-of-a-live-image). Its scheme and host are text of the design, or the beginning of a
 * trusted value that stands first. All other values are percent-encoded, so that they stay within their place. Null:
 * no link.
 *
 * @param isTrusted whether a value may be the beginning: a property of the type url_link, or a text of the design.
 */
export function buildLink(
  rendered: readonly RenderedPart[],
  isTrusted: (value: string) => boolean,
): string | null {
  const [first, ...rest] = trimmed(rendered);
  if (first === undefined) return null;
  const head = first.isValue ? headOfValue(first.text, rest[0], isTrusted) : headOfDesign(first.text, rest);
  if (head === null) return null;
  const text = head + rest.map(({ text: part, isValue }) => (isValue ? encoded(part) : part)).join('');
  return text.length <= LINK_MAX && isWithinHead(text, head) ? new URL(text).href : null;
}

/** Returns the parts without blanks at both ends and without empty parts. */
function trimmed(parts: readonly RenderedPart[]): RenderedPart[] {
  const kept = parts.filter(({ text }) => text !== '');
  const first = kept[0];
  if (first !== undefined && !first.isValue) kept[0] = { ...first, text: first.text.trimStart() };
  const last = kept.at(-1);
  if (last !== undefined && !last.isValue) kept[kept.length - 1] = { ...last, text: last.text.trimEnd() };
  return kept.filter(({ text }) => text !== '');
}

/**
 * Returns whether a text begins with a scheme and a host that no value can continue.
 *
 * @param isContinued whether something follows the text.
 */
export function isWholeHead(text: string, isContinued: boolean): boolean {
  const head = HEAD.exec(text)?.[0];
  return head !== undefined && !(isContinued && head === text);
}

function headOfDesign(text: string, rest: readonly RenderedPart[]): string | null {
  return isWholeHead(text, rest.length > 0) ? text : null;
}

function headOfValue(
  value: string,
  next: RenderedPart | undefined,
  isTrusted: (value: string) => boolean,
): string | null {
  if (!isTrusted(value) || !URL.canParse(value)) return null;
  const { href, protocol } = new URL(value);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  // The parser ends a host with a slash. The design may have one, too.
  const isPlain = href.endsWith('/') && !value.endsWith('/');
  return isPlain && next?.isValue === false && /^[/?#]/.test(next.text) ? href.slice(0, -1) : href;
}

/** Encodes also what `encodeURIComponent` leaves and that some servers and mail programs read as syntax. */
function encoded(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Returns whether a URL parser finds the host of the head, and no segment that climbs up the path. */
function isWithinHead(text: string, head: string): boolean {
  if (!URL.canParse(text) || !URL.canParse(head)) return false;
  const [url, base] = [new URL(text), new URL(head)];
  const isSame = url.protocol === base.protocol && url.host === base.host && url.username === base.username;
  return isSame && segmentsOf(text) === segmentsOf(url.href);
}

function segmentsOf(url: string): number {
  const [, path = ''] = /^[^:]*:\/\/[^/?#]*([^?#]*)/.exec(url) ?? [];
  return path === '' ? 1 : path.split('/').length - 1;
}
