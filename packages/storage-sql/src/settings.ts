import type { SettingStorage } from '@vitrine/core/storage';
import { onlyRow, textCell } from './cells.ts';
import type { SqlDialect } from './dialect.ts';
import type { SqlDriver } from './driver.ts';
import { type Program, statement } from './program.ts';
import { sql } from './sql.ts';

export function* getSetting(
  dialect: SqlDialect,
  { name }: { readonly name: string },
): Program<string | null> {
  const [row] = yield statement(dialect, sql`SELECT value FROM settings WHERE name = ${name}`);
  return row === undefined ? null : textCell(row[0]);
}

export function* getOrInsertSetting(
  dialect: SqlDialect,
  { name, value }: { readonly name: string; readonly value: string },
): Program<string> {
  yield statement(
    dialect,
    sql`INSERT INTO settings (name, value) VALUES (${name}, ${value}) ON CONFLICT (name) DO NOTHING`,
  );
  return textCell(onlyRow(yield statement(dialect, sql`SELECT value FROM settings WHERE name = ${name}`))[0]);
}

export function sqlSettings(driver: SqlDriver): SettingStorage {
  return {
    get: (name) => driver.run('read', 'getSetting', { name }),
    getOrInsert: (name, value) => driver.run('write', 'getOrInsertSetting', { name, value }),
  };
}
