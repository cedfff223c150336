import type { MapResponse } from '@vitrine/client';

type Fields = MapResponse['fields'];

/**
 * Returns the fields of a map as they are now, with those that a form has removed and added. The form has not changed others.
 *
 * @param before the fields that the form began with, of which it keeps the objects.
 */
export function mergeFields(before: Fields, after: Fields, now: Fields): Fields {
  const removed = new Set(before.filter((field) => !after.includes(field)).map(({ name }) => name));
  const added = after.filter((field) => !before.includes(field));
  return [...now.filter(({ name }) => !removed.has(name)), ...added];
}
