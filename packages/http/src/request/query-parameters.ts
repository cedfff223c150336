import { type Issue, ValidationError } from '@vitrine/core';
import { nearestName } from '@vitrine/core/server';

export type Query = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** The parameters of a query string, by what a route does with them (docs/rules.md#query-parameters). */
export interface SortedQuery {
  /** The declared parameters, or the error of reading them, which the service throws in the order of checks. */
  readonly declared: Query | ValidationError;
  /** The names of parameters that the route does not declare, as they were sent. */
  readonly unknown: readonly string[];
  /** The names of declared parameters without a value, as they were sent. */
  readonly empty: readonly string[];
}

const NOTHING: SortedQuery = { declared: {}, unknown: [], empty: [] };

/**
 * Sorts the parameters of a query string. The first of several equal ones wins. A declared name that ends with a dot
 * takes members: with `field.`, both `field.city=Graz` and `field[city]=Graz` become `{ field: { city: 'Graz' } }`.
 */
export function sortQuery(query: string, names: ReadonlySet<string>): SortedQuery {
  if (query === '') return NOTHING;
  const values: Record<string, string> = {};
  const broken = new Set<string>();
  const unknown = new Set<string>();
  const empty: string[] = [];
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const raw = equals === -1 ? pair : pair.slice(0, equals);
    const sent = decodeForm(raw);
    const name = sent === null ? null : declaredName(sent, names);
    if (name === null) unknown.add(sent ?? raw);
    if (name === null || Object.hasOwn(values, name)) continue;
    const value = decodeForm(equals === -1 ? '' : pair.slice(equals + 1));
    if (value === null) broken.add(name);
    if (value === '') empty.push(sent ?? raw);
    values[name] = value ?? '';
  }
  const message = 'Expected UTF-8 in percent-encoding.';
  const declared =
    broken.size === 0 ? grouped(values) : new ValidationError([...broken].map((path) => ({ path, message })));
  return { declared, unknown: [...unknown], empty };
}

const IN_BRACKETS = /^([^.[\]]+)\[(.*)\]$/s;

/** Returns a name as the route declares it, with a dot before a member. Null: the route does not declare it. */
function declaredName(sent: string, names: ReadonlySet<string>): string | null {
  const name = sent.replace(IN_BRACKETS, '$1.$2');
  const dot = name.indexOf('.');
  if (dot < 0) return names.has(sent) ? sent : null;
  return names.has(name.slice(0, dot + 1)) ? name : null;
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

/** Returns the error of an operation that writes for parameters that it does not have. Null: there are none. */
export function unknownParameters(
  { unknown }: SortedQuery,
  names: ReadonlySet<string>,
): ValidationError | null {
  if (unknown.length === 0) return null;
  const known = [...names];
  return new ValidationError(unknown.map((path): Issue => ({ path, message: unknownMessage(path, known) })));
}

function unknownMessage(name: string, known: readonly string[]): string {
  const meant = nearestName(name, known);
  if (meant !== null) return `Unknown parameter. Did you mean ${meant}?`;
  return known.length === 0
    ? 'Unknown parameter. This operation has none in its query.'
    : `Unknown parameter. Known: ${known.join(', ')}.`;
}

/** The header that names the parameters without effect. */
const IGNORED = 'Vitrine-Ignored-Parameters';
/** Bounds of the header in characters: of a name before its percent-encoding, and of all names. */
const NAME_SHOWN_MAX = 64;
const NAMES_SHOWN_MAX = 1_000;

/** Returns the header that names the unknown and the empty parameters of a request, percent-encoded. Empty: none. */
export function ignoredHeaders({ unknown, empty }: SortedQuery): Record<string, string> {
  let text = '';
  for (const name of [...unknown, ...empty]) {
    const shown = encodeURIComponent(name.slice(0, NAME_SHOWN_MAX).toWellFormed());
    text += text === '' ? shown : `, ${shown}`;
    if (text.length > NAMES_SHOWN_MAX) break;
  }
  return text === '' ? {} : { [IGNORED]: text };
}
