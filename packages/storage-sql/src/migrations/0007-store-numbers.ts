import type { SqlDialect } from '../dialect.ts';
import { recordColumns } from '../layout/record-layout.ts';
import type { Sql } from '../sql.ts';

/**
 * Where a record's number begins with its store's, the store's id need not be in the row, nor in its indexes. Moves all records
 * there; elsewhere nothing changes.
 */
export function storeNumbers(dialect: SqlDialect): readonly Sql[] {
  const columns = recordColumns(dialect).filter(({ name }) => name !== 'store_id');
  return dialect.rekeyRecords(columns);
}
