import type { Slot, StoreRef, StoreWork } from '@vitrine/core/storage';
import { numberOrNull, onlyRow, textCell } from '../statements/cells.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { NOTHING, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { setGuard } from './guards.ts';
import { live } from './live.ts';
import { STORE } from './rows.ts';

export function* releaseStoreSlots(
  dialect: SqlDialect,
  { ref, slots }: { readonly ref: StoreRef; readonly slots: readonly Slot[] },
): Steps<null> {
  const [store] = yield statement(
    dialect,
    sql`
      SELECT freed_slots
      FROM stores
      WHERE ${live(ref)}
      ${dialect.forUpdate}`,
  );
  if (store === undefined) return null;
  const freed: Slot[] = JSON.parse(textCell(store[0]));
  const left = JSON.stringify(freed.filter((slot) => !slots.includes(slot)));
  const released = onlyRow(
    yield statement(
      dialect,
      sql`
        UPDATE stores
        SET version = version + 1,
            freed_slots = ${left}
        WHERE ${live(ref)}
        RETURNING ${STORE}`,
    ),
  );
  yield* setGuard(dialect, ref, released);
  return null;
}

/** The condition of the partial index `stores_by_work`, literally. */
const HAS_WORK = sql`(deleted_at IS NOT NULL OR record_ttl IS NOT NULL OR freed_slots <> '[]')`;

export function* listStoreWork(
  dialect: SqlDialect,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Steps<StoreWork[]> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT
        id,
        account_id,
        record_ttl,
        freed_slots,
        deleted_at
      FROM stores
      WHERE ${HAS_WORK}
        ${after === null ? NOTHING : sql`AND id > ${after}`}
      ORDER BY id
      LIMIT ${limit}`,
  );
  return rows.map((row) => ({
    id: textCell(row[0]),
    accountId: textCell(row[1]),
    recordTtl: numberOrNull(row[2]),
    freedSlots: JSON.parse(textCell(row[3])) as Slot[],
    deletedAt: numberOrNull(row[4]),
  }));
}
