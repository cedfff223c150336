import type { Column, Metric } from '@vitrine/core/storage';
import {
  type ColumnOptions,
  type ColumnQuestion,
  type ColumnReply,
  type ColumnResult,
  columnsFor,
} from '@vitrine/storage-sql';
import type { Deliver } from './delivery.ts';
import { COLUMN_FIGURES } from './messages.ts';
import { requestScan, resultWithin } from './scan-request.ts';
import { type ScanWorker, startScanWorker } from './scan-worker.ts';
import { type StoreInterest, storeInterests } from './store-interests.ts';
import { columnMetrics } from './thread-metrics.ts';

/** The thread ends, and gives its memory back, when no question was asked for so long. */
const IDLE_MS = 300_000;

/** Milliseconds without a question after the thread has failed. */
const PAUSE_MS = 30_000;

interface Limits {
  readonly milliseconds: number;
  readonly signal: AbortSignal | undefined;
}

/** The main thread's side of the thread that keeps columns of stores in memory. */
export interface ColumnWorker {
  /** Returns the result of a question. Undefined: SQL has to answer, and `note` the time that it took. */
  ask(question: ColumnQuestion, limits: Limits): Promise<ColumnResult | undefined>;
  /** Notes a scan that columns would have saved. */
  note(question: ColumnQuestion, milliseconds: number): void;
  metrics(): Metric[];
  end(): Promise<void>;
}

export function columnWorker(path: string, options: ColumnOptions, deliver: Deliver): ColumnWorker {
  const figures = new SharedArrayBuffer(Object.keys(COLUMN_FIGURES).length * Float64Array.BYTES_PER_ELEMENT);
  const cells = new Float64Array(figures);
  const interests = storeInterests();
  let worker: ScanWorker | null = null;
  let idleCheck: NodeJS.Timeout | undefined;
  let hits = 0;
  let fallbacks = 0;

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
    await ended?.end();
  }

  /** Starts a thread if there is none. */
  function current(): ScanWorker {
    if (worker === null || worker.isLost) {
      interests.clear();
      worker = start();
    }
    return worker;
  }

  async function send(
    thread: ScanWorker,
    question: ColumnQuestion,
    { spent, scanMs }: StoreInterest,
    { milliseconds, signal }: Limits,
  ): Promise<ColumnReply> {
    const asked = { question, spent, saved: scanMs };
    const request = requestScan(thread, (id) => ({ kind: 'columns', id, asked, milliseconds }));
    return (await resultWithin(request, thread, milliseconds, signal)) as ColumnReply;
  }

  /** Asks whether columns that are probably not loaded are worth it. */
  async function suggest(
    question: ColumnQuestion,
    columns: ReadonlySet<Column>,
    limits: Limits,
  ): Promise<void> {
    const thread = current();
    const interest = interests.of(question.args.storeNumber);
    interest.asked();
    try {
      const reply = await send(thread, question, interest, { ...limits, signal: undefined });
      if ('result' in reply) interest.answered(columns);
      else interest.declined(reply.declined);
    } catch {
      // The thread has ended, or was too slow.
      interest.declined({ after: PAUSE_MS, spent: 0, refused: [] });
    }
  }

  return {
    async ask(question, limits) {
      const columns = columnsFor(question);
      if (columns === null) return undefined;
      const known = interests.of(question.args.storeNumber);
      if (!known.isPossible(columns)) return undefined;
      if (!options.isEager && !known.isLoaded(columns)) {
        if (known.isDue()) void suggest(question, columns, limits);
        return undefined;
      }
      const thread = current();
      const interest = interests.of(question.args.storeNumber);
      const reply = await send(thread, question, interest, limits);
      if ('result' in reply) {
        interest.answered(columns);
        hits++;
        return reply.result;
      }
      interest.lost();
      interest.declined(reply.declined);
      fallbacks++;
      return undefined;
    },
    note(question, milliseconds) {
      if (columnsFor(question) !== null) interests.of(question.args.storeNumber).scanned(milliseconds);
    },
    metrics: () =>
      columnMetrics({
        limit: options.bytes,
        hits,
        fallbacks,
        bytes: cells[COLUMN_FIGURES.bytes] ?? 0,
        stores: cells[COLUMN_FIGURES.stores] ?? 0,
        loads: cells[COLUMN_FIGURES.loads] ?? 0,
        evictions: cells[COLUMN_FIGURES.evictions] ?? 0,
        rebuilds: cells[COLUMN_FIGURES.rebuilds] ?? 0,
      }),
    end,
  };
}
