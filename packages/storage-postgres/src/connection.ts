import { type Row, SCAN_MS, type Statement } from '@vitrine/storage-sql';
import pg from 'pg';
import { toParameter } from './array-literal.ts';
import { requestCancel } from './cancel-request.ts';

/** What the connections of one group are for; decides how the server plans on them. */
export type Role = 'read' | 'write' | 'scan';

export interface ConnectionOptions {
  readonly config: pg.ClientConfig;
  readonly role: Role;
  /** Called once, when the connection can't be used any more; what was in flight has failed by then or fails soon. */
  onEnd(): void;
}

/**
 * One connection. Statements may be sent while others are under way: they run one after the other, each in a
 * transaction of its own unless `BEGIN` was sent, and cost no round trip of waiting (pg's pipeline mode).
 */
export interface Connection {
  /** Statements that are under way. */
  readonly depth: number;
  /** It has prepared as many statements as one connection should hold and is better replaced when it is idle. */
  readonly worn: boolean;
  readonly ended: boolean;
  /** When it was open, by `performance.now()`. */
  readonly openedAt: number;
  execute(statement: Statement): Promise<readonly Row[]>;
  /**
   * Asks the server to end what runs, over a connection of its own. Once this resolves with true and what ran has settled, the
   * connection can be used again; else it is to be destroyed, because the request may arrive later. Never rejects.
   */
  cancel(): Promise<boolean>;
  /** Waits for what is under way, then ends it. */
  close(): Promise<void>;
  /** Ends it at once. */
  destroy(): void;
}

/** Each holds a plan in the server's memory, some kilobytes. Texts are few, but filters and shapes make more. */
const STATEMENTS_KEPT = 400;
/** A plan for every value: pages and look-ups along an index have one good plan, and planning costs more than they do. */
const INDEXED = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_bitmapscan=off';

const PLANNING: Readonly<Record<Role, string>> = {
  // Nothing on this lane is meant to sort or to read a whole table, however small the table was when it was planned.
  read: `${INDEXED} -c enable_sort=off`,
  write: INDEXED,
  // Filters differ in how much they let pass, so each is planned with its values.
  scan: '-c plan_cache_mode=force_custom_plan',
};

/** What a server that commits before the disk has it would forget is not answered; stricter settings stay. */
const DURABLE =
  "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'";

/** Opens a connection. Rejects when the server can't be reached or refuses. */
export async function openConnection({ config, role, onEnd }: ConnectionOptions): Promise<Connection> {
  const scans = role === 'scan';
  const client = new pg.Client({
    ...config,
    ...(scans ? { statement_timeout: scanTimeout(config) } : {}),
    options: [PLANNING[role], config.options].filter(Boolean).join(' '),
    types: { getTypeParser },
    pipeline: true,
    keepAlive: true,
  } as pg.ClientConfig);
  const namesByText = new Map<string, string>();
  let depth = 0;
  let ended = false;

  function end(): void {
    if (ended) return;
    ended = true;
    onEnd();
  }

  client.on('error', end);
  client.on('end', end);
  await client.connect();
  const openedAt = performance.now();
  if (role === 'write') await client.query(DURABLE);

  /** Statements of scans are planned for their values, so keeping them prepared gains nothing. */
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
    get worn() {
      return namesByText.size >= STATEMENTS_KEPT;
    },
    get ended() {
      return ended;
    },
    openedAt,
    async execute({ text, values }) {
      depth++;
      try {
        const name = nameOf(text);
        const query = { text, values: values.map(toParameter), rowMode: 'array' as const };
        const { rows, fields, rowCount } = await client.query(
          name === undefined ? query : { ...query, name },
        );
        // A write without RETURNING answers how many rows it changed.
        return fields.length === 0 ? [[rowCount ?? 0]] : rows;
      } finally {
        depth--;
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

/** Scans end by themselves at their time, also where a request to cancel them does not arrive. */
function scanTimeout({ statement_timeout: given }: pg.ClientConfig): number {
  return Math.min(typeof given === 'number' && given > 0 ? given : SCAN_MS, SCAN_MS);
}

/** int2, int4, int8, float4, float8, numeric. */
const NUMBERS = new Set([21, 23, 20, 700, 701, 1700]);

const BYTEA = 17;

/** Rows hold text, numbers, bytes and nulls only. Whole numbers stay below 2^53, as the layout says. */
function getTypeParser(type: number): (value: string) => string | number | Uint8Array {
  if (type === BYTEA) return fromHex;
  return NUMBERS.has(type) ? Number : String;
}

/** `\\x` and two digits a byte. */
function fromHex(value: string): Uint8Array {
  return Buffer.from(value.slice(2), 'hex');
}
