import { z } from 'zod';
import { BATCH_MAX } from '../../ground/limits.ts';
import { body, query } from '../ground/contract.ts';
import { cursor, cursorPage, pageLimit, Timestamp } from '../ground/shared.ts';
import { RecordValue } from '../records/records.ts';

const by = z
  .object({ keyId: z.string(), name: z.string() })
  .nullable()
  .meta({ description: 'The API key that made the change. Null: the server, or a program without a key.' });

const position = z.string().meta({ description: 'The place of the change in the log. `since` accepts it.' });

const values = z.record(z.string(), RecordValue);

export const RecordHistoryEntry = z
  .object({
    position,
    type: z.enum(['record.created', 'record.updated', 'record.deleted', 'record.expired']),
    at: Timestamp,
    by,
    importId: z.string().optional().meta({ description: 'The import that made the change.' }),
    before: values.nullable().meta({
      description:
        'The values by the names of now, without those of deleted properties. Null: none are kept.',
    }),
    after: values.nullable().optional().meta({
      description: 'The same after the change. Null: the record is gone. Absent: not known.',
    }),
  })
  .meta({ id: 'RecordHistoryEntry' });
export type RecordHistoryEntry = z.output<typeof RecordHistoryEntry>;

export const CursorPageOfRecordHistoryEntry = cursorPage(RecordHistoryEntry).meta({
  id: 'CursorPageOfRecordHistoryEntry',
});

export const RecordHistoryQuery = query({ limit: pageLimit, cursor });
export type RecordHistoryQuery = z.input<typeof RecordHistoryQuery>;

export const DeletedRecord = z
  .object({
    id: z.string(),
    values: values.meta({ description: 'The values that it had, by the names of now.' }),
    at: Timestamp.meta({ description: 'When it was deleted.' }),
    by,
    position,
    date_created: Timestamp,
  })
  .meta({ id: 'DeletedRecord' });
export type DeletedRecord = z.output<typeof DeletedRecord>;

export const CursorPageOfDeletedRecord = cursorPage(DeletedRecord).meta({ id: 'CursorPageOfDeletedRecord' });

export const ListDeletedRecordsQuery = query({
  limit: pageLimit,
  cursor,
  q: z
    .string('Expected text.')
    .optional()
    .meta({ description: 'Case-insensitive part of the id or of a value.' }),
});
export type ListDeletedRecordsQuery = z.input<typeof ListDeletedRecordsQuery>;

const ids = z
  .array(z.string('Expected a record id.'), 'Expected a list of record ids.')
  .max(BATCH_MAX, `Expected at most ${BATCH_MAX} ids.`);

export const RestoreRecordsRequest = body({
  ids: ids.optional().meta({ description: 'Deleted records to bring back.' }),
  importId: z
    .string('Expected the id of an import.')
    .optional()
    .meta({ description: 'Takes the changes of this import back.' }),
  since: z
    .string('Expected a position or a cursor of this store.')
    .optional()
    .meta({ description: 'Takes all changes of records after this position back.' }),
}).meta({ id: 'RestoreRecordsRequest', description: 'Exactly one member.' });
export type RestoreRecordsRequest = z.input<typeof RestoreRecordsRequest>;

/**
 * What became of a record. `restored`: it has its earlier values again. `deleted`: it did not exist before, and does not
 * again. `unchanged`: it was as before already. All others: nothing was written.
 */
const RESTORE_STATUSES = [
  'restored',
  'deleted',
  'unchanged',
  'record_exists',
  'changed',
  'expired',
  'not_found',
  'quota_exceeded',
  'too_large',
  'key_changed',
] as const;

export const RestoreResult = z
  .object({
    id: z.string(),
    status: z.enum(RESTORE_STATUSES).meta({
      description:
        'restored: has its earlier values. deleted: did not exist before. unchanged: was as before already. Otherwise ' +
        'nothing was written. record_exists: the id is taken. changed: it was changed since. expired: its time to live ' +
        'has ended. not_found: nothing is kept of it. quota_exceeded, too_large: there is no room. key_changed: the ' +
        'store has another key.',
    }),
    droppedValues: z
      .int()
      .optional()
      .meta({ description: 'Values that were not restored, because their properties were deleted.' }),
  })
  .meta({ id: 'RestoreResult' });
export type RestoreResult = z.output<typeof RestoreResult>;

export const RestoreRecordsResponse = z
  .object({ results: z.array(RestoreResult) })
  .meta({ id: 'RestoreRecordsResponse' });
export type RestoreRecordsResponse = z.output<typeof RestoreRecordsResponse>;

/** A restore of more records than a request writes. */
export const RestoreJob = z
  .object({
    restoreId: z.string(),
    status: z.enum(['running', 'done', 'failed']),
    counts: z
      .partialRecord(z.enum(RESTORE_STATUSES), z.int())
      .meta({ description: 'The records so far, by their status.' }),
    reason: z.string().optional().meta({ description: 'Why it failed. What was restored before stays.' }),
    createdAt: Timestamp,
    finishedAt: Timestamp.nullable(),
  })
  .meta({ id: 'RestoreJob' });
export type RestoreJob = z.output<typeof RestoreJob>;

export const RestoreResultsQuery = query({ limit: pageLimit, cursor });
export type RestoreResultsQuery = z.input<typeof RestoreResultsQuery>;

export const CursorPageOfRestoreResult = cursorPage(RestoreResult).meta({ id: 'CursorPageOfRestoreResult' });

export const PurgeDeletedRecordsRequest = body({
  ids: ids.optional().meta({ description: 'Omitted: all deleted records.' }),
}).meta({ id: 'PurgeDeletedRecordsRequest' });
export type PurgeDeletedRecordsRequest = z.input<typeof PurgeDeletedRecordsRequest>;

export const PurgeDeletedRecordsResponse = z
  .object({
    purged: z.int().meta({ description: 'Deleted records of which nothing is kept any more.' }),
    more: z.boolean().meta({ description: 'True: there are further ones; make the request again.' }),
  })
  .meta({ id: 'PurgeDeletedRecordsResponse' });
export type PurgeDeletedRecordsResponse = z.output<typeof PurgeDeletedRecordsResponse>;
