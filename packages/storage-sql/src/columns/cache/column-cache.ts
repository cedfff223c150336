import type { Column } from '@vitrine/core/storage';
import type { LogPosition } from '../../records/reads/log-place.ts';
import type { NumberedStore, SqlDialect } from '../../statements/dialect.ts';
import type { Steps } from '../../statements/statement.ts';
import type { ChangeTracking } from '../log/change-tracking.ts';
import { countAbout } from '../log/column-statements.ts';
import { ColumnMemory } from '../memory/column-memory.ts';
import { type PublishedStore, publishIndexes } from '../published/published-index.ts';
import { ColumnRows, pagesFor } from '../rows/column-rows.ts';
import { WideTexts } from '../texts/wide-texts.ts';
import { answerByColumns } from './answer.ts';
import { CachedStore } from './cached-store.ts';
import type { ColumnReply, ColumnRequest, Declined } from './column-request.ts';
import { ADVANTAGE, findEvicted } from './evicted-stores.ts';
import { loadChunk } from './load.ts';
import { CHUNK, refresh } from './refresh.ts';
import { columnsFor } from './searched-columns.ts';
import { Worth } from './store-interests.ts';

export interface ColumnOptions {
  /** The most memory that the columns take. */
  readonly bytes: number;
  /** Smaller stores are read by SQL. */
  readonly recordsMin: number;
  /** The different texts of a column for which codes are used, at most `CODES`. */
  readonly codesMax: number;
  /** Loads columns while the first request waits. For tests. */
  readonly isEager: boolean;
}

/** What is cached, and what has been done since the start. */
export interface ColumnUse {
  readonly bytes: number;
  readonly stores: number;
  readonly loads: number;
  readonly evictions: number;
  readonly rebuilds: number;
}

/** Changed records that are remembered of a store. */
const PENDING_MAX = 100_000;
/** A store with more dead rows than live ones, and than these, is loaded again. */
const DEAD_MIN = 16_384;
/** Milliseconds that loading a value takes, until it is measured, and the weight of a measurement. */
const VALUE_MS = 0.0006;
const VALUE_WEIGHT = 0.1;
/** Milliseconds after which a store that is too small may have grown. */
const GROWN_MS = 30_000;
/** Milliseconds after which stores are watched again. */
const WATCHED_MS = 60_000;

const NEXT_TIME: Declined = { after: 0, spent: 0, refused: [] };
const NEVER: Declined = { after: GROWN_MS, spent: Number.POSITIVE_INFINITY, refused: [] };

/**
 * Columns of the stores that are searched most. All steps run in read transactions, except for those of `watch`: a
 * request refreshes the columns of its store and is replied to from them in one snapshot. New records have higher
 * numbers than all before, or are in the log; changed and deleted ones are in the log. If the log may have lost some,
 * everything is dropped.
 *
 * Between two statements the cache is consistent, so steps may be ended at any of them. If a step throws, call `clear`.
 */
export class ColumnCache {
  readonly #dialect: SqlDialect;
  readonly #changes: ChangeTracking;
  readonly #options: ColumnOptions;
  readonly #requireTime: () => void;
  readonly #memory: ColumnMemory;
  readonly #stores = new Map<number, CachedStore>();
  readonly #wideTexts = new WideTexts();
  /** Up to where the log is read. Null: nothing was read. */
  #logRead: LogPosition | null = null;
  /** When the stores were watched last. */
  #watchedAt = 0;
  readonly #watched = new Set<number>();
  #valueMs = VALUE_MS;
  #loads = 0;
  #evictions = 0;
  #rebuilds = 0;

  /** @param requireTime throws when the time of a request is up. */
  constructor(dialect: SqlDialect, changes: ChangeTracking, options: ColumnOptions, requireTime: () => void) {
    this.#dialect = dialect;
    this.#changes = changes;
    this.#options = options;
    this.#requireTime = requireTime;
    this.#memory = new ColumnMemory(options.bytes);
  }

  get use(): ColumnUse {
    return {
      bytes: this.#memory.used,
      stores: this.#stores.size,
      loads: this.#loads,
      evictions: this.#evictions,
      rebuilds: this.#rebuilds,
    };
  }

  get isEmpty(): boolean {
    return this.#stores.size === 0;
  }

  /** Whether `work` has something to do. */
  get hasWork(): boolean {
    return this.#unfinished() !== undefined;
  }

