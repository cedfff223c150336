import { guardWrites } from '../../ports/access.ts';
import type { ServiceContext } from '../calls/context.ts';
import { recordExport } from './reads/record-export.ts';
import { recordQueries } from './reads/record-query.ts';
import { recordReads } from './reads/record-reads.ts';
import { recordSearch } from './reads/record-search.ts';
import { recordSummary } from './reads/record-summary.ts';
import type { RecordService } from './service/record-service.ts';
import { newRecords } from './writes/new-records.ts';
import { recordBatch } from './writes/record-batch.ts';
import { recordDeletion } from './writes/record-deletion.ts';
import { recordMany } from './writes/record-many.ts';
import { recordPatch } from './writes/record-patch.ts';

export function recordService(context: ServiceContext): RecordService {
  const reads = recordReads(context);
  const batch = recordBatch(context);
  const service: RecordService = {
    ...recordQueries(context),
    ...recordSearch(context),
    ...recordSummary(context),
    ...recordExport(context),
    ...newRecords(context),
    ...recordPatch(context),
    ...recordDeletion(context),
    ...batch,
    ...recordMany(batch),
    get: async (principal, storeId, recordId) => reads.get(principal, storeId, recordId),
    lookup: async (principal, storeId, key) => reads.lookup(principal, storeId, key),
  };
  return guardWrites(service, {
    list: 'reads',
    add: 'writes',
    get: 'reads',
    patch: 'writes',
    delete: 'writes',
    batchUpsert: 'writes',
    batchDelete: 'writes',
    upsertMany: 'writes',
    deleteMany: 'writes',
    lookup: 'reads',
    deleteByKey: 'writes',
    validate: 'reads',
    previewUpsert: 'reads',
    search: 'reads',
    count: 'reads',
    aggregate: 'reads',
    query: 'reads',
    summarize: 'reads',
    export: 'reads',
    exportMatching: 'reads',
  });
}
