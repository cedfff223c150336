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
import { sqliteEngine } from './sqlite-engine.ts';
import { weigh } from './weight.ts';

/** A chunk of a stream has this many rows, or fewer if they are large. */
const CHUNK_ROWS = 500;
const CHUNK_BYTES = 256 * 1024;
/** Pages kept, in kilobytes: those of the log, and of what is not mapped. */
const CACHE = 16_000;
/** How far scans stand back behind the main thread and the writer where they compete for a processor. */
const NICENESS = 5;
/**
 * Of the file, mapped: the system has these pages anyhow, so they take no memory besides, though each thread's count as the
 * process's own. Measured with a file of 64 MB: a scan takes as long as with all pages in a cache, and a third less than with few.
 */
const MAPPED_BYTES = 64 * 1024 * 1024;
/** A stream reads each page once. */
const STREAM_CACHE = 2_000;
/** Connections of ended streams kept for the next ones. */
const SPARE_CONNECTIONS = 2;

if (parentPort === null) throw new Error('scan-thread runs as a worker thread');
const port = parentPort;
const { path, state: shared }: ScanThreadOptions = workerData;
const state = new Int32Array(shared);
/** The message whose work runs, and when it has to be done. */
const current = { id: 0, deadline: Number.POSITIVE_INFINITY };
const connection = openConnection({ path, role: 'read', cache: CACHE, mapped: MAPPED_BYTES, requireTime });

// On Linux a priority is a thread's own: the main thread, which answers everyone, goes first.
if (process.platform === 'linux') setPriority(NICENESS);

/** A stream holds the moment it started at, so it has a connection to itself: other scans see newer data. */
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

/** Throws when the work that runs is not wanted any more, or has taken too long. */
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
