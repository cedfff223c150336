import type { z } from 'zod';
import { acceptedElements, parseContract, rawMember } from '../../../contracts/ground/contract.ts';
import type { QueriedRecord, QueryRecordsRequest } from '../../../contracts/records/record-query.ts';
import {
  orderBy,
  SearchFilter,
  type StoreRecordResponse,
  sortBy,
} from '../../../contracts/records/records.ts';
import { type Issue, ValidationError } from '../../../ground/errors.ts';
import { FILTERS_MAX, PROPERTIES_MAX } from '../../../ground/limits.ts';
import type { StoreRow } from '../../../ground/rows.ts';
import type { Filter, Order } from '../../../query/ast.ts';
import {
  findField,
  readFilters,
  readMatch,
  readOrder,
  unknownField,
} from '../../../schema/queries/read-query.ts';
import { pickFields } from '../../../schema/record-json.ts';

/** The members of a parsed request that select records. */
type SelectionMembers = Pick<
  z.output<typeof QueryRecordsRequest>,
  'filters' | 'match' | 'q' | 'sortBy' | 'sortDir' | 'fields'
>;

interface Selection<Given> {
  /** The parsed request. */
  readonly given: Given;
  readonly where: Filter;
  readonly order: Order;
}

/**
 * Parses a request that names filters, an order and fields, and reads them by the store's properties.
 *
 * @throws ValidationError with all syntax errors, or with all semantic errors.
 */
export function parseSelection<Given extends SelectionMembers>(
  store: StoreRow,
  contract: z.ZodType<Given>,
  request: unknown,
): Selection<Given> {
  const given = parseContract(contract, request, (input) => [
    ...findFilterIssues(store, input),
    ...findSortIssues(store, input, orderBy),
    ...findUnknownFields(store, input),
  ]);
  const { where, issues } = readMatch(store, given);
  const { order, issues: orderIssues } = readOrder(store, given.sortBy, given.sortDir);
  throwIssues([...issues, ...orderIssues, ...findFieldsIssues(store, given.fields ?? [])]);
  return { given, where, order };
}

/** Returns stored records with their id and the requested fields, or whole if no fields are requested. */
export function selectFields(
  items: readonly StoreRecordResponse[],
  fields: readonly string[] | undefined,
): QueriedRecord[] {
  const names = fields && [...new Set(['id', ...fields])];
  const selected = names === undefined ? items : items.map((item) => pickFields(item, names));
  // Stored records have an id.
  return selected as QueriedRecord[];
}

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
