import { ValidationError } from '@vitrine/core';

type Query = Record<string, string | Record<string, string>>;

/**
 * Returns the declared parameters of a query string as text, and ignores others. The first of several equal parameters
 * wins. A declared name that ends with a dot takes all parameters that begin with it: with `field.`, `field.city=Graz`
 * becomes `{ field: { city: 'Graz' } }`. Parameters with invalid percent-encoding are returned as one error, which the
 * service throws at its place in the order of checks.
 */
export function readQuery(query: string, names: ReadonlySet<string>): Query | ValidationError {
  const values: Record<string, string> = {};
  if (query === '' || names.size === 0) return values;
  const broken = new Set<string>();
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    const name = decodeForm(equals === -1 ? pair : pair.slice(0, equals));
    if (name === null || !isDeclared(name, names) || Object.hasOwn(values, name)) continue;
    const value = decodeForm(equals === -1 ? '' : pair.slice(equals + 1));
    if (value === null) broken.add(name);
    values[name] = value ?? '';
  }
  if (broken.size === 0) return grouped(values);
  const message = 'Expected UTF-8 in percent-encoding.';
  return new ValidationError([...broken].map((path) => ({ path, message })));
}

function isDeclared(name: string, names: ReadonlySet<string>): boolean {
  const dot = name.indexOf('.');
  return names.has(dot < 0 ? name : name.slice(0, dot + 1));
}

/** Returns the values, with those of names with a dot in an object for each part before the dot. */
function grouped(values: Record<string, string>): Query {
  const names = Object.keys(values);
  if (!names.some((name) => name.includes('.'))) return values;
  const groups = Map.groupBy(names, (name) => name.split('.', 1)[0] ?? '');
  const members = groups.entries().map(([group, all]) => {
    const entries = all.map((name) => [name.slice(group.length + 1), values[name] ?? ''] as const);
    return [group, all[0] === group ? (values[group] ?? '') : Object.fromEntries(entries)] as const;
  });
  return Object.fromEntries(members);
}

/** Decodes `application/x-www-form-urlencoded` text, in which `+` is a space. Returns null for an invalid escape. */
export function decodeForm(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
