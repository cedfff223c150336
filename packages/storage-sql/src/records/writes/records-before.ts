import type { Column, Millis, SlotValue } from '@vitrine/core/storage';
import type { NewEntry } from '../../change-log/entry-groups.ts';
import { allSlots, columnList, columnReader, readAllSlots, type Shape } from '../../layout/record-layout.ts';
import { numberCell, textCell } from '../../statements/cells.ts';
import type { NumberedStore, SqlDialect } from '../../statements/dialect.ts';
import { type SqlParameter, type SqlValue, sql } from '../../statements/sql.ts';
import { keptStatement, keptStatements, type Steps } from '../../statements/statement.ts';
import type { DeleteRecords } from './writes.ts';

/** A record before a write. */
export interface RecordBefore {
  /** By place in the shape that is compared. Other cells may follow. */
  readonly values: readonly SlotValue[];
  readonly createdAt: Millis;
}

function columnsBefore({ slots }: Shape): Column[] {
  return [...slots.map(({ slot }) => slot), 'id', 'created_at'];
}

const selectBefore = keptStatements<
  { readonly shape: Shape },
  { readonly store: SqlValue; readonly ids: SqlParameter }
>({
  key: ({ shape }) => shape.name,
  build: (dialect, { store, ids }, { shape }) => sql`
    SELECT ${columnList(dialect, columnsBefore(shape))}
    FROM records
    WHERE store_id = ${store}
      AND ${dialect.isOneOf(sql`id`, ids)}
    ${dialect.forUpdate}`,
});

const selectDeleted = keptStatement<{ readonly store: SqlValue; readonly ids: SqlParameter }>(
  (dialect, { store, ids }) => sql`
    SELECT id, created_at, ${allSlots(dialect)}
    FROM records
    WHERE store_id = ${store}
      AND ${dialect.isOneOf(sql`id`, ids)}
    ${dialect.forUpdate}`,
);

/**
 * Returns what the history of a store keeps of records before they are deleted. Reads all slots, because a deletion does not
 * check the version of the store.
 */
export function* readDeleted(
  dialect: SqlDialect,
  { storeId, storeNumber, ids }: DeleteRecords,
): Steps<Map<string, Pick<NewEntry, 'before' | 'createdAt'>>> {
  const bound = { store: dialect.storeKey({ storeId, storeNumber }), ids: dialect.textList(ids) };
  const rows = yield selectDeleted(dialect, bound);
  return new Map(
    rows.map(([id, createdAt, ...cells]) => {
      const before = JSON.stringify(readAllSlots(cells));
      return [textCell(id), { before, createdAt: numberCell(createdAt) }];
    }),
  );
}

export type RowsById = Map<string, RecordBefore>;

/** Returns the records with these ids as they are before a write, also expired ones, and locks them. */
export function* readBefore(
  dialect: SqlDialect,
  store: NumberedStore,
  shape: Shape,
  ids: readonly string[],
): Steps<RowsById> {
  if (ids.length === 0) return new Map();
  const bound = { store: dialect.storeKey(store), ids: dialect.textList(ids) };
  const read = columnReader(columnsBefore(shape));
  const place = shape.slots.length;
  const before: RowsById = new Map();
  for (const row of yield selectBefore(dialect, { shape }, bound)) {
    const values = read(row);
    before.set(textCell(values[place]), { values, createdAt: numberCell(values[place + 1]) });
  }
  return before;
}
