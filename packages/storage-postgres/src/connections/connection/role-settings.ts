import { SCAN_MS } from '@vitrine/storage-sql';

/** The purpose of the connections of a pool, which decides how the server plans their statements. */
export type Role = 'read' | 'attempt' | 'write' | 'scan';

/** The short statements that have one plan for all values: all of them, those of connections for reads, or none. */
export type GeneralPlans = 'all' | 'reads' | 'none';

/** Settings of a session by name. */
export type SessionSettings = Readonly<Record<string, string>>;

/** Pages and look-ups along an index have one good plan for all values, and planning costs more than they do. */
const GENERAL: SessionSettings = { plan_cache_mode: 'force_generic_plan' };
/** A plan for the values of each execution. */
const OWN: SessionSettings = { plan_cache_mode: 'force_custom_plan' };
const INDEXED: SessionSettings = { enable_seqscan: 'off', enable_bitmapscan: 'off' };
const UNSORTED: SessionSettings = { enable_sort: 'off' };
/** Starting a parallel worker takes longer than an attempt. */
const ALONE: SessionSettings = { max_parallel_workers_per_gather: '0' };

/** Returns how the server plans the statements of a role. */
export function planningOf(role: Role, generalPlans: GeneralPlans): SessionSettings {
  // Filters differ in selectivity, so each scan is planned with its values.
  if (role === 'scan') return OWN;
  const isGeneral = generalPlans === 'all' || (generalPlans === 'reads' && role === 'read');
  const plans = { ...(isGeneral ? GENERAL : OWN), ...INDEXED };
  // Short reads must not sort or read an entire table, even if the table was small when they were planned.
  if (role === 'read') return { ...plans, ...UNSORTED };
  return role === 'attempt' ? { ...plans, ...UNSORTED, ...ALONE } : plans;
}

/**
 * Milliseconds that the server gives a statement of an attempt. Attempts share connections, so one of them may delay another
 * one for so long. They read few records, so only cold pages and plans, or large values, take longer.
 */
const ATTEMPT_MS = 50;

/** Scans end at their timeout even if a request to cancel them does not arrive. */
const TIMEOUTS: { readonly [Name in Role]?: number } = { attempt: ATTEMPT_MS, scan: SCAN_MS };

/** Returns the timeout of the role's statements, or the given one if it is shorter. Null: the role has none. */
export function timeoutOf(role: Role, given: number | false | undefined): number | null {
  const own = TIMEOUTS[role];
  if (own === undefined) return null;
  return Math.min(typeof given === 'number' && given > 0 ? given : own, own);
}
