import type { Sql } from '../../sql.ts';
import type { LayoutDialect } from '../layout-dialect.ts';

/** The log of changed records, from which columns in memory are kept current. */
export function createChangedRecords(layout: LayoutDialect): readonly Sql[] {
  return layout.createChangedRecords;
}
