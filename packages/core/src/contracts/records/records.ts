import { z } from 'zod';
import { ValidationError, VitrineError } from '../../ground/errors.ts';
import { BATCH_MAX, EXPORT_MAX, FILTERS_MAX, SEARCH_TEXT_MAX, SORT_KEYS_MAX } from '../../ground/limits.ts';
import { body, keepsEmpty, plainText, query } from '../ground/contract.ts';
import { choice, cursor, cursorPage, limit, pageLimit, sortDir, Timestamp } from '../ground/shared.ts';

export const RecordValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type RecordValue = z.output<typeof RecordValue>;

const NOT_AN_OBJECT = 'Expected a JSON object keyed by property names.';

/** A JSON object keyed by property names. The store determines its content: `schema/read-record.ts`. */
export const StoreRecordRequest = z
  .record(z.string(), z.unknown(), 'Expected a JSON object keyed by property names.')
  .meta({ id: 'StoreRecordRequest' });
export type StoreRecordRequest = Readonly<Record<string, unknown>>;

/**
 * Reads a record body without its store. Does not use the contract above, which only describes it, because zod copies
 * records member by member and drops `__proto__`, which is an unknown property like any other.
 *
 * @throws ValidationError if it is not a JSON object, and the error of an unreadable body as `parseContract` does.
 */
export function parseRecordRequest(input: unknown): StoreRecordRequest {
  if (input instanceof VitrineError) throw input;
  if (typeof input === 'object' && input !== null && !Array.isArray(input))
    return input as StoreRecordRequest;
  throw new ValidationError([{ path: '', message: NOT_AN_OBJECT }]);
}

/** Flat: the properties in schema order between `id` and the dates; an unset value is null. */
export const StoreRecordResponse = z
  .object({
    id: z
      .string()
      .nullable()
      .meta({ description: 'Null only in the validation of a record with a random id.' }),
    date_created: Timestamp,
    date_updated: Timestamp,
  })
  .catchall(RecordValue)
  .meta({ id: 'StoreRecordResponse' });
export type StoreRecordResponse = { id: string | null; date_created: string; date_updated: string } & {
  [property: string]: RecordValue;
};

export const CursorPageOfStoreRecordResponse = cursorPage(StoreRecordResponse).meta({
  id: 'CursorPageOfStoreRecordResponse',
});

export const sortBy = z
  .string('Expected a property name.')
  .optional()
  .meta({ description: 'A property, id, date_created or date_updated.' });

const ORDER_FORMS = `Expected a property name, or a list of up to ${SORT_KEYS_MAX} such as {"field": "price", "dir": "desc"}.`;

export const SortKey = body({
  field: z
    .string('Expected a property name.')
    .meta({ description: 'A property, id, date_created or date_updated.' }),
  dir: z.enum(['asc', 'desc']).optional().meta({ description: 'Default asc.' }),
}).meta({ id: 'SortKey' });
export type SortKey = z.input<typeof SortKey>;

/** An order by one field or by several. */
export const orderBy = z
  .union([z.string(), z.array(SortKey).max(SORT_KEYS_MAX, ORDER_FORMS)], ORDER_FORMS)
  .optional()
  .meta({
    description:
      'A property, id, date_created or date_updated. Or a list of up to four, each with its direction: records with ' +
      'equal values of the first are in the order of the second, and so on.',
  });

export const ListStoreRecordsQuery = query({ limit: pageLimit, cursor, sortBy, sortDir });
export type ListStoreRecordsQuery = z.input<typeof ListStoreRecordsQuery>;

export const ValidateStoreRecordQuery = query({
  mode: choice(['insertOnly', 'upsert']).meta({
    description:
      'insertOnly (default): as adding it, so a record that exists is 400 `record_exists`; upsert: as a batch.',
  }),
});
export type ValidateStoreRecordQuery = z.input<typeof ValidateStoreRecordQuery>;

export const BatchUpsertRecordsRequest = body({
  records: z
    .array(z.unknown(), 'Expected a list of records.')
    .max(BATCH_MAX, `Expected at most ${BATCH_MAX} records.`)
    .meta({ items: { $ref: '#/components/schemas/StoreRecordRequest' } }),
}).meta({ id: 'BatchUpsertRecordsRequest' });
export type BatchUpsertRecordsRequest = z.input<typeof BatchUpsertRecordsRequest>;

export const BatchUpsertRecordsResponse = z
  .object({
    results: z.array(
      z.object({
        index: z.int(),
        id: z.string().nullable(),
        status: z.enum(['created', 'updated', 'failed']),
        errors: z.record(z.string(), z.array(z.string())).optional(),
      }),
    ),
    created: z.int(),
    updated: z.int(),
    failed: z.int(),
  })
  .meta({ id: 'BatchUpsertRecordsResponse' });
