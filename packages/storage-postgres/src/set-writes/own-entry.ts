import type { RecordChangeType } from '@vitrine/core/storage';
import {
  type Named,
  type Sql,
  type SqlDialect,
  type StoreGuard,
  sql,
  text,
  type WithLog,
} from '@vitrine/storage-sql';
import { integer } from './cells.ts';

/**
 * Returns whether a write of one record appends its entry itself, which takes a third of the time of a trigger. Its context is
 * left empty then, so that no trigger does it too. History is left to the triggers, which see all values.
 */
export function isOwnEntry({ positions }: SqlDialect, { log }: WithLog): boolean {
  return positions === 'read' && log !== null && !log.keepsValues;
}

/** What a statement is given for its entry. */
export interface OwnEntry extends Pick<StoreGuard, 'storeId'> {
  readonly now: number;
  /** The id of the record as a JSON array. */
  readonly recordIds: string;
}

/**
 * Returns the insert of an entry. It draws its number after the record has been written, and so locked.
 *
 * @param version an expression of the version of the store.
 * @param slots the names of the slots, joined with commas.
 * @param from the rest of the query, which has a row if the record has changed.
 */
export function insertEntry(
  named: Named<OwnEntry>,
  type: RecordChangeType,
  { version, slots, from }: { readonly version: Sql; readonly slots: Sql; readonly from: Sql },
): Sql {
  return sql`
    INSERT INTO changes (store_id, size, type, at, store_version, slots, record_ids)
    SELECT
      ${named.storeId}, 1, ${text(`'${type}'`)}, ${integer(named.now)}, ${version},
      ${slots}, ${named.recordIds}
    ${from}`;
}
