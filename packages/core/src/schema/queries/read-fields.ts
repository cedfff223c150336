import type { Issue } from '../../ground/errors.ts';
import type { StoreRow } from '../../ground/rows.ts';
import { findField, unknownField } from './read-filter.ts';

/** Returns issues at `fields[i]` for names that the store does not have and for names that are listed before. */
export function findFieldsIssues(store: StoreRow, fields: readonly unknown[]): Issue[] {
  return fields.flatMap((name, index) => {
    // Another type is a syntax error, which the contract reports.
    if (typeof name !== 'string') return [];
    const path = `fields[${index}]`;
    if (findField(store, name) === null) return [{ path, message: unknownField(store, name) }];
    return fields.indexOf(name) < index ? [{ path, message: 'Expected each name once.' }] : [];
  });
}
