import type { StorageDescription } from '@vitrine/core/storage';
import { findMigration, LAYOUT_VERSION, migrateLayout } from '../migrate.ts';
import { read, scan, write } from '../operation.ts';
import { numberCell, onlyRow } from '../statements/cells.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { reserveNumber } from '../statements/numbers.ts';
import { type Steps, statement } from '../statements/statement.ts';

export const databaseOperations = {
  describeStorage: scan(describeStorage),
  findMigration: read(findMigration),
  migrateLayout: write(migrateLayout),
  tryWriting: write(tryWriting),
};

/** Describes the storage. It has been migrated, so its layout is that of this code. */
function* describeStorage(dialect: SqlDialect, _: null): Steps<StorageDescription> {
  const { name: engine, measure } = dialect;
  const bytes = numberCell(onlyRow(yield statement(dialect, measure))[0]);
  return { engine, layout: LAYOUT_VERSION, bytes };
}

/** Reserves a number that is not used, to find out whether the engine accepts writes. */
function* tryWriting(dialect: SqlDialect, _: null): Steps<void> {
  yield* reserveNumber(dialect, 'accounts');
}
