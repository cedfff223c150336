import {
  type Caller,
  createTurns,
  type ExportedRecords,
  type Metric,
  RunningWork,
  requireWanted,
  settledWithin,
} from '@vitrine/core/storage';
import {
  type ColumnOptions,
  columnQuestion,
  type ExportRecords,
  type FindRecords,
  type FoundRecords,
  type OperationArgs,
  type OperationName,
  SCAN_MS,
} from '@vitrine/storage-sql';
import { closedError } from '../connections/errors.ts';
import { columnWorker, type ReadCandidates } from './column-worker.ts';
import { createDelivery } from './delivery.ts';
import { exportChunks } from './export-chunks.ts';
import { requestScan, resultWithin } from './scan-request.ts';
import { type ScanWorker, startScanWorker } from './scan-worker.ts';

/** The maximum number of callers that wait for a thread, over all accounts. */
const WAITING_MAX = 1_000;
/** Additional threads for accounts without a running scan. */
const RESERVED_THREADS = 1;
/**
 * The maximum number of concurrent exports of one account and of all, and further ones for accounts without an export. Each
 * export keeps the log of the database from being truncated.
 */
const EXPORTS = { perAccount: 2, atOnce: 4, reserved: 2, waiting: 100 };
/** Threads that exports share. A chunk of an export takes some milliseconds. */
const EXPORT_THREADS = 2;
/** An idle thread ends after this time, because it holds memory. */
const IDLE_MS = 10_000;
const IDLE_CHECK_MS = 1_000;
/** How long `close` waits for running scans before it cancels them, and then for their threads to end. */
const CLOSE_MS = { finish: 5_000, end: 1_500 };

export interface ScannerOptions {
  readonly threads: number;
  /** Null: no columns are kept. */
  readonly columns: ColumnOptions | null;
}

export interface Scanner {
  /** Waits for a turn and runs the operation, within `SCAN_MS` in total. */
  run(name: OperationName, args: OperationArgs<OperationName>, caller: Caller): Promise<unknown>;
  /** Finds a page without a scan, if few records can be on it. Null: a scan has to find it. */
  lookUp(args: FindRecords, read: ReadCandidates): FoundRecords | null;
  export(args: ExportRecords, caller: Caller): AsyncIterable<ExportedRecords>;
  /** Runs in a separate thread, without a deadline. */
  backup(destination: string): Promise<void>;
  metrics(): Metric[];
  /** Waits a short time for running scans, then cancels them, ends exports with an error, and ends the threads. */
  close(): Promise<void>;
}

/**
 * Creates the main thread's side of the scan threads. A thread runs one scan at a time. Threads start when they are needed: at
 * most `threads`, and one more for accounts without a running scan. Exports have separate threads.
 */
