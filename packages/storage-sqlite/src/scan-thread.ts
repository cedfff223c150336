import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type ExportedRecords, UnavailableError } from '@vitrine/core/storage';
import {
  columnHost,
  type Export,
  type Row,
  runSteps,
  SCAN_MS,
  startExport,
  startOperation,
} from '@vitrine/storage-sql';
import { writeBackup } from './backup.ts';
import { columnConnection } from './column-connection.ts';
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
import { sqliteChanges } from './sqlite-changes.ts';
import { sqliteEngine } from './sqlite-engine.ts';

/** The lower priority of scans when they compete with the main thread and the writer for a processor. */
const NICENESS = 5;
/** The page cache of an export, which reads each page once. */
const EXPORT_CACHE = 2_000;
/** An id that no message has. */
const NO_MESSAGE = -2;
/** Connections of ended exports that are kept for later ones. */
const SPARE_CONNECTIONS = 2;

if (parentPort === null) throw new Error('scan-thread runs as a worker thread');
const port = parentPort;
const { path, state: shared, columns: columnOptions }: ScanThreadOptions = workerData;
const state = new Int32Array(shared);
/** The message whose work runs, and its deadline. */
const current = { id: 0, deadline: Number.POSITIVE_INFINITY };
const connection = openConnection({ path, role: 'read', cache: SCAN_CACHE, requireTime });
const prepareScan = choosePages(connection);
const columns =
  columnOptions === null
    ? null
    : columnHost({
        ...columnOptions,
        dialect: sqliteEngine,
        changes: sqliteChanges,
        time: { begin: (id, milliseconds) => begin(id ?? NO_MESSAGE, milliseconds), require: requireTime },
        open: () => columnConnection({ connection, requireTime, whileBusy }),
      });

// On Linux each thread has its own priority: the main thread, which serves all requests, has precedence.
if (process.platform === 'linux') setPriority(NICENESS);

/** An export reads a snapshot of its start, so it has its own connection: other scans see newer data. */
interface OpenExport {
  readonly rows: IterableIterator<Row>;
  readonly encoder: Export['encoder'];
  readonly connection: Connection;
}

const exportsById = new Map<number, OpenExport>();
const spare: Connection[] = [];

port.on('message', (message: ScanMessage) => {
  const { id } = message;
  whileBusy(() => {
    try {
      handle(message);
    } catch (error) {
      endExport(id);
      report({ id, failure: failureOf(error) });
    }
  });
});

function whileBusy<Result>(work: () => Result): Result {
  Atomics.store(state, STATE.busy, 1);
  try {
    return work();
  } finally {
    Atomics.store(state, STATE.busy, 0);
    Atomics.notify(state, STATE.busy);
  }
}

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
    case 'columns':
      if (columns === null) throw new Error('this thread keeps no columns');
      void columns.reply(message.request, message.milliseconds, id).then((result) => report({ id, result }));
      break;
    case 'export': {
      const { statement, encoder } = startExport(sqliteEngine, message.args);
      const own = spare.pop() ?? openConnection({ path, role: 'read', cache: EXPORT_CACHE, requireTime });
      exportsById.set(id, { connection: own, rows: own.iterate(statement), encoder });
      sendChunk(id);
      break;
    }
    case 'pull':
      sendChunk(id);
      break;
    case 'stop':
      endExport(id);
      break;
    case 'close':
      void columns?.close();
      for (const open of exportsById.keys()) endExport(open);
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
  const open = exportsById.get(id);
  if (open === undefined) return;
  begin(id, SCAN_MS);
  const { rows, encoder } = open;
  while (!encoder.isFull) {
    const { done, value } = rows.next();
    if (done) {
      endExport(id);
      reportChunk(id, encoder.end(), true);
      return;
    }
    encoder.add(value);
  }
  reportChunk(id, encoder.take(), false);
}

/** Reports a chunk. Its bytes are transferred, not copied. */
function reportChunk(id: number, chunk: ExportedRecords, done: boolean): void {
  port.postMessage({ id, chunk, done } satisfies ScanReport, [chunk.bytes.buffer]);
}

function endExport(id: number): void {
  const open = exportsById.get(id);
  if (open === undefined) return;
  exportsById.delete(id);
  open.rows.return?.();
  if (spare.length < SPARE_CONNECTIONS) spare.push(open.connection);
  else open.connection.close();
}
