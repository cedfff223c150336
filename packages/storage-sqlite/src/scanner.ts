import {
  type Caller,
  createTurns,
  type Metric,
  RunningWork,
  requireWanted,
  settledWithin,
  UnavailableError,
} from '@vitrine/core/storage';
import {
  type OperationArgs,
  type OperationName,
  type Row,
  SCAN_MS,
  type StreamArgs,
  type StreamName,
} from '@vitrine/storage-sql';
import { closedError, errorOf } from './errors.ts';
import { type ScanMessage, TOO_LONG } from './messages.ts';
import { type ScanWorker, startScanWorker } from './scan-worker.ts';
import { streamRows } from './stream-rows.ts';

/** Callers that wait for a thread, over all accounts. */
const WAITING_MAX = 1_000;
/** Threads beyond the usual number, for accounts that have no scan running. */
const RESERVED_THREADS = 1;
/** Exports under way of one account, of all, and beyond that of accounts that have none. Each pins the log of the database. */
const EXPORTS = { perAccount: 2, atOnce: 4, reserved: 2, waiting: 100 };
/** Threads that exports share; each of their chunks takes some milliseconds. */
const EXPORT_THREADS = 2;
/** How long after its time a scan may go on before its thread is given up. */
const GRACE_MS = 1_000;
/** A thread without work for so long is ended, because of the memory that it holds. */
const IDLE_MS = 10_000;
const IDLE_CHECK_MS = 1_000;
/** How long `close` waits for scans that run before it cancels them, and then for their threads to end. */
const CLOSE_MS = { finish: 5_000, end: 1_500 };

export interface Scanner {
  /** Waits for a turn and runs the operation, within `SCAN_MS` in all. */
  run(name: OperationName, args: OperationArgs<OperationName>, caller: Caller): Promise<unknown>;
  stream(name: StreamName, args: StreamArgs<StreamName>, caller: Caller): AsyncIterable<readonly Row[]>;
  /** In a thread of its own, without a limit of time. */
  backup(destination: string): Promise<void>;
  metrics(): Metric[];
  /** Waits for the scans that run, but not for long; cancels them then, ends streams with an error, and ends the threads. */
  close(): Promise<void>;
}

/**
 * The main thread's side of the scan threads. One scan at a time runs in a thread; threads are started as they are needed, at most
 * `threads`, and one for accounts that have none running. Exports have threads of their own.
 */
export function createScanner(path: string, threads: number): Scanner {
  const workers = new Set<ScanWorker>();
  const idle: ScanWorker[] = [];
  const exporters: ScanWorker[] = [];
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
    const worker = startScanWorker(path);
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

  /** Settles when the thread has answered or is gone. */
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
    // The turn lasts for as long as the thread is busy, also when nobody waits for its answer any more.
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

  /** The exporter with the fewest streams; another one where all have some and more may be started. */
  function pickExporter(): ScanWorker {
    dropLost(exporters);
    const [best] = exporters.toSorted((a, b) => a.load - b.load);
    if (best !== undefined && (best.load === 0 || exporters.length >= EXPORT_THREADS)) return best;
    const another = start();
    exporters.push(another);
    return another;
  }

  async function* stream(
    name: StreamName,
    args: StreamArgs<StreamName>,
    caller: Caller,
  ): AsyncGenerator<readonly Row[]> {
    const turn = await exports.take(caller);
    try {
      requireWanted(caller);
      yield* streamRows(pickExporter(), { name, args, signal: caller.signal, failures });
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
    stream,
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
 * The answer, unless the signal aborts before it (`cancel` is called, and its reason is thrown) or it takes longer
 * (`giveUp` is called).
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
