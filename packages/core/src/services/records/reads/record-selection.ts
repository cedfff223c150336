import type { z } from 'zod';
import { parseContract } from '../../../contracts/ground/contract.ts';
import type { QueriedRecord, QueryRecordsRequest } from '../../../contracts/records/record-query.ts';
import { orderBy, type StoreRecordResponse } from '../../../contracts/records/records.ts';
import type { StoreRow } from '../../../ground/rows.ts';
import type { Filter, Order } from '../../../query/ast.ts';
import { readMatch } from '../../../schema/queries/read-match.ts';
import { readOrder } from '../../../schema/queries/read-order.ts';
import { pickFields } from '../../../schema/record-json.ts';
import {
  findFieldsIssues,
  findFilterIssues,
  findSortIssues,
  findUnknownFields,
  throwIssues,
} from './query-issues.ts';

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
