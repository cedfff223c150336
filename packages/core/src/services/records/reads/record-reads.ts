import {
  parseRecordRequest,
  type StoreRecordRequest,
  type StoreRecordResponse,
} from '../../../contracts/records/records.ts';
import { NotFoundError } from '../../../ground/errors.ts';
import { type MaybePromise, whenHere } from '../../../ground/maybe-promise.ts';
import { canBeStored } from '../../../ground/stored-text.ts';
import type { Principal } from '../../../ports/access.ts';
import { readKey, requireKey } from '../../../schema/read-id.ts';
import { showRecord } from '../../../schema/record-json.ts';
import type { StoreRow } from '../../../storage/index.ts';
import type { ServiceContext } from '../../calls/context.ts';
import { openStore } from '../../stores/open-store.ts';

/** Reads of one record. See `DirectReads`. */
export interface RecordReads {
  /** @throws NotFoundError */
  get(principal: Principal, storeId: string, recordId: string): MaybePromise<StoreRecordResponse>;
  /** Returns the record with these unique values. @throws NotFoundError, ValidationError */
  lookup(principal: Principal, storeId: string, key: StoreRecordRequest): MaybePromise<StoreRecordResponse>;
}

export function recordReads(context: ServiceContext): RecordReads {
  return {
    get: (principal, storeId, recordId) =>
      whenHere(openStore(context, principal, storeId), (store) => requireRecord(context, store, recordId)),
    lookup: (principal, storeId, key) =>
      whenHere(openStore(context, principal, storeId), (store) =>
        requireRecord(context, store, readRecordKey(store, key)),
      ),
  };
}

/** Returns the id that the unique values of a body identify. @throws ValidationError */
export function readRecordKey(store: StoreRow, body: StoreRecordRequest): string {
  requireKey(store);
  return readKey(store, parseRecordRequest(body));
}

/** @throws NotFoundError */
export function requireRecord(
  { storage, clock }: Pick<ServiceContext, 'storage' | 'clock'>,
  store: StoreRow,
  id: string,
): MaybePromise<StoreRecordResponse> {
  if (!canBeStored(id)) throw new NotFoundError('record');
  return whenHere(storage.records.get(store, id, clock()), (row) => {
    if (row === null) throw new NotFoundError('record');
    return showRecord(store, row);
  });
}
