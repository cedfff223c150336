import type { Metric } from '@vitrine/core/storage';
import {
  type AskedQuestion,
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
import type { ColumnKeeper } from './column-keeper.ts';

/** The keeper ends, and gives its memory back, when no question was asked for so long. */
const IDLE_MS = 300_000;
/** Milliseconds for which a search waits for columns before SQL answers. */
const REPLY_MS = 3_000;
/**
 * Milliseconds until the keeper may be asked again after that, and after which it is ended if it still does not reply.
 */
const PAUSE_MS = 30_000;

const SILENT: ColumnReply = { declined: { after: PAUSE_MS, spent: 0, refused: [] } };

/** Reads a page whose records are among the candidates. Returns null if that is not certain any more. */
export type ReadCandidates = (candidates: Candidates) => Promise<FoundRecords | null>;

/** The side of columns that asks them. */
export interface ColumnWorker {
  /** Returns the result of a question. Undefined: SQL has to answer, and `note` the time that it took. */
  ask(question: ColumnQuestion, limits: AskLimits): Promise<ColumnResult | undefined>;
  /** Finds a page without asking the keeper, if few records can be on it. Null: the keeper is to be asked. */
  lookUp(args: FindRecords, read: ReadCandidates): Promise<FoundRecords | null>;
  /** Notes a scan that columns would have saved. */
  note(question: ColumnQuestion, milliseconds: number): void;
  metrics(): Metric[];
  /** Ends the keeper. The next question starts another one. */
  end(): Promise<void>;
}

/** @param start starts a keeper, which shows its figures in the memory. */
export function columnWorker(
  { bytes, isEager }: ColumnOptions,
  start: (figures: SharedArrayBuffer) => ColumnKeeper,
): ColumnWorker {
  const figures = sharedFigures();
  const asker = columnAsker({ isEager, send });
  let keeper: ColumnKeeper | null = null;
  let idleCheck: NodeJS.Timeout | undefined;
  let askedAt = 0;

  function current(): ColumnKeeper {
    if (keeper === null || keeper.isLost) {
      asker.forget();
      keeper = start(figures);
      idleCheck ??= setInterval(endIdle, IDLE_MS).unref();
    }
    return keeper;
  }

  function endIdle(): void {
    if (askedAt < performance.now() - IDLE_MS) void end();
  }

  /** Resolves with the reply, or with `SILENT` when it takes too long. Rejects with the reason of the signal. */
  function send(asked: AskedQuestion, { milliseconds, signal }: AskLimits): Promise<ColumnReply> {
    const own = current();
    askedAt = performance.now();
    return new Promise((resolve, reject) => {
      const leave = () => settle(() => reject(signal?.reason));
      const timer = setTimeout(() => settle(() => resolve(SILENT)), milliseconds);
      function settle(act: () => void): void {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        act();
      }
      signal?.addEventListener('abort', leave, { once: true });
      if (signal?.aborted) return leave();
      // Its connection is probably dead then.
      const silence = setTimeout(() => {
        if (keeper === own) void end();
      }, PAUSE_MS).unref();
      void own.answer(asked, milliseconds).then((reply) => {
        clearTimeout(silence);
        settle(() => resolve(reply));
      });
    });
  }

  async function end(): Promise<void> {
    clearInterval(idleCheck);
    idleCheck = undefined;
    const ended = keeper;
    keeper = null;
    // Published indexes would keep the memory of the thread.
    asker.forget();
    await ended?.close();
  }

  return {
    ask(question, { milliseconds, signal }) {
      const within = isEager ? milliseconds / 2 : Math.min(milliseconds, REPLY_MS);
      return asker.ask(question, { milliseconds: within, signal });
    },
    async lookUp(args, read) {
      const candidates = asker.candidates(args);
      const found = candidates === null ? null : await read(candidates);
      if (found !== null) asker.noteFound();
      return found;
    },
    note: asker.note,
    metrics: () => columnMetrics(figures, { limit: bytes, hits: asker.hits, fallbacks: asker.fallbacks }),
    end,
  };
}
