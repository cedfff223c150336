import type { StorageDescription } from '@vitrine/core/storage';
import { numberCell, onlyRow } from './cells.ts';
import type { SqlDialect } from './dialect.ts';
import { LAYOUT_VERSION } from './migrate.ts';
import { type Program, statement } from './program.ts';

/** A storage is used once it was migrated, so its layout is that of this code. */
export function* describeStorage(dialect: SqlDialect, _: null): Program<StorageDescription> {
  const { name: engine, measure } = dialect;
  const bytes = measure === null ? null : numberCell(onlyRow(yield statement(dialect, measure))[0]);
  return { engine, layout: LAYOUT_VERSION, bytes };
}
