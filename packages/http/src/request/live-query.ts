import { decodePercent } from '@vitrine/core/server';

/**
 * Reads the query of a URL as mail tools and mail clients leave it: `&` may be escaped as in HTML, `+` and `%20` are
 * blanks, and a malformed escape stands for itself. The first value of a name counts.
 */
export function liveQuery(search: string): ReadonlyMap<string, string> {
  const query = new Map<string, string>();
  for (const part of search.replace(/^\?/, '').replaceAll('&amp;', '&').split('&')) {
    const [name = '', ...value] = part.split('=');
    const decoded = decode(name);
    if (!query.has(decoded)) query.set(decoded, decode(value.join('=')));
  }
  return query;
}

function decode(text: string): string {
  return decodePercent(text.replaceAll('+', ' '));
}
