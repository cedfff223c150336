import type { StorageDescription } from '@vitrine/core/storage';
import { numberCell, onlyRow } from '../cells.ts';
import type { SqlDialect } from '../dialect.ts';
import { LAYOUT_VERSION, migrateLayout } from '../migrate.ts';
import { reserveNumber } from '../numbers.ts';
import { scan, write } from '../operation.ts';
import { type Steps, statement } from '../statement.ts';

export const databaseOperations = {
  describeStorage: scan(describeStorage),
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
