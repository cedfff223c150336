import { type LayoutDialect, NOTHING, type Sql, sql, text } from '@vitrine/storage-sql';
import type { BackendProfile } from './backends.ts';
import { changeFunctions } from './change-functions.ts';
import { distributedChanges, numberedChanges } from './change-log-tables.ts';
import { recordChanges } from './record-changes.ts';

/** The advisory lock of migrations in a database. Any number that nothing else uses. */
const LAYOUT_LOCK = 8_622_194_710;

/**
 * The percentage of a page that inserts fill. The rest is for new versions of its rows: a version on the same page
 * needs no new index entries, which are most of the cost of an update.
 */
const FILLFACTOR = 93;

/**
 * Returns the statements that create the records table, partitioned by a hash of the store unless `partitions` is 1,
 * and its indexes. The heap has no order, so unlike in SQLite the primary key serves look-ups by id. The other indexes
 * serve the default order and the order by time.
 */
function createRecords(columns: Sql, partitions: number): readonly Sql[] {
  const table = sql`
    CREATE TABLE records (
      ${columns},
      PRIMARY KEY (store_id, id)
    )`;
  const indexes = [
    text('CREATE UNIQUE INDEX records_by_seq ON records (store_id, seq)'),
    text('CREATE INDEX records_by_created_at ON records (store_id, created_at, seq)'),
  ];
  if (partitions === 1) return [table, ...indexes];
  const parts = Array.from({ length: partitions }, (_, i) =>
    text(`CREATE TABLE records_${i} PARTITION OF records
FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${i})
WITH (fillfactor = ${FILLFACTOR})`),
  );
  const partitioned = sql`
    ${table}
    PARTITION BY HASH (store_id)`;
  return [partitioned, ...parts, ...indexes];
}

/**
 * Distributes stores over the nodes of Citus. All data of one store is on one node, so that its writes and queries stay
 * there. Small tables, and those that are searched by more than the store, stay on the coordinator. Without the
 * extension nothing is distributed: the profile works on plain PostgreSQL too.
 */
const distributeTables: readonly Sql[] = [
  text(`DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
    EXECUTE 'SELECT create_distributed_table(''stores'', ''id'')';
    EXECUTE 'SELECT create_distributed_table(''record_numbers'', ''store_id'', colocate_with => ''stores'')';
    EXECUTE 'SELECT create_distributed_table(''records'', ''store_id'', colocate_with => ''stores'')';
  END IF;
END $$`),
];

/**
 * Makes the tables that stay on the coordinator known to Citus. A transaction that changes such a table and a store on
 * a worker is then committed in two phases, on both or on none. Otherwise Citus would commit the worker first, and a
 * coordinator that ends before its own commit would leave, for example, a deleted store without the job that purges it.
 */
const adoptTables = text(`DO $$
DECLARE
  found regclass;
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
    FOR found IN
      SELECT pg_class.oid
      FROM pg_class
      WHERE relnamespace = CAST(current_schema() AS regnamespace)
        AND relkind = 'r'
        AND relname <> 'layout'
        AND NOT relation_is_a_known_shard(pg_class.oid)
        AND NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = pg_class.oid)
    LOOP
      PERFORM citus_add_local_table_to_metadata(found);
    END LOOP;
  END IF;
END $$`);

/**
 * Raises SQLSTATE 40001, so that a write which lost a race is undone and run again (`set-writes`). Volatile, so that
 * the planner does not call it.
 */
const createRaiseContention = text(`CREATE FUNCTION raise_contention(place bigint) RETURNS text
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RAISE EXCEPTION 'record % was created by another transaction', place USING ERRCODE = '40001';
END
$$`);

const createCounters: readonly Sql[] = [
  text('CREATE TABLE sequences (name text COLLATE "C" PRIMARY KEY, last bigint NOT NULL)'),
  text("INSERT INTO sequences (name, last) VALUES ('accounts', 0), ('api_keys', 0), ('stores', 0)"),
  text('CREATE TABLE record_numbers (store_id text COLLATE "C" PRIMARY KEY, last bigint NOT NULL)'),
];

