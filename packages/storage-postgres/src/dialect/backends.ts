/** Engines with PostgreSQL's protocol, by the name that an operator configures. */
export type Backend = 'postgres' | 'citus';

export const BACKENDS: readonly Backend[] = ['postgres', 'citus'];

/**
 * How the adapter differs on a backend. The backend's name decides all members together, so that there are two
 * profiles and not one for each combination. The conformance kit runs each profile on plain PostgreSQL.
 */
export interface BackendProfile {
  readonly backend: Backend;
  /**
   * The number of hash partitions that `migrate` creates for the records table. 1: none. Effect: rows of one store
   * share pages with those of fewer other stores, so a search reads fewer pages, and vacuum works in parts. Trade-off:
   * the number can't change later, because that would move every row. Reason for 1: Citus splits tables itself, and
   * partitions would multiply the parts that it manages.
   */
  readonly partitions: number;
  /**
   * The statements by which records are written.
   * - `set`: one for any number of records.
   * - `routed`: a few for any number of records. Reason: Citus sends a statement whole to the node of the store only if
   *   nothing but its end inserts rows.
   */
  readonly recordWrites: 'set' | 'routed';
  /**
   * Whether tables are distributed by a column: stores by id, records and their counters by store id, colocated.
   * Effect: all data of one store is on one node, and each request uses only that node.
   */
  readonly distributed: boolean;
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
}

const PROFILES: { readonly [Name in Backend]: BackendProfile } = {
  postgres: {
    backend: 'postgres',
    partitions: 16,
    recordWrites: 'set',
    distributed: false,
    generalPlans: 'all',
    logsChanges: true,
  },
  citus: {
    backend: 'citus',
    partitions: 1,
    recordWrites: 'routed',
    distributed: true,
    generalPlans: 'none',
    logsChanges: false,
  },
};

export function profileOf(backend: Backend): BackendProfile {
  return PROFILES[backend];
}
