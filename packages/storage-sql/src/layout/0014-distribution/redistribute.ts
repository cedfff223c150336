import type { Sql } from '../../sql.ts';
import type { LayoutDialect } from '../layout-dialect.ts';

/** Moves insertion numbers and the guards of stores, on engines that distribute records over nodes. */
export function redistribute({ redistribute: changes }: LayoutDialect): readonly Sql[] {
  return changes;
}
