import { type Row, SCAN_MS, type Statement } from '@vitrine/storage-sql';
import pg from 'pg';
import { toParameter } from '../dialect/array-literal.ts';
import { requestCancel } from './cancel-request.ts';
import { isReadOnly } from './errors.ts';

/** The purpose of the connections of a pool, which decides how the server plans their statements. */
export type Role = 'read' | 'attempt' | 'write' | 'scan';

/** The short statements that have one plan for all values: all of them, those of connections for reads, or none. */
export type GeneralPlans = 'all' | 'reads' | 'none';

/** How to reach a server, and how it plans. */
export interface ServerConfig extends pg.ClientConfig {
  /** As in `BackendProfile`. Default `all`. */
  readonly generalPlans?: GeneralPlans;
}

export interface ConnectionOptions {
  readonly config: ServerConfig;
  readonly role: Role;
  /** Called once, when the connection can no longer be used. Statements in flight have failed or fail soon. */
  onEnd(): void;
  /** Called when the server refuses a write because it only reads. */
  onReadOnly?(): void;
}

/**
 * One connection. Statements may be sent while others are in flight: they run in order, each in its own transaction unless
 * `BEGIN` was sent, without waiting for a round trip between them (pg's pipeline mode).
 */
export interface Connection {
  /** The number of statements in flight. */
  readonly depth: number;
  /**
   * The time of `performance.now()` of the last response, or of the first statement in flight if that was sent later.
   * Null: nothing is in flight.
   */
  readonly waitingSince: number | null;
  /** The connection holds the maximum number of prepared statements and should be replaced when it is idle. */
  readonly worn: boolean;
  readonly ended: boolean;
  /** The time of `performance.now()` when the connection was opened. */
  readonly openedAt: number;
  execute(statement: Statement): Promise<readonly Row[]>;
  /**
   * Asks the server, over a separate connection, to cancel the running statement. If this resolves with true and the
   * statement has settled, the connection can be used again. Otherwise it must be destroyed, because the request may still
   * arrive. Never rejects.
   */
  cancel(): Promise<boolean>;
  /** Waits for statements in flight, then ends the connection. */
  close(): Promise<void>;
  /** Ends the connection at once. */
  destroy(): void;
}

/** The maximum number of prepared statements. Each holds a plan of some kilobytes in the server. */
const STATEMENTS_KEPT = 400;
/** Pages and look-ups along an index have one good plan for all values, and planning costs more than they do. */
const GENERAL = '-c plan_cache_mode=force_generic_plan';
/** A plan for the values of each execution. */
const OWN = '-c plan_cache_mode=force_custom_plan';
const INDEXED = '-c enable_seqscan=off -c enable_bitmapscan=off';

/** Starting a parallel worker takes longer than an attempt. */
const ALONE = '-c max_parallel_workers_per_gather=0';

function planning(role: Role, generalPlans: GeneralPlans): string {
  // Filters differ in selectivity, so each scan is planned with its values.
  if (role === 'scan') return OWN;
  const isGeneral = generalPlans === 'all' || (generalPlans === 'reads' && role === 'read');
  const plans = `${isGeneral ? GENERAL : OWN} ${INDEXED}`;
  // Short reads must not sort or read an entire table, even if the table was small when they were planned.
  if (role === 'read') return `${plans} -c enable_sort=off`;
  return role === 'attempt' ? `${plans} -c enable_sort=off ${ALONE}` : plans;
}

/** Writes are acknowledged only when they are on disk. Stricter settings of the server stay. */
const DURABLE =
  "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";

