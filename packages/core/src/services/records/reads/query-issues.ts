import { acceptedElements, rawMember } from '../../../contracts/ground/contract.ts';
import { type orderBy, SearchFilter, sortBy } from '../../../contracts/records/records.ts';
import { type Issue, ValidationError } from '../../../ground/errors.ts';
import { FILTERS_MAX, PROPERTIES_MAX } from '../../../ground/limits.ts';
import type { StoreRow } from '../../../ground/rows.ts';
import { findField, readFilters, unknownField } from '../../../schema/queries/read-filter.ts';
import { readOrder } from '../../../schema/queries/read-order.ts';

/**
 * Semantic errors of queries whose syntax may be wrong elsewhere, so that a response has all errors at once. Members that
 * can't be read have none.
 */

export function findSortIssues(
  store: StoreRow,
  input: unknown,
  contract: typeof sortBy | typeof orderBy = sortBy,
): Issue[] {
  const { data } = contract.safeParse(rawMember(input, 'sortBy'));
  return readOrder(store, data, undefined).issues;
}

export function findFilterIssues(store: StoreRow, input: unknown): Issue[] {
  return readFilters(store, acceptedElements(SearchFilter, input, 'filters', FILTERS_MAX), 'all').issues;
}

export function findUnknownFields(store: StoreRow, input: unknown): Issue[] {
  const fields = rawMember(input, 'fields');
  return Array.isArray(fields) ? findFieldsIssues(store, fields.slice(0, 2 * PROPERTIES_MAX)) : [];
}

/** @throws ValidationError if there are any. */
export function throwIssues(issues: readonly Issue[]): void {
  if (issues.length > 0) throw new ValidationError(issues);
}

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
