import type { SqlDialect } from '../dialect.ts';
import { recordColumns } from '../layout/record-layout.ts';
import { join, type Sql, sql } from '../sql.ts';

/** Everything of the first layout. Tables in the order in which they are looked up, not in that of dependence: there are no foreign keys, because a store's records outlive its row while they are purged. */
export function initial(dialect: SqlDialect): Sql[] {
  const { types } = dialect;
  const text = sql([types.text]);
  const integer = sql([types.integer]);
  const end = dialect.tableOptions;
  return [
    ...dialect.createSequences,
    sql`CREATE TABLE settings (name ${text} PRIMARY KEY, value ${text} NOT NULL)${end}`,
    sql`CREATE TABLE accounts (id ${text} PRIMARY KEY, seq ${integer} NOT NULL UNIQUE, name ${text} NOT NULL, created_at ${integer} NOT NULL)${end}`,
    sql`CREATE TABLE api_keys (id ${text} PRIMARY KEY, account_id ${text} NOT NULL, store_id ${text}, name ${text} NOT NULL, hash ${text} NOT NULL UNIQUE, prefix ${text} NOT NULL, created_at ${integer} NOT NULL, last_used_at ${integer}, seq ${integer} NOT NULL)${end}`,
    sql`CREATE UNIQUE INDEX api_keys_by_account ON api_keys (account_id, seq)`,
    sql`CREATE TABLE stores (id ${text} PRIMARY KEY, account_id ${text} NOT NULL, version ${integer} NOT NULL, seq ${integer} NOT NULL, name ${text} NOT NULL, name_folded ${text}, description ${text}, record_ttl ${integer}, store_type ${text} NOT NULL, properties ${text} NOT NULL, freed_slots ${text} NOT NULL, created_at ${integer} NOT NULL, updated_at ${integer} NOT NULL, deleted_at ${integer})${end}`,
    sql`CREATE INDEX stores_by_account ON stores (account_id, seq)`,
    sql`CREATE TABLE jobs (id ${sql([types.generatedId])}, kind ${text} NOT NULL, payload ${text} NOT NULL, job_key ${text} NOT NULL, live_key ${text} UNIQUE, due_at ${integer}, attempts ${integer} NOT NULL, claimed ${integer} NOT NULL, reason ${text})${end}`,
    sql`CREATE INDEX jobs_by_due ON jobs (due_at, id)`,
    ...dialect.createRecords(join(recordColumns(dialect).map(({ definition }) => definition))),
  ];
}
