import type { Metric } from '@vitrine/core/storage';
import {
  type AskLimits,
  type Candidates,
  type ColumnOptions,
  type ColumnQuestion,
  type ColumnReply,
  type ColumnResult,
  columnAsker,
  columnMetrics,
  type FindRecords,
  type FoundRecords,
  sharedFigures,
} from '@vitrine/storage-sql';
import type { Deliver } from './delivery.ts';
import { requestScan, resultWithin } from './scan-request.ts';
import { type ScanWorker, startScanWorker } from './scan-worker.ts';

/** The thread ends, and gives its memory back, when no question was asked for so long. */
const IDLE_MS = 300_000;

/** Reads a page whose records are among the candidates. Returns null if that is not certain any more. */
export type ReadCandidates = (candidates: Candidates) => FoundRecords | null;

/** The main thread's side of the thread that keeps columns of stores in memory. */
export interface ColumnWorker {
  /** Returns the result of a question. Undefined: SQL has to answer, and `note` the time that it took. */
  ask(question: ColumnQuestion, limits: AskLimits): Promise<ColumnResult | undefined>;
  /** Finds a page without asking the thread, if few records can be on it. Null: the thread is to be asked. */
  lookUp(args: FindRecords, read: ReadCandidates): FoundRecords | null;
  /** Notes a scan that columns would have saved. */
  note(question: ColumnQuestion, milliseconds: number): void;
  metrics(): Metric[];
  end(): Promise<void>;
}

export function columnWorker(path: string, options: ColumnOptions, deliver: Deliver): ColumnWorker {
  const figures = sharedFigures();
  let worker: ScanWorker | null = null;
  let idleCheck: NodeJS.Timeout | undefined;
  const asker = columnAsker({
    isEager: options.isEager,
    async send(asked, { milliseconds, signal }) {
      const thread = current();
      const request = requestScan(thread, (id) => ({ kind: 'columns', id, asked, milliseconds }));
      return (await resultWithin(request, thread, milliseconds, signal)) as ColumnReply;
    },
  });

  function start(): ScanWorker {
    idleCheck ??= setInterval(endIdle, IDLE_MS).unref();
    return startScanWorker(path, deliver, { options, figures });
  }

  function endIdle(): void {
    if (worker?.idleSince != null && worker.idleSince < performance.now() - IDLE_MS) void end();
  }

  async function end(): Promise<void> {
    clearInterval(idleCheck);
    idleCheck = undefined;
    const ended = worker;
    worker = null;
    // Published indexes would keep the memory of the thread.
    asker.forget();
    await ended?.end();
  }

  /** Starts a thread if there is none. */
  function current(): ScanWorker {
    if (worker === null || worker.isLost) {
      asker.forget();
      worker = start();
    }
    return worker;
  }

  return {
    ask: asker.ask,
    lookUp(args, read) {
      const candidates = asker.candidates(args);
      const found = candidates === null ? null : read(candidates);
      if (found !== null) asker.noteFound();
      return found;
    },
    note: asker.note,
    metrics: () =>
      columnMetrics(figures, { limit: options.bytes, hits: asker.hits, fallbacks: asker.fallbacks }),
    end,
  };
}