/** Opens a connection. Rejects if the server can't be reached or refuses the connection. */
export async function openConnection({
  config,
  role,
  onEnd,
  onReadOnly,
}: ConnectionOptions): Promise<Connection> {
  const scans = role === 'scan';
  const client = new pg.Client({
    ...config,
    ...timeoutOf(role, config),
    options: [planning(role, config.generalPlans ?? 'all'), config.options].filter(Boolean).join(' '),
    types: { getTypeParser },
    pipeline: true,
    keepAlive: true,
  } as pg.ClientConfig);
  const namesByText = new Map<string, string>();
  let depth = 0;
  let heardAt = 0;
  let ended = false;

  function end(): void {
    if (ended) return;
    ended = true;
    onEnd();
  }

  client.on('error', end);
  client.on('end', end);
  await client.connect();
  const holdWrites = writesTogether(client);
  const openedAt = performance.now();
  if (role === 'write') await client.query(DURABLE);

  /** Statements of scans are planned for their values, so preparing them has no benefit. */
  function nameOf(text: string): string | undefined {
    if (scans) return undefined;
    let name = namesByText.get(text);
    if (name === undefined) {
      name = `v${namesByText.size}`;
      namesByText.set(text, name);
    }
    return name;
  }

  return {
    get depth() {
      return depth;
    },
    get waitingSince() {
      return depth === 0 ? null : heardAt;
    },
    get worn() {
      return namesByText.size >= STATEMENTS_KEPT;
    },
    get ended() {
      return ended;
    },
    openedAt,
    async execute({ text, values }) {
      if (depth === 0) heardAt = performance.now();
      depth++;
      try {
        const name = nameOf(text);
        const query = { text, values: values.map(toParameter), rowMode: 'array' as const };
        holdWrites();
        return rowsOf(await client.query(name === undefined ? query : { ...query, name }));
      } catch (error) {
        if (isReadOnly(error)) onReadOnly?.();
        throw error;
      } finally {
        depth--;
        heardAt = performance.now();
      }
    },
    cancel: () => requestCancel(client),
    async close() {
      await client.end();
      end();
    },
    destroy() {
      end();
      client.connection.stream.destroy();
    },
  };
}

/**
 * Returns a function that holds what the client writes until the event loop has handled the events at hand. The
 * statements of that time leave in one system call, which costs as much as several statements.
 */
function writesTogether(client: pg.Client): () => void {
  let holds = false;
  return () => {
    if (holds) return;
    holds = true;
    const { stream } = client.connection;
    stream.cork();
    setImmediate(() => {
      holds = false;
      stream.uncork();
    });
  };
}

/** Returns the rows of a result. A write without RETURNING returns the number of changed rows. */
export function rowsOf({ rows, fields, rowCount }: pg.QueryArrayResult): readonly Row[] {
  return fields.length === 0 ? [[rowCount ?? 0]] : rows;
}

/** Opens a connection and ends it again. Rejects if the server can't be reached or refuses it. */
export async function reach(config: ServerConfig): Promise<void> {
  const connection = await openConnection({ config, role: 'read', onEnd: () => undefined });
  await connection.close();
}

/**
 * Milliseconds that the server gives a statement of an attempt. Attempts share connections, so one of them may delay another
 * one for so long. They read few records, so only cold pages and plans, or large values, take longer.
 */
const ATTEMPT_MS = 50;

/** Scans end at their timeout even if a request to cancel them does not arrive. */
const TIMEOUTS: { readonly [Name in Role]?: number } = { attempt: ATTEMPT_MS, scan: SCAN_MS };

/** Returns the timeout of the role's statements, or that of the configuration if it is shorter. */
function timeoutOf(role: Role, { statement_timeout: given }: pg.ClientConfig): pg.ClientConfig {
  const own = TIMEOUTS[role];
  if (own === undefined) return {};
  return { statement_timeout: Math.min(typeof given === 'number' && given > 0 ? given : own, own) };
}

/** int2, int4, int8, float4, float8, numeric. */
const NUMBERS = new Set([21, 23, 20, 700, 701, 1700]);

const BYTEA = 17;

/** Cells are text, numbers, bytes or null. The layout keeps whole numbers below 2^53. */
export function getTypeParser(type: number): (value: string) => string | number | Uint8Array {
  if (type === BYTEA) return fromHex;
  return NUMBERS.has(type) ? Number : String;
}

/** `\\x`, then two digits for each byte. */
function fromHex(value: string): Uint8Array {
  return Buffer.from(value.slice(2), 'hex');
}
