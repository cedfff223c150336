import type { Sql } from '../../sql.ts';
import type { LayoutDialect } from '../layout-dialect.ts';

/** Cheaper functions for the log of changes of watched stores. */
export function replaceChangeFunctions(layout: LayoutDialect): readonly Sql[] {
  return layout.replaceChangeFunctions;
}
