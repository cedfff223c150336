import {
  parseRecordRequest,
  type StoreRecordRequest,
  type StoreRecordResponse,
} from '../../../contracts/records/records.ts';
import { NotFoundError } from '../../../ground/errors.ts';
import { type MaybePromise, whenHere } from '../../../ground/promises.ts';
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

/**
 * The reads of nearly every short request, for servers: the same as `identity.authenticate`, `records.get` and
 * `records.lookup`, but the result is a promise only if that of the storage is one, because a few promises cost as much as
 * a short read. An error is then thrown at once too.
 */
export interface DirectReads {
  authenticate(key: string, address: string | null): MaybePromise<Principal>;
  readonly records: RecordReads;
}