export type BatchUpsertRecordsResponse = z.output<typeof BatchUpsertRecordsResponse>;

const deleteStatus = z.enum(['deleted', 'already_deleted']);

export const DeleteRecordResponse = z
  .object({ id: z.string(), status: deleteStatus })
  .meta({ id: 'DeleteRecordResponse' });
export type DeleteRecordResponse = z.output<typeof DeleteRecordResponse>;

export const DeleteRecordQuery = query({
  purge: keepsEmpty(
    z
      .union([z.boolean(), z.enum(['true', 'false'])], 'Expected "true" or "false".')
      .optional()
      .meta({ description: 'Whether nothing is kept of the record. Needs an account key. Default false.' }),
  ),
});
export type DeleteRecordQuery = z.input<typeof DeleteRecordQuery>;

export const BatchDeleteRecordsRequest = body({
  ids: z
    .array(z.string('Expected a record id.'), 'Expected a list of record ids.')
    .max(BATCH_MAX, `Expected at most ${BATCH_MAX} ids.`),
}).meta({ id: 'BatchDeleteRecordsRequest' });
export type BatchDeleteRecordsRequest = z.input<typeof BatchDeleteRecordsRequest>;

export const BatchDeleteRecordsResponse = z
  .object({ results: z.array(DeleteRecordResponse), deleted: z.int(), alreadyDeleted: z.int() })
  .meta({ id: 'BatchDeleteRecordsResponse' });
export type BatchDeleteRecordsResponse = z.output<typeof BatchDeleteRecordsResponse>;

export const SearchFilter = body({
  field: z.string('Expected a property name.'),
  op: z.string('Expected an operator.'),
  value: keepsEmpty(
    z.unknown().optional().meta({
      description:
        'The native JSON value or its string form. For the operator `in`: an array of 1 to 100 of them.',
    }),
  ),
  timeZone: z.string('Expected the name of a time zone.').optional().meta({
    description:
      'IANA name, for a datetime: the zone of dates and date-times without an offset. Default UTC.',
  }),
}).meta({ id: 'SearchFilter' });
export type SearchFilter = z.input<typeof SearchFilter>;

export const filters = z
  .array(SearchFilter, 'Expected a list of filters.')
  .max(FILTERS_MAX, `Expected at most ${FILTERS_MAX} filters.`)
  .optional();
export const match = z
  .enum(['all', 'any'], 'Expected "all" or "any".')
  .optional()
  .meta({ description: 'all (default): every filter matches; any: at least one does.' });

/** Text to search for in all fields. */
export const q = plainText(SEARCH_TEXT_MAX).optional().meta({
  description:
    'Only records in which a text property contains this, without regard to case, or whose key or a number equals it.',
});

export const CountRecordsRequest = body({ filters, match, q }).meta({ id: 'CountRecordsRequest' });
export type CountRecordsRequest = z.input<typeof CountRecordsRequest>;

export const CountRecordsResponse = z.object({ count: z.int() }).meta({ id: 'CountRecordsResponse' });
export type CountRecordsResponse = z.output<typeof CountRecordsResponse>;

const aggregateOp = z.enum(['sum', 'avg', 'min', 'max'], 'Expected one of sum, avg, min, max.');

export const AggregateRecordsRequest = body({
  field: z.string('Expected the name of a number property.'),
  op: aggregateOp,
  filters,
  match,
}).meta({ id: 'AggregateRecordsRequest' });
export type AggregateRecordsRequest = z.input<typeof AggregateRecordsRequest>;

export const AggregateRecordsResponse = z
  .object({
    field: z.string(),
    op: aggregateOp,
    result: z
      .number()
      .nullable()
      .meta({ description: 'Null if no record matches or all matching values are unset.' }),
  })
  .meta({ id: 'AggregateRecordsResponse' });
export type AggregateRecordsResponse = z.output<typeof AggregateRecordsResponse>;

export const exportFormat = z
  .enum(['json', 'csv'], 'Expected "json" or "csv".')
  .optional()
  .transform((format) => format ?? 'json')
  .meta({ description: 'Default json.' });

export const exportFormulas = z
  .enum(['raw', 'guarded'], 'Expected "raw" or "guarded".')
  .optional()
  .transform((formulas) => formulas ?? 'guarded')
  .meta({ description: "csv only. raw: no ' before text that a spreadsheet would read as a formula." });

export const ExportStoreRecordsQuery = query({
  format: exportFormat,
  limit: limit(EXPORT_MAX, EXPORT_MAX),
  formulas: exportFormulas,
});
export type ExportStoreRecordsQuery = z.input<typeof ExportStoreRecordsQuery>;
