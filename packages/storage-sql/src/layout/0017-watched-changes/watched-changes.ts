import type { LayoutDialect } from '../../statements/layout-dialect.ts';
import type { Sql } from '../../statements/sql.ts';

/** Cheaper functions for the log of changes of watched stores. */
export function replaceChangeFunctions(layout: LayoutDialect): readonly Sql[] {
  return layout.replaceChangeFunctions;
}
