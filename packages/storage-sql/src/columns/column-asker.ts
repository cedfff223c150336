import type { Column } from '@vitrine/core/storage';
import type { FindRecords } from '../records/reads.ts';
import type { AskedQuestion, ColumnReply } from './column-cache.ts';
import { type ColumnQuestion, type ColumnResult, columnsFor } from './column-question.ts';
import { type StoreInterest, storeInterests } from './store-interests.ts';
import { type Candidates, textLookUps } from './text-look-ups.ts';

/** Milliseconds without a question after the thread has failed. */
const PAUSE_MS = 30_000;
/** Milliseconds for a question that no caller waits for. */
const SUGGESTION_MS = 10_000;

export interface AskLimits {
  readonly milliseconds: number;
  readonly signal: AbortSignal | undefined;
}

export interface AskerOptions {
  /** Asks about columns that are probably not loaded while the question waits. For tests. */
  readonly isEager: boolean;
  /** Sends a question to the thread that keeps columns, which is started if it does not run. */
  send(asked: AskedQuestion, limits: AskLimits): Promise<ColumnReply>;
}

/** The side of columns that decides which questions are sent to the thread that keeps them. */
export interface ColumnAsker {
  /** Questions that columns have answered, and those that SQL had to answer after all. */
  readonly hits: number;
  readonly fallbacks: number;
  /** Returns the result of a question. Undefined: SQL has to answer, and `note` the time that it took. */
  ask(question: ColumnQuestion, limits: AskLimits): Promise<ColumnResult | undefined>;
  /** Returns the records that can be on a page, if they are few, without asking the thread. Null: it is to be asked. */
  candidates(args: FindRecords): Candidates | null;
  /** Notes that a page was found among its candidates. */
  noteFound(): void;
  /** Notes a scan that columns would have saved. */
  note(question: ColumnQuestion, milliseconds: number): void;
  /** Forgets which columns are loaded, because the thread has ended. */
  forget(): void;
}

export function columnAsker({ isEager, send }: AskerOptions): ColumnAsker {
  const interests = storeInterests();
  const lookUps = textLookUps();
  let hits = 0;
  let fallbacks = 0;

  async function sendFor(question: ColumnQuestion, { spent, scanMs }: StoreInterest, limits: AskLimits) {
    const { storeNumber } = question.args;
    const { lookedUp, published } = lookUps.of(storeNumber);
    const reply = await send({ question, spent, saved: scanMs * (1 + lookedUp), published }, limits);
    if ('result' in reply) lookUps.answered(storeNumber, reply.published);
    return reply;
  }

  /** Asks whether columns that are probably not loaded are worth it. */
  async function suggest(question: ColumnQuestion, columns: ReadonlySet<Column>): Promise<void> {
    const interest = interests.of(question.args.storeNumber);
    interest.asked();
    try {
      const reply = await sendFor(question, interest, {
        milliseconds: SUGGESTION_MS,
        signal: undefined,
      });
      if ('result' in reply) interest.answered(columns);
      else interest.declined(reply.declined);
    } catch {
      // The thread has ended, or was too slow.
      interest.declined({ after: PAUSE_MS, spent: 0, refused: [] });
    }
  }

  return {
    get hits() {
      return hits;
    },
    get fallbacks() {
      return fallbacks;
    },
    async ask(question, limits) {
      const columns = columnsFor(question);
      if (columns === null) return undefined;
      const known = interests.of(question.args.storeNumber);
      if (!known.isPossible(columns)) return undefined;
      if (!isEager && !known.isLoaded(columns)) {
        if (known.isDue()) void suggest(question, columns);
        return undefined;
      }
      const reply = await sendFor(question, known, limits);
      // A new thread makes interests be forgotten.
      const interest = interests.of(question.args.storeNumber);
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
    candidates: lookUps.candidates,
    noteFound() {
      hits++;
    },
    note(question, milliseconds) {
      if (columnsFor(question) !== null) interests.of(question.args.storeNumber).scanned(milliseconds);
    },
    forget() {
      interests.clear();
      lookUps.clear();
    },
  };
}
