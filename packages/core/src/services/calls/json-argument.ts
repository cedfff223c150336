/** Levels that are examined. No request has as many, and input from outside may have millions. */
const DEPTH_MAX = 16;

/**
 * Returns an argument of a call as JSON would carry it, so that a program may call the library like the client: a member that
 * is undefined is absent, and a valid Date is its text. Everything else stays: readers refuse it at its path, an invalid Date
 * too. Copies nothing if nothing changes.
 */
export function asJson(argument: unknown): unknown {
  return isJson(argument, 0) ? argument : copyAsJson(argument, 0);
}

function isJson(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX)
    return value !== undefined || depth === 0;
  if (Array.isArray(value))
    return value.every((element) => element === undefined || isJson(element, depth + 1));
  if (isDate(value)) return Number.isNaN(value.getTime());
  if (!hasMembers(value)) return true;
  const members = value as Readonly<Record<string, unknown>>;
  return Object.keys(members).every((name) => isJson(members[name], depth + 1));
}

function copyAsJson(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return value;
  if (Array.isArray(value)) return value.map((element) => copyAsJson(element, depth + 1));
  if (isDate(value)) return Number.isNaN(value.getTime()) ? value : value.toISOString();
  if (!hasMembers(value)) return value;
  const given = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(given.map(([name, member]) => [name, copyAsJson(member, depth + 1)]));
}

/** Returns whether a value is an object of members, also an instance of a class: no bytes, signal, error or sequence. */
function hasMembers(value: object): boolean {
  return (
    Object.getPrototypeOf(value) === Object.prototype ||
    (tagOf(value) === 'Object' && !(Symbol.asyncIterator in value) && !(Symbol.iterator in value))
  );
}

/** Also true for a Date of another realm, such as a test runner has. */
function isDate(value: object): value is Date {
  return Object.getPrototypeOf(value) !== Object.prototype && tagOf(value) === 'Date';
}

function tagOf(value: object): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}
