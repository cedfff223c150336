import { decodeForm } from './query-parameters.ts';

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
