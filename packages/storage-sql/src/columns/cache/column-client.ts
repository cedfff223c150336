import type { Metric } from '@vitrine/core';
import type { Column } from '@vitrine/core/storage';
import type { RecordSearch } from '../../records/reads/record-search.ts';
import type { SearchColumns } from '../../records/reads/search-driver.ts';
import type { SearchLimits } from '../../scan-turn.ts';
import { textLookUps } from '../published/text-look-ups.ts';
import type { ColumnOptions } from './column-cache.ts';
import type { ColumnKeeper } from './column-keeper.ts';
import { columnMetrics, sharedColumnUse } from './column-metrics.ts';
import { columnsFor } from './searched-columns.ts';
import { type StoreInterest, storeInterests } from './store-interests.ts';

/** Milliseconds without a request after the keeper has failed. */
const PAUSE_MS = 30_000;
/** Milliseconds for a request that no caller waits for. */
const SUGGESTION_MS = 10_000;
/** The keeper ends, and gives its memory back, when nothing was asked for so long. */
const IDLE_MS = 300_000;

/** The side of columns that decides which searches the keeper is asked for. */
export interface ColumnClient extends SearchColumns {
  metrics(): Metric[];
  /** Ends the keeper. The next request starts another one. */
  end(): Promise<void>;
}

/** @param start starts a keeper, which writes the use of its columns to the memory. */
export function columnClient(
  { bytes, isEager }: Pick<ColumnOptions, 'bytes' | 'isEager'>,
  start: (use: SharedArrayBuffer) => ColumnKeeper,
): ColumnClient {
  const use = sharedColumnUse();
  const interests = storeInterests();
  const lookUps = textLookUps();
  let keeper: ColumnKeeper | null = null;
  let idleCheck: NodeJS.Timeout | undefined;
  let askedAt = 0;
  let hits = 0;
  let fallbacks = 0;

  function current(): ColumnKeeper {
    if (keeper === null || keeper.isLost) {
      forget();
      keeper = start(use);
      idleCheck ??= setInterval(endIdle, IDLE_MS).unref();
    }
    return keeper;
  }

  function endIdle(): void {
    if (askedAt < performance.now() - IDLE_MS) void end();
  }

  async function end(): Promise<void> {
    clearInterval(idleCheck);
    idleCheck = undefined;
    const ended = keeper;
    keeper = null;
    forget();
    await ended?.close();
  }

  /** Forgets which columns are loaded. Published indexes would keep the memory of a keeper that has ended. */
  function forget(): void {
    interests.clear();
    lookUps.clear();
  }

  async function ask(search: RecordSearch, { spent, scanMs }: StoreInterest, limits: SearchLimits) {
    const { storeNumber } = search.args;
    const asked = current();
    askedAt = performance.now();
    const { lookedUp, published } = lookUps.of(storeNumber);
    const reply = await asked.ask({ search, spent, saved: scanMs * (1 + lookedUp), published }, limits);
    if ('result' in reply) lookUps.answered(storeNumber, reply.published);
    return reply;
  }

  /** Asks whether columns that are probably not loaded are worth it. */
  async function suggest(search: RecordSearch, columns: ReadonlySet<Column>): Promise<void> {
    const interest = interests.of(search.args.storeNumber);
    interest.asked();
    try {
      const reply = await ask(search, interest, { milliseconds: SUGGESTION_MS, signal: undefined });
      if ('result' in reply) interest.answered(columns);
      else interest.declined(reply.declined);
    } catch {
      // The keeper has ended, or was too slow.
      interest.declined({ after: PAUSE_MS, spent: 0, refused: [] });
    }
  }

  return {
    mayAnswer: (search) => columnsFor(search) !== null,
    async search(search, limits) {
      const columns = columnsFor(search);
      if (columns === null) return undefined;
      const known = interests.of(search.args.storeNumber);
      if (!known.isPossible(columns)) return undefined;
      if (!isEager && !known.isLoaded(columns)) {
        if (known.isDue()) void suggest(search, columns);
        return undefined;
      }
      const reply = await ask(search, known, limits);
      // A new keeper makes interests be forgotten.
      const interest = interests.of(search.args.storeNumber);
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
    note(search, milliseconds) {
      if (columnsFor(search) !== null) interests.of(search.args.storeNumber).scanned(milliseconds);
    },
    metrics: () => columnMetrics(use, { limit: bytes, hits, fallbacks }),
    end,
  };
}
