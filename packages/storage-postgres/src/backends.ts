/** Engines with PostgreSQL's protocol, by the name that an operator configures. */
export type Backend = 'postgres' | 'citus' | 'cockroachdb' | 'yugabytedb';

export const BACKENDS: readonly Backend[] = ['postgres', 'citus', 'cockroachdb', 'yugabytedb'];

/**
 * How the adapter differs on a backend. The backend's name decides all members together, so that there are four
 * profiles and not one for each combination. The conformance kit runs each profile on plain PostgreSQL.
 */
export interface BackendProfile {
  readonly backend: Backend;
  /**
   * The number of hash partitions that `migrate` creates for the records table. 1: none. Effect: rows of one store
   * share pages with those of fewer other stores, so a search reads fewer pages, and vacuum works in parts. Trade-off:
   * the number can't change later, because that would move every row. Reason for 1: these engines split tables
   * themselves, and partitions would multiply the parts that they manage.
   */
  readonly partitions: number;
  /**
   * Whether insertion numbers come from sequences, otherwise from counter rows (one for the records of each store).
   * Effect of counters: writes that create records of one store wait for each other. Reason: sequences of a distributed
   * engine are slow or not ascending (CockroachDB), or assigned to nodes in blocks (YugabyteDB), so that newest-first would not be the order of insertion. On Citus the sequences are on the coordinator, and the
   * layout had counters before version 14.
   */
  readonly sequences: boolean;
  /**
   * Whether a claim skips jobs that other claims have locked. Effect without: concurrent claims wait for each other and
   * find most jobs taken. Each job still goes to one of them, because a claim checks the job again. Reason: older
   * YugabyteDB ignores it.
   */
  readonly skipLocked: boolean;
  /**
   * Whether migrations exclude each other with an advisory lock, otherwise by locking the row with the version; and
   * whether servers show each other with such a lock that they cache look-ups. Effect without: if two servers start at
   * the same time on an empty database, the migration of one may fail once and runs again. Each revocation of a key and
   * each change of a store waits until caches of other servers have expired, even if there are no other servers.
   * Reason: CockroachDB accepts the call and locks nothing.
   */
  readonly advisoryLocks: boolean;
  /**
   * The statements by which records are written.
   * - `set`: one for any number of records.
   * - `routed`: a few for any number of records. Reason: Citus sends a statement whole to the node of the store only if
   *   nothing but its end inserts rows.
   * - `rows`: a transaction of several simple ones for each record. Effect: a batch of 100 takes a few hundred round
   *   trips. Reason: CockroachDB refuses statements that change a table twice.
   */
  readonly recordWrites: 'set' | 'routed' | 'rows';
  /**
   * Whether tables are distributed by a column: stores by id, records and their counters by store id, colocated.
   * Effect: all data of one store is on one node, and each request uses only that node. Reason: Citus requires explicit
   * commands; the others split by the primary key, which begins with the store.
   */
  readonly distributed: boolean;
  /**
   * Whether the hosts of a URL are a primary and its standbys, of which the primary is used (`searchedHost`). Otherwise a
   * URL has one host. Reason: each node of CockroachDB and YugabyteDB accepts writes, and a load balancer chooses one.
   */
  readonly standbys: boolean;
  /**
   * Whether short statements have one plan for all values (`all`), otherwise each is planned for its values (`none`).
   * Reason: Citus chooses the node when it plans, and refuses a general plan for a query over several shards. Where a
   * general plan is possible, Citus 13.2 makes and keeps another plan for the shard at each execution, which takes three
   * times as long and never frees about 50 kB. Reads of a shard's own table are not planned by Citus (`shard-reads.ts`).
   */
  readonly generalPlans: 'all' | 'none';
  /**
   * Whether triggers log the changes of watched stores, so that searches are answered from columns in memory. Reason for not:
   * the log is read by the snapshots of one server, and its statements are PostgreSQL's.
   */
  readonly logsChanges: boolean;
  /** The oldest supported `server_version_num`. 0: not checked, because the number has another meaning there. */
  readonly minVersion: number;
}

const POSTGRES_15 = 150_000;

const PROFILES: { readonly [Name in Backend]: BackendProfile } = {
  postgres: {
    backend: 'postgres',
    partitions: 16,
    sequences: true,
    skipLocked: true,
    advisoryLocks: true,
    recordWrites: 'set',
    distributed: false,
    standbys: true,
    generalPlans: 'all',
    logsChanges: true,
    minVersion: POSTGRES_15,
  },
  citus: {
    backend: 'citus',
    partitions: 1,
    sequences: true,
    skipLocked: true,
    advisoryLocks: true,
    recordWrites: 'routed',
    distributed: true,
    standbys: true,
    generalPlans: 'none',
    logsChanges: false,
    minVersion: POSTGRES_15,
  },
  cockroachdb: {
    backend: 'cockroachdb',
    partitions: 1,
    sequences: false,
    skipLocked: false,
    advisoryLocks: false,
    recordWrites: 'rows',
    distributed: false,
    standbys: false,
    generalPlans: 'all',
    logsChanges: false,
    minVersion: 0,
  },
  yugabytedb: {
    backend: 'yugabytedb',
    partitions: 1,
    sequences: false,
    skipLocked: false,
    advisoryLocks: false,
    recordWrites: 'set',
    distributed: false,
    standbys: false,
    generalPlans: 'all',
    logsChanges: false,
    minVersion: 0,
  },
};

export function profileOf(backend: Backend): BackendProfile {
  return PROFILES[backend];
}
