import { parentPort, workerData } from 'node:worker_threads';
import { type Row, runProgram, startOperation, startStream } from '@vitrine/storage-sql';
import { writeBackup } from './backup.ts';
import { type Connection, openConnection } from './connection.ts';
import { failureOf } from './errors.ts';
import type { ScanMessage, ScanReport, ThreadOptions } from './messages.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { weigh } from './weight.ts';

/** A chunk of a stream has this many rows, or fewer if they are large. */
const CHUNK_ROWS = 500;
const CHUNK_BYTES = 256 * 1024;
/** Pages of the database kept, in kilobytes: searches read the same ones over and over. */
const CACHE = 64_000;
/** Connections of ended streams kept for the next ones. */
const SPARE_CONNECTIONS = 2;

if (parentPort === null) throw new Error('scan-thread runs as a worker thread');
const port = parentPort;
const { path }: ThreadOptions = workerData;
const connection = openConnection({ path, role: 'read', cache: CACHE });

/** A stream holds the moment it started at, so it has a connection to itself: other scans see newer data. */
interface Stream {
  readonly rows: IterableIterator<Row>;
  readonly connection: Connection;
}

const streamsById = new Map<number, Stream>();
const spare: Connection[] = [];

port.on('message', (message: ScanMessage) => {
  const { id } = message;
  try {
    handle(message);
  } catch (error) {
    endStream(id);
    report({ id, failure: failureOf(error) });
  }
});

function report(message: ScanReport): void {
  port.postMessage(message);
}

function handle(message: ScanMessage): void {
  const { id } = message;
  switch (message.kind) {
    case 'run': {
      const program = startOperation(sqliteDialect, message.name, message.args);
      report({ id, result: runProgram(program, connection.execute) });
      break;
    }
    case 'stream': {
      const own = spare.pop() ?? openConnection({ path, role: 'read' });
      streamsById.set(id, {
        connection: own,
        rows: own.iterate(startStream(sqliteDialect, message.name, message.args)),
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
    case 'backup':
      writeBackup(path, message.destination);
      report({ id, result: null });
      break;
  }
}

function sendChunk(id: number): void {
  const stream = streamsById.get(id);
  if (stream === undefined) return;
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
