import type { LayoutDialect } from '../../statements/layout-dialect.ts';
import { type Sql, sql } from '../../statements/sql.ts';

/** Drafts of live images are in the table of the drafts of timers. A live image has the columns of a timer's design. */
export function addDraftKinds({ types: { text } }: LayoutDialect): readonly Sql[] {
  return [sql`ALTER TABLE timer_frames ADD COLUMN kind ${text} NOT NULL DEFAULT 'timer'`];
}
