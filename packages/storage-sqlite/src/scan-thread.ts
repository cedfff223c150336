import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { UnavailableError } from '@vitrine/core/storage';
import { type Row, runSteps, SCAN_MS, startOperation, startStream } from '@vitrine/storage-sql';
import { writeBackup } from './backup.ts';
import { type Connection, openConnection } from './connection.ts';
import { failureOf } from './errors.ts';
import {
  EVERYTHING_CANCELLED,
  type ScanMessage,
  type ScanReport,
  type ScanThreadOptions,
  STATE,
  TOO_LONG,
} from './messages.ts';
import { choosePages, SCAN_CACHE } from './scan-pages.ts';
import { sqliteEngine } from './sqlite-engine.ts';
import { weigh } from './weight.ts';

/** The rows of a chunk of a stream. Chunks of large rows have fewer. */
const CHUNK_ROWS = 500;
const CHUNK_BYTES = 256 * 1024;
/** The lower priority of scans when they compete with the main thread and the writer for a processor. */
const NICENESS = 5;
/** The page cache of a stream, which reads each page once. */
const STREAM_CACHE = 2_000;
/** Connections of ended streams that are kept for later ones. */
const SPARE_CONNECTIONS = 2;

if (parentPort === null) throw new Error('scan-thread runs as a worker thread');
const port = parentPort;
const { path, state: shared }: ScanThreadOptions = workerData;
const state = new Int32Array(shared);
/** The message whose work runs, and its deadline. */
const current = { id: 0, deadline: Number.POSITIVE_INFINITY };
const connection = openConnection({ path, role: 'read', cache: SCAN_CACHE, requireTime });
const prepareScan = choosePages(connection);

// On Linux each thread has its own priority: the main thread, which serves all requests, has precedence.
if (process.platform === 'linux') setPriority(NICENESS);

/** A stream reads a snapshot of its start, so it has its own connection: other scans see newer data. */
interface Stream {
  readonly rows: IterableIterator<Row>;
  readonly connection: Connection;
}

const streamsById = new Map<number, Stream>();
const spare: Connection[] = [];

port.on('message', (message: ScanMessage) => {
  const { id } = message;
  Atomics.store(state, STATE.busy, 1);
  try {
    handle(message);
  } catch (error) {
    endStream(id);
    report({ id, failure: failureOf(error) });
  } finally {
    Atomics.store(state, STATE.busy, 0);
    Atomics.notify(state, STATE.busy);
  }
});

function report(message: ScanReport): void {
  port.postMessage(message);
}

/** Throws if the running work was cancelled or its deadline has passed. */
function requireTime(): void {
  const cancelled = Atomics.load(state, STATE.cancelled);
  if (cancelled === current.id || cancelled === EVERYTHING_CANCELLED) {
    throw new UnavailableError('The search was cancelled.');
  }
  if (performance.now() > current.deadline) throw new UnavailableError(TOO_LONG);
}

function begin(id: number, milliseconds: number): void {
  current.id = id;
  current.deadline = performance.now() + milliseconds;
}

function handle(message: ScanMessage): void {
  const { id } = message;
  switch (message.kind) {
    case 'run': {
      begin(id, message.milliseconds);
      prepareScan();
      const program = startOperation(sqliteEngine, message.name, message.args);
      const result = runSteps(program, (statement) => {
        requireTime();
        return connection.execute(statement);
      });
      report({ id, result });
      break;
    }
    case 'stream': {
      const own = spare.pop() ?? openConnection({ path, role: 'read', cache: STREAM_CACHE, requireTime });
      streamsById.set(id, {
        connection: own,
        rows: own.iterate(startStream(sqliteEngine, message.name, message.args)),
      });
      sendChunk(id);
      break;
    }
    case 'pull':
      sendChunk(id);
      break;
    case 'stop':
      endStream(id);
      break;
    case 'close':
      for (const open of streamsById.keys()) endStream(open);
      for (const each of [connection, ...spare]) each.close();
      port.close();
      break;
    case 'backup':
      writeBackup(path, message.destination);
      report({ id, result: null });
      break;
  }
}

function sendChunk(id: number): void {
  const stream = streamsById.get(id);
  if (stream === undefined) return;
  begin(id, SCAN_MS);
  const rows: Row[] = [];
  let bytes = 0;
  while (rows.length < CHUNK_ROWS && bytes < CHUNK_BYTES) {
    const { done, value } = stream.rows.next();
    if (done) {
      endStream(id);
      report({ id, rows, done: true });
      return;
    }
    rows.push(value);
    bytes += weigh(value);
  }
  report({ id, rows, done: false });
}

function endStream(id: number): void {
  const stream = streamsById.get(id);
  if (stream === undefined) return;
  streamsById.delete(id);
  stream.rows.return?.();
  if (spare.length < SPARE_CONNECTIONS) spare.push(stream.connection);
  else stream.connection.close();
}
