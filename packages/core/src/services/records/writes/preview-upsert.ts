import { parseRecordRequest, type StoreRecordRequest } from '../../../contracts/records/records.ts';
import { ValidationError } from '../../../ground/errors.ts';
import type { Principal } from '../../../ports/access.ts';
import { findTooLarge } from '../../../schema/read-record.ts';
import { showRecord } from '../../../schema/record-json.ts';
import type { StoreRow } from '../../../storage/index.ts';
import type { ServiceContext } from '../../calls/context.ts';
import type { UpsertPreview } from '../service/record-service.ts';
import { besides, upsertPlanner } from './plan-upsert.ts';

/** Makes the checks of an upsert, and returns its result without writing. @throws ValidationError with all issues */
export async function previewUpsert(
  context: ServiceContext,
  { key: by }: Principal,
  store: StoreRow,
  body: StoreRecordRequest,
): Promise<UpsertPreview> {
  const { storage, clock } = context;
  const now = clock();
  const { plan } = upsertPlanner(context, store, { by, isPreview: true });
  const { key, issues, missing, record } = await plan(parseRecordRequest(body), now);
  const row = key === null ? null : await storage.records.get(store, key, now);
  const found = row === null ? [...issues, ...besides(issues, missing)] : issues;
  if (record === null || found.length > 0) throw new ValidationError(found);
  const values = store.properties.map(({ slot }, i) => {
    const given = record.slots.indexOf(slot);
    return (given < 0 ? row?.values[i] : record.values[given]) ?? null;
  });
  const merged = new Map(store.properties.map((property, i) => [property, values[i] ?? null]));
  const tooLarge = findTooLarge(store, { values: merged });
  if (tooLarge.length > 0) throw new ValidationError(tooLarge);
  const isUnchanged = row !== null && values.every((value, i) => value === (row.values[i] ?? null));
  const times = { createdAt: row?.createdAt ?? now, updatedAt: isUnchanged ? row.updatedAt : now };
  return {
    record: showRecord(store, { id: key, values, ...times }),
    outcome: row === null ? 'created' : isUnchanged ? 'unchanged' : 'updated',
  };
}
