import { ValidationError } from '@vitrine/core';

/**
 * The declared parameters of a query string; others are ignored. Of a repeated one the first counts.
 * Values stay text: the contract says what they mean.
 *
 * @returns the error, naming every parameter whose escapes are broken: the service throws it in its place.
 */
export function readQuery(url: string, names: ReadonlySet<string>): Record<string, string> | ValidationError {
  const start = url.indexOf('?');
  const values: Record<string, string> = {};
  if (start === -1 || names.size === 0) return values;
  const hash = url.indexOf('#', start);
  const broken = new Set<string>();
  for (const pair of url.slice(start + 1, hash === -1 ? undefined : hash).split('&')) {
    const equals = pair.indexOf('=');
    const name = decodeForm(equals === -1 ? pair : pair.slice(0, equals));
    if (name === null || !names.has(name) || Object.hasOwn(values, name)) continue;
    const value = decodeForm(equals === -1 ? '' : pair.slice(equals + 1));
    if (value === null) broken.add(name);
    values[name] = value ?? '';
  }
  if (broken.size === 0) return values;
  const message = 'Expected UTF-8 in percent-encoding.';
  return new ValidationError([...broken].map((path) => ({ path, message })));
}

/** `+` is a space, as forms and URLSearchParams write it. */
function decodeForm(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
