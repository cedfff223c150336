import { acceptedMembers, parseContract } from '../../../contracts/ground/contract.ts';
import { SearchRecordsRequest } from '../../../contracts/records/record-query.ts';
import { AggregateRecordsRequest, CountRecordsRequest } from '../../../contracts/records/records.ts';
import type { Issue } from '../../../ground/errors.ts';
import { PAGE_MAX_BYTES } from '../../../ground/limits.ts';
import { readFilters, readMatch, readOrder } from '../../../schema/queries/read-query.ts';
import { schemaOf } from '../../../schema/store-schema.ts';
import type { Slot, StoreRow } from '../../../storage/index.ts';
import { TYPE_RULES } from '../../../values/value.ts';
import type { ServiceContext } from '../../calls/context.ts';
import { fitPage } from '../../calls/page-size.ts';
import { openStore } from '../../stores/open-store.ts';
import type { RecordService } from '../service/record-service.ts';
import {
  findFieldsIssues,
  findFilterIssues,
  findSortIssues,
  findUnknownFields,
  selectFields,
  throwIssues,
} from './record-selection.ts';

type SearchCalls = Pick<RecordService, 'search' | 'count' | 'aggregate'>;

export function recordSearch(context: ServiceContext): SearchCalls {
  const { storage, clock, largePages } = context;

  return {
    async search(principal, storeId, request = {}, options = {}) {
      const { maxBytes = PAGE_MAX_BYTES } = options;
      const store = await openStore(context, principal, storeId);
      const { filters, match, sortBy, sortDir, fields, limit } = parseContract(
        SearchRecordsRequest,
        request,
        (input) => [
          ...findFilterIssues(store, input),
          ...findSortIssues(store, input),
          ...findUnknownFields(store, input),
        ],
      );
      const { where, issues } = readFilters(store, filters, match);
      const { order, issues: orderIssues } = readOrder(store, sortBy, sortDir);
      throwIssues([...issues, ...orderIssues, ...findFieldsIssues(store, fields ?? [])]);
      const page = { storeId: store.id, accountId: store.accountId, limit };
      const { rows, more } = await largePages.read(page, options, () =>
        storage.records.find(store, { where, order, after: null, limit, maxBytes }, clock(), options),
      );
      const { items, isCut } = fitPage(store, rows, maxBytes);
      return { items: selectFields(items, fields), limit, truncated: more || isCut };
    },

    async count(principal, storeId, request = {}, options = {}) {
      const store = await openStore(context, principal, storeId);
      const given = parseContract(CountRecordsRequest, request, (input) => findFilterIssues(store, input));
      const { where, issues } = readMatch(store, given);
      throwIssues(issues);
      return { count: await storage.records.count(store, where, clock(), options) };
    },

    async aggregate(principal, storeId, request, options = {}) {
      const store = await openStore(context, principal, storeId);
      const { field, op, filters, match } = parseContract(AggregateRecordsRequest, request, (input) => [
        ...findFieldIssues(store, input),
        ...findFilterIssues(store, input),
      ]);
      const { where, issues } = readFilters(store, filters, match);
      const slot = findNumberSlot(store, field);
      issues.unshift(...findFieldIssues(store, { field }));
      throwIssues(issues);
      const result =
        slot === null ? null : await storage.records.aggregate(store, op, slot, where, clock(), options);
      return { field, op, result };
    },
  };
}

function findNumberSlot(store: StoreRow, field: string): Slot | null {
  const property = schemaOf(store).propertiesByName.get(field);
  return property !== undefined && TYPE_RULES[property.type].isAggregable ? property.slot : null;
}

function findFieldIssues(store: StoreRow, input: unknown): Issue[] {
  const { field } = acceptedMembers(AggregateRecordsRequest, input);
  if (field === undefined || findNumberSlot(store, field) !== null) return [];
  return [{ path: 'field', message: describeNumberFields(store) }];
}

function describeNumberFields(store: StoreRow): string {
  const names = store.properties.filter(({ type }) => TYPE_RULES[type].isAggregable).map(({ name }) => name);
  return names.length === 0
    ? 'The store has no number property to aggregate.'
    : `Expected a number property: ${names.join(', ')}.`;
}
