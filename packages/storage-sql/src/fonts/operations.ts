import type { FontFormat, FontRow } from '@vitrine/core/storage';
import { read, write } from '../operation.ts';
import { holdBlobs, releaseBlobs } from '../statements/blob-uses.ts';
import { booleanCell, changedRows, numberCell, onlyRow, textCell } from '../statements/cells.ts';
import { columnList, list } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { reserveAccountNumber, takeAccountNumber } from '../statements/numbers.ts';
import { type Row, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';

export const fontOperations = {
  deleteFont: write(deleteFont),
  getFont: read(getFont),
  insertFont: write(insertFont),
  listFonts: read(listFonts),
  restoreFont: write(restoreFont),
};

const FIRST_ID = 1000;

const FONT = columnList(`
  account_id, id, blob, sample, family, style, full_name, weight, italic, format, variable,
  glyph_count, has_digits, bytes, created_at
`);

function readFont(row: Row): FontRow {
  return {
    accountId: textCell(row[0]),
    id: numberCell(row[1]),
    blob: textCell(row[2]),
    sample: textCell(row[3]),
    family: textCell(row[4]),
    style: textCell(row[5]),
    fullName: textCell(row[6]),
    weight: numberCell(row[7]),
    italic: booleanCell(row[8]),
    format: textCell(row[9]) as FontFormat,
    variable: booleanCell(row[10]),
    glyphCount: numberCell(row[11]),
    hasDigits: booleanCell(row[12]),
    bytes: numberCell(row[13]),
    createdAt: numberCell(row[14]),
  };
}

export interface FontRef {
  readonly accountId: string;
  readonly id: number;
}

function holderOf({ accountId, id }: FontRef): string {
  return `font ${accountId} ${id}`;
}

function* findFontByBlob(
  dialect: SqlDialect,
  { accountId, blob }: Pick<FontRow, 'accountId' | 'blob'>,
): Steps<FontRow | null> {
  const [row] = yield statement(
    dialect,
    sql`
      SELECT ${FONT}
      FROM fonts
      WHERE account_id = ${accountId}
        AND blob = ${blob}`,
  );
  return row === undefined ? null : readFont(row);
}

function* insertFont(dialect: SqlDialect, { font }: { readonly font: Omit<FontRow, 'id'> }): Steps<FontRow> {
  const existing = yield* findFontByBlob(dialect, font);
  if (existing !== null) return existing;
  const id = yield* reserveAccountNumber(dialect, font.accountId, 'fonts', FIRST_ID);
  // The counter was locked by any concurrent insert until that was committed, so its font is visible now.
  const inserted = yield* findFontByBlob(dialect, font);
  if (inserted !== null) return inserted;
  return yield* insertRow(dialect, { ...font, id });
}

function* restoreFont(dialect: SqlDialect, { font }: { readonly font: FontRow }): Steps<boolean> {
  if (!(yield* takeAccountNumber(dialect, font.accountId, 'fonts', font.id))) return false;
  yield* insertRow(dialect, font);
  return true;
}

function* insertRow(dialect: SqlDialect, font: FontRow): Steps<FontRow> {
  const { accountId, id, blob, sample, family, style, fullName, weight, italic, format } = font;
  yield* holdBlobs(dialect, holderOf({ accountId, id }), [blob, sample]);
  const values = list([
    ...[accountId, id, blob, sample, family, style, fullName, weight, Number(italic), format],
    ...[Number(font.variable), font.glyphCount, Number(font.hasDigits), font.bytes, font.createdAt],
  ]);
  return readFont(
    onlyRow(
      yield statement(
        dialect,
        sql`
          INSERT INTO fonts (${FONT})
          VALUES (${values})
          RETURNING ${FONT}`,
      ),
    ),
  );
}

function* getFont(dialect: SqlDialect, { accountId, id }: FontRef): Steps<FontRow | null> {
  const [row] = yield statement(
    dialect,
    sql`
      SELECT ${FONT}
      FROM fonts
      WHERE account_id = ${accountId}
        AND id = ${id}`,
  );
  return row === undefined ? null : readFont(row);
}

function* listFonts(dialect: SqlDialect, { accountId }: { readonly accountId: string }): Steps<FontRow[]> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT ${FONT}
      FROM fonts
      WHERE account_id = ${accountId}
      ORDER BY id`,
  );
  return rows.map(readFont);
}

function* deleteFont(dialect: SqlDialect, ref: FontRef): Steps<boolean> {
  const { accountId, id } = ref;
  const deleted = yield statement(
    dialect,
    sql`
      DELETE FROM fonts
      WHERE account_id = ${accountId}
        AND id = ${id}`,
  );
  if (changedRows(deleted) === 0) return false;
  yield* releaseBlobs(dialect, holderOf(ref));
  return true;
}
