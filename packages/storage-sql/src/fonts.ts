import type { FontFormat, FontRow, FontStorage } from '@vitrine/core/storage';
import { reserveAccountNumber, takeAccountNumber } from './account-numbers.ts';
import { holdBlobs, releaseBlobs } from './blobs.ts';
import { booleanCell, changedRows, numberCell, onlyRow, textCell } from './cells.ts';
import type { SqlDialect } from './dialect.ts';
import type { SqlDriver } from './driver.ts';
import { type Program, statement } from './program.ts';
import { join, type Row, sql } from './sql.ts';

const FIRST_ID = 1000;

const FONT = sql`account_id, id, blob, sample, family, style, full_name, weight, italic, format, variable, glyph_count, has_digits, bytes, created_at`;

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

interface FontRef {
  readonly accountId: string;
  readonly id: number;
}

function holderOf({ accountId, id }: FontRef): string {
  return `font ${accountId} ${id}`;
}

function* findFontByBlob(
  dialect: SqlDialect,
  { accountId, blob }: Pick<FontRow, 'accountId' | 'blob'>,
): Program<FontRow | null> {
  const [row] = yield statement(
    dialect,
    sql`SELECT ${FONT} FROM fonts WHERE account_id = ${accountId} AND blob = ${blob}`,
  );
  return row === undefined ? null : readFont(row);
}

export function* insertFont(
  dialect: SqlDialect,
  { font }: { readonly font: Omit<FontRow, 'id'> },
): Program<FontRow> {
  const existing = yield* findFontByBlob(dialect, font);
  if (existing !== null) return existing;
  const id = yield* reserveAccountNumber(dialect, font.accountId, 'fonts', FIRST_ID);
  // Whoever inserted one meanwhile held the number until it was done, so it is seen now.
  const inserted = yield* findFontByBlob(dialect, font);
  if (inserted !== null) return inserted;
  return yield* insertRow(dialect, { ...font, id });
}

export function* restoreFont(dialect: SqlDialect, { font }: { readonly font: FontRow }): Program<boolean> {
  if (!(yield* takeAccountNumber(dialect, font.accountId, 'fonts', font.id))) return false;
  yield* insertRow(dialect, font);
  return true;
}

function* insertRow(dialect: SqlDialect, font: FontRow): Program<FontRow> {
  const { accountId, id, blob, sample, family, style, fullName, weight, italic, format } = font;
  yield* holdBlobs(dialect, holderOf({ accountId, id }), [blob, sample]);
  const values = join([
    ...[accountId, id, blob, sample, family, style, fullName, weight, Number(italic), format],
    ...[Number(font.variable), font.glyphCount, Number(font.hasDigits), font.bytes, font.createdAt],
  ]);
  return readFont(
    onlyRow(yield statement(dialect, sql`INSERT INTO fonts (${FONT}) VALUES (${values}) RETURNING ${FONT}`)),
  );
}

export function* getFont(dialect: SqlDialect, { accountId, id }: FontRef): Program<FontRow | null> {
  const [row] = yield statement(
    dialect,
    sql`SELECT ${FONT} FROM fonts WHERE account_id = ${accountId} AND id = ${id}`,
  );
  return row === undefined ? null : readFont(row);
}

export function* listFonts(
  dialect: SqlDialect,
  { accountId }: { readonly accountId: string },
): Program<FontRow[]> {
  const rows = yield statement(
    dialect,
    sql`SELECT ${FONT} FROM fonts WHERE account_id = ${accountId} ORDER BY id`,
  );
  return rows.map(readFont);
}

export function* deleteFont(dialect: SqlDialect, ref: FontRef): Program<boolean> {
  const { accountId, id } = ref;
  const deleted = yield statement(
    dialect,
    sql`DELETE FROM fonts WHERE account_id = ${accountId} AND id = ${id}`,
  );
  if (changedRows(deleted) === 0) return false;
  yield* releaseBlobs(dialect, holderOf(ref));
  return true;
}

export function sqlFonts(driver: SqlDriver): FontStorage {
  return {
    insert: (font) => driver.run('write', 'insertFont', { font: { ...font } }, { account: font.accountId }),
    restore: (font) => driver.run('write', 'restoreFont', { font: { ...font } }),
    get: (accountId, id) => driver.run('read', 'getFont', { accountId, id }),
    list: (accountId) => driver.run('read', 'listFonts', { accountId }),
    delete: (accountId, id) => driver.run('write', 'deleteFont', { accountId, id }, { account: accountId }),
  };
}
