import { parentPort, workerData } from 'node:worker_threads';
import { UnavailableError } from '@vitrine/core/adapter';
import { lowerPriority } from '@vitrine/core/node';
import { columnHost, runSteps, SCAN_MS, startOperation } from '@vitrine/storage-sql';
import { writeBackup } from './backup.ts';
import { type Connection, openConnection } from './connections/connection.ts';
import { failureOf, readFailureOf } from './connections/errors.ts';
import { sqliteChanges } from './dialect/sqlite-changes.ts';
import { sqliteEngine } from './dialect/sqlite-engine.ts';
import { isLogLarge } from './log-watch.ts';
import {
  EVERYTHING_CANCELLED,
  type ScanMessage,
  type ScanReport,
  type ScanThreadOptions,
  STATE,
  TOO_LONG,
} from './messages.ts';
import { type OpenExport, openExport } from './open-export.ts';
import { columnConnection } from './scans/column-connection.ts';
import { choosePages, SCAN_CACHE } from './scans/scan-pages.ts';

/**
 * By how much scans come after the main thread and the writer when they compete for a processor. The reserve serves an
 * account that has one scan, while those of others fill the other threads.
 */
const NICENESS = { shared: 7, reserve: 2 };
/** The page cache of an export, which reads each page once. */
const EXPORT_CACHE = 2_000;
/** Milliseconds between two looks at the size of the log while there are exports. */
const LOG_CHECK_MS = 250;
/** An id that no message has. */
const NO_MESSAGE = -2;
/** Connections of ended exports that are kept for later ones. */
const SPARE_CONNECTIONS = 2;

if (parentPort === null) throw new Error('scan-thread runs as a worker thread');
const port = parentPort;
const { path, state: shared, columns: columnOptions, role }: ScanThreadOptions = workerData;
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

// The main thread, which serves all requests, has precedence.
lowerPriority(NICENESS[role]);

/** An export reads a snapshot of its start, so it has its own connection: other scans see newer data. */
const exportsById = new Map<number, OpenExport>();
const spare: Connection[] = [];
let logCheck: NodeJS.Timeout | undefined;

port.on('message', (message: ScanMessage) => {
  const { id } = message;
  whileBusy(() => {
    try {
      handle(message);
    } catch (error) {
      endExport(id);
      report({ id, failure: message.kind === 'backup' ? failureOf(error) : readFailureOf(error) });
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
      const own = spare.pop() ?? openConnection({ path, role: 'read', cache: EXPORT_CACHE, requireTime });
      exportsById.set(id, openExport(own, message.args));
      logCheck ??= setInterval(releaseSnapshots, LOG_CHECK_MS).unref();
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
  const { chunk, done } = open.read();
  if (done) endExport(id);
  else if (isLogLarge(path)) open.release();
  // The bytes are transferred, not copied.
  port.postMessage({ id, chunk, done } satisfies ScanReport, [chunk.bytes.buffer]);
}

/**
 * Lets all exports go on in a newer snapshot if the log has grown: however slowly their readers are, and however their
 * exports overlap, there is then a moment in which the log can be written back.
 */
function releaseSnapshots(): void {
  if (!isLogLarge(path)) return;
  for (const open of exportsById.values()) open.release();
}

function endExport(id: number): void {
  const open = exportsById.get(id);
  if (open === undefined) return;
  exportsById.delete(id);
  open.release();
  if (exportsById.size === 0) {
    clearInterval(logCheck);
    logCheck = undefined;
  }
  if (spare.length < SPARE_CONNECTIONS) spare.push(open.connection);
  else open.connection.close();
}
