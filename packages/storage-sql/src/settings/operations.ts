import { read, write } from '../operation.ts';
import { onlyRow, textCell } from '../statements/cells.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';

export const settingOperations = {
  getOrInsertSetting: write(getOrInsertSetting),
  getSetting: read(getSetting),
};

function* getSetting(dialect: SqlDialect, { name }: { readonly name: string }): Steps<string | null> {
  const [row] = yield statement(
    dialect,
    sql`
      SELECT value
      FROM settings
      WHERE name = ${name}`,
  );
  return row === undefined ? null : textCell(row[0]);
}

function* getOrInsertSetting(
  dialect: SqlDialect,
  { name, value }: { readonly name: string; readonly value: string },
): Steps<string> {
  yield statement(
    dialect,
    sql`
      INSERT INTO settings (name, value)
      VALUES (${name}, ${value})
      ON CONFLICT (name) DO NOTHING`,
  );
  return textCell(
    onlyRow(
      yield statement(
        dialect,
        sql`
          SELECT value
          FROM settings
          WHERE name = ${name}`,
      ),
    )[0],
  );
}
