/** Engines that speak PostgreSQL's protocol, as the operator names them. */
export type Backend = 'postgres' | 'citus' | 'cockroachdb' | 'yugabytedb';

export const BACKENDS: readonly Backend[] = ['postgres', 'citus', 'cockroachdb', 'yugabytedb'];

/**
 * What the adapter does differently on a backend. Derived from its name and never set one by one, so that there are
 * four ways of running and not as many as there are combinations; each is run by the conformance kit on plain PostgreSQL.
 */
export interface BackendProfile {
  readonly backend: Backend;
  /**
   * How many hash partitions `migrate` makes of the records table; 1: none.
   * Effect: rows of one store lie among those of fewer others, so a search reads fewer pages, and vacuum works in parts.
   * Trade-off: fixed for good, because another count would move every row. Reason for 1: these engines split tables by
   * themselves, and partitions on top would multiply what they have to keep track of.
   */
  readonly partitions: number;
  /**
   * Whether insertion numbers come from sequences, or else from counter rows (for records one counter a store).
   * Effect of counters: writes that create records of one store wait for each other. Reason: sequences of a distributed
   * engine are slow or not rising (CockroachDB), handed out in blocks by node (Citus, YugabyteDB), so that newest-first
   * would not be the order of insertion.
   */
  readonly sequences: boolean;
  /**
   * Whether a claim passes over jobs that others have locked.
   * Effect without: claimers wait for each other and find most jobs taken; each job still goes to one, because the
   * claim asks again. Reason: Citus refuses it for queries over more than one shard, older YugabyteDB ignores it.
   */
  readonly skipLocked: boolean;
  /**
   * Whether migrations exclude each other by an advisory lock, or else by locking the row that holds the version; and
   * whether servers show each other by such a lock that they remember look-ups.
   * Effect without: of two servers that start at once on an empty database one may fail once and is tried again. Each
   * revocation of a key and each change of a store waits for the time that others may remember, also where there are none.
   * Reason: CockroachDB accepts the call and locks nothing.
   */
  readonly advisoryLocks: boolean;
  /**
   * Whether a write of records is one statement, however many they are, or else a transaction of simple statements,
   * some for each record.
   * Effect without: a batch of 100 takes a few hundred round trips within one transaction. Reason: CockroachDB refuses
   * statements that change a table twice, and Citus plans for one node only what it can see to belong there.
   */
  readonly oneStatement: boolean;
  /**
   * Whether tables are distributed by a column: stores by id, records and their counters by store id, together.
   * Effect: everything about one store lies on one node, and each request touches that node only. Reason: Citus needs
   * to be told; the others split by primary key, which begins with the store.
   */
  readonly distributed: boolean;
  /** The oldest server version, as `server_version_num`; 0: not asked, because the number means something else there. */
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
    oneStatement: true,
    distributed: false,
    minVersion: POSTGRES_15,
  },
  citus: {
    backend: 'citus',
    partitions: 1,
    sequences: false,
    skipLocked: false,
    advisoryLocks: true,
    oneStatement: false,
    distributed: true,
    minVersion: POSTGRES_15,
  },
  cockroachdb: {
    backend: 'cockroachdb',
    partitions: 1,
    sequences: false,
    skipLocked: false,
    advisoryLocks: false,
    oneStatement: false,
    distributed: false,
    minVersion: 0,
  },
  yugabytedb: {
    backend: 'yugabytedb',
    partitions: 1,
    sequences: false,
    skipLocked: false,
    advisoryLocks: false,
    oneStatement: true,
    distributed: false,
    minVersion: 0,
  },
};

export function profileOf(backend: Backend): BackendProfile {
  return PROFILES[backend];
}
