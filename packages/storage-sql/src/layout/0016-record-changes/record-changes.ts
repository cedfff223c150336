import type { LayoutDialect } from '../../statements/layout-dialect.ts';
import type { Sql } from '../../statements/sql.ts';

/** The log of changes of watched stores, from which columns in memory are kept current on engines with snapshots. */
export function createRecordChanges(layout: LayoutDialect): readonly Sql[] {
  return layout.createRecordChanges;
}
