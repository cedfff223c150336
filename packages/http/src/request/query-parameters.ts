import { ValidationError } from '@vitrine/core';

/**
 * Returns the declared parameters of a query string as text, and ignores others. The first of several equal parameters
 * wins. Parameters with invalid percent-encoding are returned as one error, which the service throws at its place in
 * the order of checks.
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

/** Decodes `application/x-www-form-urlencoded` text, in which `+` is a space. Returns null for an invalid escape. */
function decodeForm(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
