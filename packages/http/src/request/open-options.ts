import type { CallOptions, OpenOptions } from '@vitrine/core';
import { decodePercent, readMoment } from '@vitrine/core/server';
import { decodeForm } from './query-parameters.ts';

/**
 * Returns the options of an opening of a timer with the parameters of its URL (docs/rules.md#target-kinds). Creates the
 * signal of the request only when it is read, because that is expensive.
 */
export function openOptions(options: CallOptions, query: string): OpenOptions {
  return {
    get signal() {
      return options.signal;
    },
    start: freeParameter(query, 'start', (value) => readMoment(value) !== null),
    query: () => liveQuery(query),
  };
}

/**
 * Returns the first value of a parameter that `isReadable`, in a query that a mail tool wrote: its name may be in any case
 * and behind an escaped `&amp;`, and a second `?` separates like `&`. Null if there is none. A value with an invalid
 * percent-escape is taken as it is.
 */
export function freeParameter(
  query: string,
  name: string,
  isReadable: (value: string) => boolean,
): string | null {
  for (const pair of query.split(SEPARATOR)) {
    const equals = pair.indexOf('=');
    if (equals !== name.length || pair.slice(0, equals).toLowerCase() !== name) continue;
    const text = pair.slice(equals + 1);
    const value = decodeForm(text) ?? text;
    if (isReadable(value)) return value;
  }
  return null;
}

const SEPARATOR = /[&?](?:amp;)*/i;

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
