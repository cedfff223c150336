import type { Row, Statement } from '@vitrine/storage-sql';
import pg from 'pg';
import { toParameter } from '../../dialect/array-literal.ts';
import { requestCancel } from './cancel-request.ts';
import { isReadOnly } from './errors.ts';
import { type GeneralPlans, planningOf, type Role, timeoutOf } from './role-settings.ts';

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

/** Writes are acknowledged only when they are on disk. Stricter settings of the server stay. */
export const DURABLE =
  "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";

/** Opens a connection. Rejects if the server can't be reached or refuses the connection. */
export async function openConnection({
  config,
  role,
  onEnd,
  onReadOnly,
}: ConnectionOptions): Promise<Connection> {
  const timeout = timeoutOf(role, config.statement_timeout);
  const planning = planningOf(role, config.generalPlans ?? 'all');
  const settings = Object.entries(planning).map(([name, value]) => `-c ${name}=${value}`);
  const client = new pg.Client({
    ...config,
    ...(timeout === null ? {} : { statement_timeout: timeout }),
    options: [...settings, config.options].filter(Boolean).join(' '),
    pipeline: true,
    keepAlive: true,
  } as pg.ClientConfig);
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
  const connection = connectionOf({
    client,
    send(query) {
      holdWrites();
      return client.query(query);
    },
    // Statements of scans are planned for their values, so preparing them has no benefit.
    names: role === 'scan' ? null : statementNames('v'),
    onReadOnly,
    isEnded: () => ended,
    async close() {
      await client.end();
      end();
    },
    destroy() {
      end();
      client.connection.stream.destroy();
    },
  });
  if (role === 'write') await client.query(DURABLE);
  return connection;
}

/** The names of the prepared statements of a session by their text. */
export interface StatementNames {
  readonly count: number;
  of(text: string): string;
}

/** @param prefix of the names, which no other statement of the session has. */
export function statementNames(prefix: string): StatementNames {
  const namesByText = new Map<string, string>();
  return {
    get count() {
      return namesByText.size;
    },
    of(text) {
      let name = namesByText.get(text);
      if (name === undefined) {
        name = `${prefix}${namesByText.size}`;
        namesByText.set(text, name);
      }
      return name;
    },
  };
}

/** A connected client, and what is done with it beside statements. */
interface ClientUse extends Pick<Connection, 'close' | 'destroy'> {
  readonly client: pg.ClientBase;
  send(query: pg.QueryArrayConfig): Promise<pg.QueryArrayResult>;
  /** Null: statements are not prepared. */
  readonly names: StatementNames | null;
  readonly onReadOnly?: (() => void) | undefined;
  isEnded(): boolean;
}

/** Returns a client as a connection. */
export function connectionOf({
  client,
  send,
  names,
  onReadOnly,
  isEnded,
  close,
  destroy,
}: ClientUse): Connection {
  const openedAt = performance.now();
  let depth = 0;
  let heardAt = 0;
  return {
    get depth() {
      return depth;
    },
    get waitingSince() {
      return depth === 0 ? null : heardAt;
    },
    get worn() {
      return names !== null && names.count >= STATEMENTS_KEPT;
    },
    get ended() {
      return isEnded();
    },
    openedAt,
    async execute({ text, values }) {
      if (depth === 0) heardAt = performance.now();
      depth++;
      try {
        const query = { ...rowQuery(text, values), ...(names === null ? {} : { name: names.of(text) }) };
        return rowsOf(await send(query));
      } catch (error) {
        if (isReadOnly(error)) onReadOnly?.();
        throw error;
      } finally {
        depth--;
        heardAt = performance.now();
      }
    },
    cancel: () => requestCancel(client),
    close,
    destroy,
  };
}

/** Returns a query for `rowsOf`. */
export function rowQuery(text: string, values: Statement['values']): pg.QueryArrayConfig {
  return { text, values: values.map(toParameter), rowMode: 'array', types: TYPES };
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

/** int2, int4, int8, float4, float8, numeric. */
const NUMBERS = new Set([21, 23, 20, 700, 701, 1700]);

const BYTEA = 17;

/** Cells are text, numbers, bytes or null. The layout keeps whole numbers below 2^53. */
function getTypeParser(type: number): (value: string) => string | number | Uint8Array {
  if (type === BYTEA) return fromHex;
  return NUMBERS.has(type) ? Number : String;
}

/** `\\x`, then two digits for each byte. */
function fromHex(value: string): Uint8Array {
  return Buffer.from(value.slice(2), 'hex');
}

const TYPES = { getTypeParser };