export function createScanner(path: string, { threads, columns: columnOptions }: ScannerOptions): Scanner {
  const workers = new Set<ScanWorker>();
  const idle: ScanWorker[] = [];
  const exporters: ScanWorker[] = [];
  const deliver = createDelivery();
  const columns = columnOptions === null ? null : columnWorker(path, columnOptions, deliver);
  const runs = new RunningWork();
  let idleCheck: NodeJS.Timeout | undefined;
  const failures = new Set<(error: Error) => void>();
  const scans = createTurns({
    queue: 'scans',
    atOnce: threads,
    reserved: RESERVED_THREADS,
    waiting: WAITING_MAX,
    waitMax: SCAN_MS,
    refusal: 'Too many searches are waiting.',
  });
  const exports = createTurns({
    queue: 'exports',
    ...EXPORTS,
    waitMax: SCAN_MS,
    refusal: 'Too many exports are in progress.',
  });

  function start(): ScanWorker {
    const worker = startScanWorker(path, deliver);
    workers.add(worker);
    idleCheck ??= setInterval(endIdle, IDLE_CHECK_MS).unref();
    return worker;
  }

  function endIdle(): void {
    const before = performance.now() - IDLE_MS;
    for (const worker of workers) {
      if (worker.idleSince === null || worker.idleSince > before) continue;
      workers.delete(worker);
      void runs.track(worker.end());
    }
    dropLost(idle);
    dropLost(exporters);
    if (workers.size > 0) return;
    clearInterval(idleCheck);
    idleCheck = undefined;
  }

  function release(worker: ScanWorker): void {
    if (worker.isLost) workers.delete(worker);
    else idle.push(worker);
  }

  async function run(name: OperationName, args: OperationArgs<OperationName>, caller: Caller) {
    const from = performance.now();
    const left = () => Math.max(1, SCAN_MS - (performance.now() - from));
    const turn = await scans.take(caller);
    const question = columnQuestion(name, args);
    if (question !== null && columns !== null) {
      try {
        const result = await columns.ask(question, { milliseconds: left(), signal: caller.signal });
        if (result !== undefined) {
          turn.end();
          return result;
        }
      } catch (error) {
        turn.end();
        throw error;
      }
    }
    let worker = idle.pop();
    while (worker?.isLost) {
      workers.delete(worker);
      worker = idle.pop();
    }
    const thread = worker ?? start();
    const milliseconds = left();
    const startedAt = performance.now();
    const request = requestScan(thread, (id) => ({ kind: 'run', id, name, args, milliseconds }));
    // The turn lasts as long as the thread is busy, even if the caller has left.
    const over = () => {
      release(thread);
      turn.end();
      if (question !== null) columns?.note(question, performance.now() - startedAt);
    };
    request.answer.then(over, over);
    return resultWithin(request, thread, milliseconds, caller.signal);
  }

  /** Returns the exporter with the fewest exports, or a new one if all have exports and another thread may start. */
  function pickExporter(): ScanWorker {
    dropLost(exporters);
    const [best] = exporters.toSorted((a, b) => a.load - b.load);
    if (best !== undefined && (best.load === 0 || exporters.length >= EXPORT_THREADS)) return best;
    const another = start();
    exporters.push(another);
    return another;
  }

  async function* exportRecords(args: ExportRecords, caller: Caller): AsyncGenerator<ExportedRecords> {
    const turn = await exports.take(caller);
    try {
      requireWanted(caller);
      yield* exportChunks(pickExporter(), { args, signal: caller.signal, failures });
    } finally {
      turn.end();
    }
  }

  async function backup(destination: string): Promise<void> {
    const worker = start();
    try {
      await requestScan(worker, (id) => ({ kind: 'backup', id, destination })).answer;
    } finally {
      workers.delete(worker);
      await worker.end();
    }
  }

  return {
    run: (name, args, caller) => runs.track(run(name, args, caller)),
    lookUp: (args, read) => columns?.lookUp(args, read) ?? null,
    export: exportRecords,
    backup: (destination) => runs.track(backup(destination)),
    metrics: () => [
      { name: 'vitrine_scan_threads', help: THREADS, kind: 'gauge', value: workers.size },
      ...scans.metrics(),
      ...exports.metrics(),
      ...(columns?.metrics() ?? []),
    ],
    async close() {
      scans.close(closedError());
      exports.close(closedError());
      clearInterval(idleCheck);
      for (const fail of failures) fail(closedError());
      await runs.settled(CLOSE_MS.finish);
      for (const worker of workers) worker.cancelAll();
      await runs.settled(CLOSE_MS.end);
      const ends = [...workers].map((worker) => worker.end());
      if (columns !== null) ends.push(columns.end());
      workers.clear();
      await settledWithin(ends, CLOSE_MS.end);
    },
  };
}

function dropLost(workers: ScanWorker[]): void {
  workers.splice(0, workers.length, ...workers.filter(({ isLost }) => !isLost));
}

const THREADS = 'Threads for searches, counts, exports and backups.';
