import type { LayoutDialect } from '../../statements/layout-dialect.ts';
import { type Sql, sql } from '../../statements/sql.ts';

/**
 * The unit and the fields of maps; their values in locations; and how sure a geocoder is of a place. Fields are a JSON
 * list, null if there are none.
 */
export function addMapFields({ types: { text, double } }: LayoutDialect): readonly Sql[] {
  return [
    sql`ALTER TABLE maps ADD COLUMN unit ${text} NOT NULL DEFAULT 'mi'`,
    sql`ALTER TABLE maps ADD COLUMN fields ${text}`,
    sql`ALTER TABLE locations ADD COLUMN fields ${text}`,
    sql`ALTER TABLE locations ADD COLUMN geocode_confidence ${double}`,
    sql`ALTER TABLE locations ADD COLUMN geocode_matched ${text}`,
  ];
}
