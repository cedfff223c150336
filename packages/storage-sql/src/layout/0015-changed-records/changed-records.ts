import type { LayoutDialect } from '../../statements/layout-dialect.ts';
import type { Sql } from '../../statements/sql.ts';

/** The log of changed records, from which columns in memory are kept current. */
export function createChangedRecords(layout: LayoutDialect): readonly Sql[] {
  return layout.createChangedRecords;
}
