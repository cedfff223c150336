import {
  parseRecordRequest,
  type StoreRecordRequest,
  type StoreRecordResponse,
} from '../../contracts/records.ts';
import { ValidationError } from '../../ground/errors.ts';
import type { Principal } from '../../ports/access.ts';
import { findTooLarge } from '../../schema/read-record.ts';
import { showRecord } from '../../schema/record-json.ts';
import type { StoreRow } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';
import { besides, planHookedUpsert, planUpsert } from './plan-upsert.ts';

/** The outcome that an upsert would have. */
export interface UpsertPreview {
  /** The record as it would be then. Its id is null if it would be random. */
  readonly record: StoreRecordResponse;
  /** `unchanged`: all values are as they are stored. */
  readonly outcome: 'created' | 'updated' | 'unchanged';
}

/** Makes the checks of an upsert, and returns its result without writing. @throws ValidationError with all issues */
export async function previewUpsert(
  { storage, clock, ids, recordHooks }: ServiceContext,
  { key: by }: Principal,
  store: StoreRow,
  body: StoreRecordRequest,
): Promise<UpsertPreview> {
  const now = clock();
  const facts = { by, action: 'upsert', recordId: null, isPreview: true } as const;
  const before = recordHooks.of(store, facts);
  const element = parseRecordRequest(body);
  const { key, issues, missing, record } =
    before === null
      ? planUpsert(store, element, ids.uuid, now)
      : await planHookedUpsert(before, store, element, ids.uuid, now);
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
