import type { Caller, Metric } from '@vitrine/core';
import {
  activeAccounts,
  CallsInFlight,
  createTurns,
  requireWanted,
  settledWithin,
} from '@vitrine/core/adapter';
import type { ExportedRecords } from '@vitrine/core/storage';
import {
  type ExportRecords,
  type OperationArgs,
  type OperationName,
  type OperationResult,
  SCAN_MS,
  type ScanTurn,
} from '@vitrine/storage-sql';
import { closedError } from '../connections/errors.ts';
import type { ScanRole } from '../messages.ts';
import { exportChunks } from './export-chunks.ts';
import { requestScan, resultWithin } from './scan-request.ts';
import { type Deliver, type ScanWorker, startScanWorker } from './scan-worker.ts';

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
/** How long an account is active after a scan. */
const ACTIVE_MS = 60_000;
/** How long `close` waits for running scans before it cancels them, and then for their threads to end. */
const CLOSE_MS = { finish: 5_000, end: 1_500 };

export interface Scanner {
  /** Does work in a turn of the caller, within `SCAN_MS` in total. */
  inTurn<Result>(caller: Caller, work: (turn: ScanTurn) => Promise<Result>): Promise<Result>;
  export(args: ExportRecords, caller: Caller): AsyncIterable<ExportedRecords>;
  /** Runs in a separate thread, without a deadline. */
  backup(destination: string): Promise<void>;
  metrics(): Metric[];
  /** Waits a short time for running scans, then cancels them, ends exports with an error, and ends the threads. */
  close(): Promise<void>;
}

/**
 * Creates the main thread's side of the scan threads. A thread runs one scan at a time. Threads start when they are needed: at
 * most `threads`, and one more for accounts without a running scan, which is ready while several accounts scan. Exports
 * have separate threads.
 */
export function createScanner(path: string, threads: number, deliver: Deliver): Scanner {
  const workers = new Set<ScanWorker>();
  const idle: ScanWorker[] = [];
  /** Scans of the threads that all accounts share. */
  let shared = 0;
  /** The thread for the scan of an account while others fill the shared threads. */
  let reserve: ScanWorker | null = null;
  const exporters: ScanWorker[] = [];
  const runs = new CallsInFlight();
  let idleCheck: NodeJS.Timeout | undefined;
  /** Whether no scan may begin any more. */
  let isEnding = false;
  const failures = new Set<(error: Error) => void>();
  const scans = createTurns({
    queue: 'scans',
    atOnce: threads,
    reserved: RESERVED_THREADS,
    waiting: WAITING_MAX,
    waitMax: SCAN_MS,
    refusal: 'Too many searches are waiting.',
  });
  const active = activeAccounts(ACTIVE_MS);
  const exports = createTurns({
    queue: 'exports',
    ...EXPORTS,
    waitMax: SCAN_MS,
    refusal: 'Too many exports are in progress.',
  });

  function start(role: ScanRole = 'shared'): ScanWorker {
    const worker = startScanWorker(path, deliver, { role });
    workers.add(worker);
    idleCheck ??= setInterval(endIdle, IDLE_CHECK_MS).unref();
    return worker;
  }

  function startedReserve(): ScanWorker {
    if (reserve?.isLost === true) workers.delete(reserve);
    if (reserve === null || reserve.isLost) reserve = start('reserve');
    return reserve;
  }

  /** Returns a free thread, and what gives it back. There are as many as turns. */
  function takeThread(account: string | null): { readonly thread: ScanWorker; release(): void } {
    active.note(account);
    // Under load, the start of a thread takes seconds.
    if (active.areSeveral()) startedReserve();
    if (shared === threads) return { thread: startedReserve(), release: () => {} };
    shared++;
    const thread = takeIdle() ?? start();
    return {
      thread,
      release() {
        shared--;
        if (thread.isLost) workers.delete(thread);
        else idle.push(thread);
      },
    };
  }

  function endIdle(): void {
    const before = performance.now() - IDLE_MS;
    for (const worker of workers) {
      if (worker.idleSince === null || worker.idleSince > before) continue;
      if (worker === reserve && active.areSeveral()) continue;
      workers.delete(worker);
      void runs.track(worker.end());
    }
    dropLost(idle);
    dropLost(exporters);
    if (workers.size > 0) return;
    clearInterval(idleCheck);
    idleCheck = undefined;
  }

  async function inTurn<Result>(caller: Caller, work: (turn: ScanTurn) => Promise<Result>): Promise<Result> {
    const until = performance.now() + SCAN_MS;
    const turn = await scans.take(caller);
    let ended: Promise<unknown> = Promise.resolve();
    const limits = () => ({
      milliseconds: Math.max(1, until - performance.now()),
      signal: caller.signal,
    });
    try {
      return await work({
        limits,
        async run<Name extends OperationName>(name: Name, args: OperationArgs<Name>) {
          if (isEnding) throw closedError();
          const { thread, release } = takeThread(caller.account);
          const { milliseconds, signal } = limits();
          const request = requestScan(thread, (id) => ({ kind: 'run', id, name, args, milliseconds }));
          ended = request.result.then(release, release);
          return (await resultWithin(request, thread, milliseconds, signal)) as OperationResult<Name>;
        },
      });
    } finally {
      // The turn lasts as long as the thread is busy, even if the caller has left.
      void ended.then(() => turn.end());
    }
  }

  function takeIdle(): ScanWorker | undefined {
    for (let worker = idle.pop(); worker !== undefined; worker = idle.pop()) {
      if (!worker.isLost) return worker;
      workers.delete(worker);
    }
    return undefined;
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
      await requestScan(worker, (id) => ({ kind: 'backup', id, destination })).result;
    } finally {
      workers.delete(worker);
      await worker.end();
    }
  }

  return {
    inTurn: (caller, work) => runs.track(inTurn(caller, work)),
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
      isEnding = true;
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