const createSequences = ['accounts', 'api_keys', 'stores', 'records'].map((name) =>
  text(`CREATE SEQUENCE ${name}_numbers`),
);

/**
 * Replaces the counters of the first layout by sequences. They are on the coordinator, which runs all statements, so
 * that numbers rise in the order of insertion also for stores that move to another node.
 */
const moveNumbers: readonly Sql[] = [
  ...createSequences,
  text("SELECT setval(CAST(name || '_numbers' AS regclass), last + 1, false) FROM sequences"),
  text("SELECT setval('records_numbers', (SELECT coalesce(max(last), 0) + 1 FROM record_numbers), false)"),
  text('DROP TABLE record_numbers'),
  text('DROP TABLE sequences'),
];

/**
 * Moves stores to the coordinator, where they are listed and looked up without a worker, and leaves what writes of
 * records check on the nodes of the records. Without the extension there is one node.
 */
const separateGuards: readonly Sql[] = [
  text(`CREATE TABLE store_guards (
  id text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL,
  version bigint NOT NULL
)`),
  text(`INSERT INTO store_guards (id, account_id, version)
SELECT id, account_id, version
FROM stores
WHERE deleted_at IS NULL`),
  text(`DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
    EXECUTE 'SELECT create_distributed_table(''store_guards'', ''id'', colocate_with => ''records'')';
    EXECUTE 'SELECT undistribute_table(''stores'')';
  END IF;
END $$`),
];

/** Returns the definitions of the layout for a backend. */
export function postgresLayout(profile: BackendProfile): LayoutDialect {
  return {
    types: {
      text: text('text COLLATE "C"'),
      integer: text('bigint'),
      double: text('double precision'),
      storeId: text('text COLLATE "C" NOT NULL'),
      json: text('jsonb'),
      bytes: text('bytea'),
      generatedId: text('bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY'),
    },
    slotOrder: 'by kind',
    tableOptions: NOTHING,
    createSequences: profile.distributed ? createCounters : createSequences,
    createRecords: (columns) => [
      ...createRecords(columns, profile.partitions),
      ...(profile.recordWrites === 'set' ? [createRaiseContention] : []),
      ...(profile.distributed ? distributeTables : []),
    ],
    redistribute: profile.distributed ? [...moveNumbers, ...separateGuards] : [],
    afterSteps: profile.distributed ? [adoptTables] : [],
    // The driver caches look-ups for a bounded time (`recentReads`) and needs no count of changes.
    createLookUps: [],
    createChangedRecords: [],
    createRecordChanges: profile.logsChanges ? recordChanges : [],
    replaceChangeFunctions: profile.logsChanges ? changeFunctions : [],
    createChanges: profile.distributed ? distributedChanges : numberedChanges,
    lock: [
      text(`SELECT pg_advisory_xact_lock(${LAYOUT_LOCK})`),
      text(`CREATE TABLE IF NOT EXISTS layout (
  name text PRIMARY KEY,
  version integer NOT NULL,
  backend text NOT NULL
)`),
      text(`INSERT INTO layout (name, version, backend)
VALUES ('vitrine', 0, '${profile.backend}')
ON CONFLICT (name) DO NOTHING`),
    ],
    isCreated: text("SELECT (to_regclass('layout') IS NOT NULL)::int"),
    findVersion: text("SELECT coalesce(max(version), 0) FROM layout WHERE name = 'vitrine'"),
    readVersion: text("SELECT version FROM layout WHERE name = 'vitrine' FOR UPDATE"),
    writeVersion: (version) => [
      text(`UPDATE layout SET version = ${Math.trunc(version)} WHERE name = 'vitrine'`),
    ],
  };
}
