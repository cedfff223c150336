import type { LayoutDialect } from '../../statements/layout-dialect.ts';
import type { Sql } from '../../statements/sql.ts';
import { createAccounts } from './accounts.ts';
import { createJobs } from './jobs.ts';
import { createMaps } from './maps.ts';
import { createMedia } from './media.ts';
import { recordColumns } from './record-columns.ts';
import { createStores } from './stores.ts';

/**
 * The first published layout. Frozen: `test/layout` compares its text for each engine with a copy, and later changes
 * are steps of their own. There are no foreign keys, because records outlive the row of their store while they are
 * purged.
 *
 * Its number is 10 because the layouts 1 to 9 were never published.
 */
export function firstLayout(dialect: LayoutDialect): readonly Sql[] {
  return [
    ...dialect.createSequences,
    ...createAccounts(dialect),
    ...createStores(dialect),
    ...dialect.createRecords(recordColumns(dialect)),
    ...createMedia(dialect),
    ...createMaps(dialect),
    ...createJobs(dialect),
    ...dialect.createLookUps,
  ];
}
