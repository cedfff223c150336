import type {
  Millis,
  NewView,
  SeqPage,
  Slice,
  ViewChange,
  ViewKind,
  ViewRef,
  ViewRow,
  ViewSettings,
} from '@vitrine/core/storage';
import { read, write } from '../operation.ts';
import { changedRows, numberCell, onlyRow, textCell } from '../statements/cells.ts';
import { and, columnList, list } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { takePage } from '../statements/seq-page.ts';
import { NOTHING, type Row, type Sql, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';

export const viewOperations = {
  deleteView: write(deleteView),
  getView: read(getView),
  insertView: write(insertView, { succeeded: (result) => result !== 'full' }),
  listViews: read(listViews),
  updateView: write(updateView),
};

const VIEW = columnList('account_id, store_id, id, kind, settings, seq, created_at, updated_at');

function readView(row: Row): ViewRow {
  return {
    accountId: textCell(row[0]),
    storeId: textCell(row[1]),
    id: textCell(row[2]),
    kind: textCell(row[3]) as ViewKind,
    ...(JSON.parse(textCell(row[4])) as ViewSettings),
    seq: numberCell(row[5]),
    createdAt: numberCell(row[6]),
    updatedAt: numberCell(row[7]),
  };
}

function settingsCell({ name, query, display }: ViewSettings): string {
  const settings: ViewSettings = { name, query, display };
  return JSON.stringify(settings);
}

function thisView({ id, accountId, storeId }: ViewRef): Sql {
  return and([sql`store_id = ${storeId}`, sql`id = ${id}`, sql`account_id = ${accountId}`]);
}

function* insertView(
  dialect: SqlDialect,
  { view, most }: { readonly view: NewView; readonly most: number },
): Steps<ViewRow | 'full'> {
  const { accountId, storeId, id, kind, createdAt, updatedAt } = view;
  // Locks the store, so that concurrent inserts together leave at most `most` views.
  yield statement(
    dialect,
    sql`
      SELECT id
      FROM stores
      WHERE id = ${storeId}
      ${dialect.forUpdate}`,
  );
  const counted = yield statement(
    dialect,
    sql`
      SELECT count(*)
      FROM views
      WHERE store_id = ${storeId}`,
  );
  if (numberCell(onlyRow(counted)[0]) >= most) return 'full';
  const rows = yield statement(
    dialect,
    sql`
      INSERT INTO views (account_id, store_id, id, kind, settings, created_at, updated_at)
      VALUES (${list([accountId, storeId, id, kind, settingsCell(view), createdAt, updatedAt])})
      RETURNING ${VIEW}`,
  );
  return readView(onlyRow(rows));
}

function* getView(dialect: SqlDialect, { viewRef }: { readonly viewRef: ViewRef }): Steps<ViewRow | null> {
  const [row] = yield statement(
    dialect,
    sql`
      SELECT ${VIEW}
      FROM views
      WHERE ${thisView(viewRef)}`,
  );
  return row === undefined ? null : readView(row);
}

function* listViews(
  dialect: SqlDialect,
  args: { readonly accountId: string; readonly storeId: string; readonly kind: ViewKind | null } & SeqPage,
): Steps<Slice<ViewRow>> {
  const { accountId, storeId, kind, before, limit } = args;
  const rows = yield statement(
    dialect,
    sql`
      SELECT ${VIEW}
      FROM views
      WHERE store_id = ${storeId}
        AND account_id = ${accountId}
        ${kind === null ? NOTHING : sql`AND kind = ${kind}`}
        ${before === null ? NOTHING : sql`AND seq < ${before}`}
      ORDER BY seq DESC
      LIMIT ${limit + 1}`,
  );
  return takePage(rows, limit, readView);
}

function* updateView(
  dialect: SqlDialect,
  args: { readonly viewRef: ViewRef; readonly change: ViewChange; readonly now: Millis },
): Steps<ViewRow | null> {
  const { viewRef, change, now } = args;
  const [current] = yield statement(
    dialect,
    sql`
      SELECT ${VIEW}
      FROM views
      WHERE ${thisView(viewRef)}
      ${dialect.forUpdate}`,
  );
  if (current === undefined) return null;
  const changed: ViewRow = { ...readView(current), ...change, updatedAt: now };
  yield statement(
    dialect,
    sql`
      UPDATE views
      SET settings = ${settingsCell(changed)},
          updated_at = ${now}
      WHERE ${thisView(viewRef)}`,
  );
  return changed;
}

function* deleteView(dialect: SqlDialect, { viewRef }: { readonly viewRef: ViewRef }): Steps<boolean> {
  const rows = yield statement(
    dialect,
    sql`
      DELETE FROM views
      WHERE ${thisView(viewRef)}`,
  );
  return changedRows(rows) > 0;
}
