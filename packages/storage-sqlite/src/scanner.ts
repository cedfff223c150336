import {
  type Caller,
  createTurns,
  type ExportedRecords,
  type Metric,
  RunningWork,
  requireWanted,
  settledWithin,
  UnavailableError,
} from '@vitrine/core/storage';
import { type ExportRecords, type OperationArgs, type OperationName, SCAN_MS } from '@vitrine/storage-sql';
import { createDelivery } from './delivery.ts';
import { closedError, errorOf } from './errors.ts';
import { exportChunks } from './export-chunks.ts';
import { type ScanMessage, TOO_LONG } from './messages.ts';
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
/** How long after its deadline a scan may run before its thread is abandoned. */
const GRACE_MS = 1_000;
/** An idle thread ends after this time, because it holds memory. */
const IDLE_MS = 10_000;
const IDLE_CHECK_MS = 1_000;
/** How long `close` waits for running scans before it cancels them, and then for their threads to end. */
const CLOSE_MS = { finish: 5_000, end: 1_500 };

export interface Scanner {
  /** Waits for a turn and runs the operation, within `SCAN_MS` in total. */
  run(name: OperationName, args: OperationArgs<OperationName>, caller: Caller): Promise<unknown>;
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
export function createScanner(path: string, threads: number): Scanner {
  const workers = new Set<ScanWorker>();
  const idle: ScanWorker[] = [];
  const exporters: ScanWorker[] = [];
  const deliver = createDelivery();
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

  /** Settles when the thread has returned a result or ended. */
  function ask(worker: ScanWorker, message: (id: number) => ScanMessage) {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const channel = worker.open({
      receive(report) {
        channel.end();
        if ('failure' in report) reject(errorOf(report.failure));
        else resolve('result' in report ? report.result : null);
      },
      fail(error) {
        channel.end();
        reject(error);
      },
    });
    channel.post(message(channel.id));
    return { answer: promise, channel };
  }

  async function run(name: OperationName, args: OperationArgs<OperationName>, caller: Caller) {
    const from = performance.now();
    const turn = await scans.take(caller);
    let worker = idle.pop();
    while (worker?.isLost) {
      workers.delete(worker);
      worker = idle.pop();
    }
    const thread = worker ?? start();
    const milliseconds = Math.max(1, SCAN_MS - (performance.now() - from));
    const { answer, channel } = ask(thread, (id) => ({ kind: 'run', id, name, args, milliseconds }));
    // The turn lasts as long as the thread is busy, even if the caller has left.
    const over = () => {
      release(thread);
      turn.end();
    };
    answer.then(over, over);
    return within(
      answer,
      milliseconds + GRACE_MS,
      caller.signal,
      () => channel.cancel(),
      () => void thread.end(),
    );
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
      await ask(worker, (id) => ({ kind: 'backup', id, destination })).answer;
    } finally {
      workers.delete(worker);
      await worker.end();
    }
  }

  return {
    run: (name, args, caller) => runs.track(run(name, args, caller)),
    export: exportRecords,
    backup: (destination) => runs.track(backup(destination)),
    metrics: () => [
      { name: 'vitrine_scan_threads', help: THREADS, kind: 'gauge', value: workers.size },
      ...scans.metrics(),
      ...exports.metrics(),
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
      workers.clear();
      await settledWithin(ends, CLOSE_MS.end);
    },
  };
}

function dropLost(workers: ScanWorker[]): void {
  workers.splice(0, workers.length, ...workers.filter(({ isLost }) => !isLost));
}

const THREADS = 'Threads for searches, counts, exports and backups.';

/**
 * Returns the result. If the signal aborts first, calls `cancel` and throws the signal's reason. If the deadline passes first,
 * calls `giveUp`.
 */
function within<Answer>(
  answer: Promise<Answer>,
  milliseconds: number,
  signal: AbortSignal | undefined,
  cancel: () => void,
  giveUp: () => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new UnavailableError(TOO_LONG));
      giveUp();
    }, milliseconds);
    const leave = () => {
      reject(signal?.reason);
      cancel();
    };
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    };
    answer.then(resolve, reject).finally(end);
    signal?.addEventListener('abort', leave, { once: true });
    if (signal?.aborted) leave();
  });
}
