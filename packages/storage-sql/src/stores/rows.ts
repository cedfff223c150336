import { BoundedMap } from '@vitrine/core/adapter';
import type { DeletedStoreRow, PropertyRow, Slot, StoreRef, StoreRow } from '@vitrine/core/storage';
import type { LoggedStore } from '../change-log/store-entry.ts';
import { booleanCell, numberCell, numberOrNull, textCell, textOrNull } from '../statements/cells.ts';
import { columnList } from '../statements/clauses.ts';
import { type Row, sql } from '../statements/sql.ts';

/** The select list of a store. Its rows cross threads as they are. */
export const STORE = columnList(`
  id, account_id, version, seq, name, description, record_ttl, store_type, properties, freed_slots,
  created_at, updated_at, changes, history, is_logged
`);

/** The select list of a store that may be deleted: `STORE`, and the time of its deletion or null. */
export const DELETED_STORE = sql`${STORE}, deleted_at`;

/** Returns the version in a row of `STORE`. */
function versionOf(row: Row): number {
  return numberCell(row[2]);
}

/** Returns what the log of a store needs of a row of `STORE`. */
export function loggedStore(row: Row): LoggedStore {
  return { storeId: textCell(row[0]), storeVersion: versionOf(row), isLogged: booleanCell(row[14]) };
}

/** Returns the state in a row of `STORE` that writes of its records check. */
export function guardOf(row: Row): Pick<StoreRow, 'version' | 'isLogged' | 'history'> {
  return { version: versionOf(row), isLogged: booleanCell(row[14]), history: numberOrNull(row[13]) };
}

const STORES_KEPT = 5_000;

/** Caches stores by id, so that a row is parsed once for each version. */
export interface StoreRows {
  /** Returns the store if this version of it was read before. */
  known(storeId: string, version: number): StoreRow | null;
  /** Reads a store from a committed row. A version that is rolled back would be given again to other content. */
  read(row: Row): StoreRow;
  /** Reads a deleted store from a committed row of `DELETED_STORE`. */
  readDeleted(row: Row): DeletedStoreRow;
}

export function storeRows(): StoreRows {
  const storesById = new BoundedMap<string, StoreRow>(STORES_KEPT);

  function known(storeId: string, version: number): StoreRow | null {
    const store = storesById.get(storeId);
    return store?.version === version ? store : null;
  }

  function read(row: Row): StoreRow {
    const id = textCell(row[0]);
    const version = versionOf(row);
    const existing = known(id, version);
    if (existing !== null) return existing;
    const store = parseStore(row);
    storesById.set(id, store);
    return store;
  }

  return {
    known,
    read,
    readDeleted: (row) => ({ store: read(row), deletedAt: numberCell(row[15]) }),
  };
}

/** Frozen, because it is handed out more than once. */
function parseStore(row: Row): StoreRow {
  const properties: PropertyRow[] = JSON.parse(textCell(row[8]));
  const freedSlots: Slot[] = JSON.parse(textCell(row[9]));
  return Object.freeze({
    id: textCell(row[0]),
    accountId: textCell(row[1]),
    version: versionOf(row),
    seq: numberCell(row[3]),
    name: textCell(row[4]),
    description: textOrNull(row[5]),
    recordTtl: numberOrNull(row[6]),
    storeType: textCell(row[7]),
    properties: Object.freeze(properties.map((property) => Object.freeze(property))),
    freedSlots: Object.freeze(freedSlots),
    createdAt: numberCell(row[10]),
    updatedAt: numberCell(row[11]),
    changes: booleanCell(row[12]),
    history: numberOrNull(row[13]),
    isLogged: booleanCell(row[14]),
  });
}

/** Written member by member: what a caller's object carries beyond the type is not stored. */
export function propertiesJson(properties: readonly PropertyRow[]): string {
  return JSON.stringify(
    properties.map(
      ({ name, type, required, unique, description, format, slot, since, becoming, earlier }) => ({
        name,
        type,
        required,
        unique,
        description,
        format,
        slot,
        since,
        becoming,
        earlier,
      }),
    ),
  );
}

/** Returns the key of a store among cached results. No id contains U+0000, so the keys of two stores differ. */
export function storeKey({ accountId, id }: StoreRef): string {
  return `${accountId}\0${id}`;
}