  /** Whether the changes of a store are not logged yet, so that its columns can't be loaded. */
  get isWaiting(): boolean {
    return this.#stores.values().some(({ isLogged }) => !isLogged);
  }

  /** Whether `watch` has something to do. */
  get mustWatch(): boolean {
    if (this.#changes.watch === null || this.isEmpty) return false;
    const now = performance.now();
    return (
      now > this.#watchedAt + WATCHED_MS ||
      this.#stores.values().some(({ store }) => !this.#watched.has(store.storeNumber))
    );
  }

  /** Makes the changes of the stores logged. Runs outside of read transactions. */
  *watch(): Steps<void> {
    const now = performance.now();
    const stores = this.#listStores();
    yield* this.#changes.watch?.(this.#dialect, stores) ?? [];
    this.#watchedAt = now;
    for (const { storeNumber } of stores) this.#watched.add(storeNumber);
  }

  *answer(request: ColumnRequest): Steps<ColumnReply> {
    const { search } = request;
    const columns = columnsFor(search);
    if (columns === null) return { declined: NEVER };
    yield* this.readLog();
    const number = search.args.storeNumber;
    const known = this.#stores.get(number);
    if (known !== undefined && !columns.isDisjointFrom(known.refused)) {
      return { declined: { ...NEXT_TIME, refused: [...known.refused] } };
    }
    if (known?.has(columns) !== true) {
      const declined = yield* this.#begin(request, columns);
      if (!this.#options.isEager) return { declined };
    }
    if (this.#options.isEager) while (this.hasWork) yield* this.work();
    const cached = this.#stores.get(number);
    if (cached === undefined) return { declined: NEXT_TIME };
    if (cached.has(columns)) yield* this.#refresh(cached);
    if (cached.isBehind || !this.#isCached(cached) || !cached.has(columns)) {
      return { declined: { ...NEXT_TIME, refused: [...cached.refused] } };
    }
    const result = yield* answerByColumns(this.#dialect, search, cached.rows, this.#requireTime);
    if (result === undefined) return { declined: NEXT_TIME };
    cached.worth.add(request.saved, performance.now());
    return { result, published: this.#publish(cached, request.published) };
  }

  /** Loads or refreshes columns for some milliseconds, without a request that waits. */
  *work(): Steps<void> {
    yield* this.readLog();
    const cached = this.#unfinished();
    if (cached === undefined) return;
    if (cached.load === null) {
      yield* this.#refresh(cached);
      return;
    }
    const startedAt = performance.now();
    const values = CHUNK * (cached.load.columns.length + 1);
    this.#makeRoomToGrow(cached);
    const loaded = yield* loadChunk(this.#dialect, cached);
    if (loaded === 'full') this.#drop(cached);
    if (loaded === 'done') {
      this.#loads++;
      this.#loadWide(cached);
    }
    if (loaded === 'more') {
      this.#valueMs += VALUE_WEIGHT * ((performance.now() - startedAt) / values - this.#valueMs);
    }
  }

  /** Notes which records have changed. Drops what the log may not have told all changes of. */
  *readLog(): Steps<void> {
    const since = this.#logRead;
    const read = yield* this.#changes.read(this.#dialect, since, this.#listStores());
    this.#logRead = read.position;
    if (!read.isComplete) this.#rebuildAll();
    for (const [number, seq] of read.changed) this.#stores.get(number)?.pending.add(seq);
    for (const cached of this.#stores.values()) {
      const logged = read.loggedOf(cached.store.storeNumber);
      const isLost = logged === 'lost' || (cached.isLogged && logged !== 'yes');
      if (isLost || cached.pending.size > PENDING_MAX) this.#rebuild(cached);
      else cached.isLogged = logged === 'yes';
    }
  }

  /** Drops everything, and what is known of the log. */
  clear(): void {
    for (const cached of this.#stores.values()) this.#drop(cached);
    this.#logRead = null;
  }

  /** Publishes the indexes of a store whose rows are current, unless the state is `known`. */
  #publish(cached: CachedStore, known: string | null): PublishedStore | null {
    const position = this.#logRead;
    const log = this.#changes.logOf(cached.store.storeNumber);
    return position === null || log === null ? null : publishIndexes(cached.rows, { position, log }, known);
  }

  /** Begins to load columns if that pays. Returns when to ask again. */
  *#begin({ search, spent }: ColumnRequest, columns: ReadonlySet<Column>): Steps<Declined> {
    const { storeId, storeNumber } = search.args;
    const known = this.#stores.get(storeNumber);
    if (known !== undefined && known.load !== null) return { ...NEXT_TIME, after: this.#loadMs(known) };
    const records = yield* countAbout(this.#dialect, { storeId, storeNumber });
    if (records < this.#options.recordsMin) return NEVER;
    const missing = [...columns].filter((column) => known?.rows.columns.has(column) !== true);
    const estimate = records * (missing.length + 1) * this.#valueMs;
    if (spent < estimate && !this.#options.isEager) return { ...NEXT_TIME, spent: estimate };
    const budget = this.#options.isEager ? Number.POSITIVE_INFINITY : spent;
    const wide = this.#wideTexts.of(storeNumber);
    if (!this.#makeRoom(pagesFor(records, missing, known === undefined, wide), budget, known)) {
      return { ...NEXT_TIME, spent: spent * ADVANTAGE };
    }
    const worth = new Worth(spent, performance.now());
    const cached = known ?? this.#create({ storeId, storeNumber }, worth, wide);
    this.#stores.set(storeNumber, cached);
    const rows = known === undefined ? null : { next: 0, end: known.rows.count };
    cached.load = { columns: missing, rows };
    if (!missing.every((column) => cached.rows.addColumn(column, wide.has(column)))) this.#drop(cached);
    return { ...NEXT_TIME, after: estimate };
  }

  #create(store: NumberedStore, worth: Worth, wide: Map<Column, number>): CachedStore {
    const rows = new ColumnRows(this.#memory, this.#options.codesMax);
    return new CachedStore(store, rows, worth, wide, this.#changes.watch === null);
  }

  /** Begins to load the columns again whose texts have turned out to be wide. */
  #loadWide(cached: CachedStore): void {
    const { rows, wide, widened } = cached;
    const columns = [...widened];
    widened.clear();
    if (columns.length === 0) return;
    if (!this.#makeRoom(pagesFor(rows.count, columns, false, wide), Number.POSITIVE_INFINITY, cached)) return;
    const added = columns.filter((column) => rows.addColumn(column, true));
    cached.load = { columns: added, rows: { next: 0, end: rows.count } };
  }

  #loadMs({ load, rows }: CachedStore): number {
    if (load === null) return 0;
    return rows.count * (load.columns.length + 1) * this.#valueMs;
  }

  *#refresh(cached: CachedStore): Steps<void> {
    this.#makeRoomToGrow(cached);
    const refreshed = yield* refresh(this.#dialect, cached, this.#changes.logsNew);
    cached.isBehind = refreshed === 'behind';
    const { count, aliveCount } = cached.rows;
    const isWorn = count - aliveCount > Math.max(aliveCount, DEAD_MIN) || cached.rows.isWorn;
    if (refreshed === 'full' || isWorn) this.#rebuild(cached);
  }

  #unfinished(): CachedStore | undefined {
    return this.#stores
      .values()
      .find(({ load, isBehind, isLogged }) => isLogged && (load !== null || isBehind));
  }

  #isCached(cached: CachedStore): boolean {
    return this.#stores.get(cached.store.storeNumber) === cached;
  }

  #listStores(): NumberedStore[] {
    return Array.from(this.#stores.values(), ({ store }) => store);
  }

  #rebuildAll(): void {
    for (const cached of this.#stores.values()) this.#rebuild(cached);
  }

  #rebuild(cached: CachedStore): void {
    this.#rebuilds++;
    this.#drop(cached);
  }

  #drop(cached: CachedStore): void {
    cached.rows.free();
    this.#stores.delete(cached.store.storeNumber);
    this.#watched.delete(cached.store.storeNumber);
  }

  /** Makes room for a chunk of new rows. */
  #makeRoomToGrow(cached: CachedStore): void {
    this.#makeRoom(cached.rows.missing(CHUNK), Number.POSITIVE_INFINITY, cached);
  }

  /** Evicts stores until so many pages are free. Returns false, and evicts nothing, if there are none to evict. */
  #makeRoom(pages: number, spent: number, except: CachedStore | undefined): boolean {
    const { room } = this.#memory;
    if (room >= pages) return true;
    const others = [...this.#stores.values()].filter((cached) => cached !== except);
    const evicted = findEvicted(others, pages - room, spent);
    if (evicted === null) return false;
    for (const cached of evicted) this.#drop(cached);
    this.#evictions += evicted.length;
    return true;
  }
}
