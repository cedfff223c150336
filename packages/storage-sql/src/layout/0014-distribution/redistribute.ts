import type { LayoutDialect } from '../../statements/layout-dialect.ts';
import type { Sql } from '../../statements/sql.ts';

/** Moves insertion numbers and the guards of stores, on engines that distribute records over nodes. */
export function redistribute({ redistribute: changes }: LayoutDialect): readonly Sql[] {
  return changes;
}
