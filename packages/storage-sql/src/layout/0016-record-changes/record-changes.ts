import type { Sql } from '../../sql.ts';
import type { LayoutDialect } from '../layout-dialect.ts';

/** The log of changes of watched stores, from which columns in memory are kept current on engines with snapshots. */
export function createRecordChanges(layout: LayoutDialect): readonly Sql[] {
  return layout.createRecordChanges;
}
