import type { IncomingMessage } from 'node:http';

/**
 * Returns a header of a Node request from its raw headers, or null. Joins several headers of one name as the standard
 * `Headers` does.
 *
 * @param name in lower case.
 */
export function rawHeader(rawHeaders: readonly string[], name: string): string | null {
  let found: string | null = null;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const own = rawHeaders[i];
    if (own?.length !== name.length || own.toLowerCase() !== name) continue;
    const value = rawHeaders[i + 1] ?? '';
    found = found === null ? value : `${found}, ${value}`;
  }
  return found;
}

/** Returns whether a Node request may have a body. */
export function hasBody({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  return (
    rawHeader(rawHeaders, 'content-length') !== null || rawHeader(rawHeaders, 'transfer-encoding') !== null
  );
}
