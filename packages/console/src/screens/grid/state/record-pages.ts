import { batch, type Signal, signal } from '@preact/signals';
import type { AnyRow, AnyStore, Page, Store } from '@vitrine/client';
import { laterVersion } from '../../../records/edits/later-version.ts';
import type { orderOf } from '../../../records/views/order.ts';
import { FIRST_PAGE } from '../view/first-view.ts';
import type { matchingOf } from '../view/view.ts';
import { dropFarRows, pageAt, type RecordPage } from './record-page.ts';

interface RecordPagesParts {
  readonly store: Store<AnyStore>;
  /** Which records, in which order. */
  readonly request: ReturnType<typeof matchingOf> & ReturnType<typeof orderOf>;
  /** Returns the first page if it was requested early. */
  readonly takeFirstPage: () => Promise<Page<AnyRow> | null>;
  /** Records as they were last received, also before there were these pages. */
  readonly versions: ReadonlyMap<string, AnyRow>;
  /** Returns a promise that resolves when no cell is edited; null: none is. */
  readonly whenNotEditing: () => Promise<void> | null;
}

const NEXT_PAGE = 500;
/** The largest page, for the way to a place far below. */
const FAR_PAGE = 1_000;
/** Rows that are fetched before they are seen. */
const AHEAD = 600;

/**
 * The rows of a query over the pages of its cursor. `need` says which rows are shown; those and some after them are
 * fetched, one page after the other, because a cursor exists only when the page before it has been read.
 */
export class RecordPages {
  /** Changes whenever `rowAt` may return something else. */
  readonly version: Signal<number> = signal(0);
  /** The rows of the first page as they were read. */
  readonly firstRows: Signal<readonly AnyRow[]>;
  /** The number of rows that were read so far. */
  readonly known: Signal<number> = signal(0);
  /** Whether the last page has been read. */
  readonly isComplete: Signal<boolean> = signal(false);
  readonly error: Signal<unknown> = signal(null);
  readonly isLoading: Signal<boolean> = signal(true);
  /** Whether rows that were read earlier are shown until these are read as far as the user sees them. */
  readonly isEarlier: Signal<boolean>;

  readonly #parts: RecordPagesParts;
  readonly #aborting = new AbortController();
  #pages: RecordPage[] = [];
  /** The rows that were read earlier; null when they are not shown any more. */
  #before: RecordPages | null;
  /** The rows that were received during a request: its answer may have them as they were before. */
  readonly #received: Map<string, AnyRow> = new Map();
  /** The records that were added here, in no page yet, and are shown when the last page has been read. */
  readonly #added: Map<string, AnyRow> = new Map();
  #cursor: string | undefined;
  #wantedFrom = 0;
  #wantedTo = 0;
  #isRunning = false;

  /** @param parts.before the rows that are shown now: the user goes on in them meanwhile. */
  constructor({ before, ...parts }: RecordPagesParts & { readonly before: RecordPages | null }) {
    this.#parts = parts;
    this.#before = before;
    this.firstRows = signal(before?.firstRows.peek() ?? []);
    this.isEarlier = signal(before !== null);
  }

  /** Ends all requests. */
  close(): void {
    this.#aborting.abort();
  }

  /** Fetches what is missing of the rows from `from` to before `to`, and of those after them. */
  need(from: number, to: number): void {
    this.#wantedFrom = from;
    this.#wantedTo = to;
    this.#run();
  }

  /** Tries again after an error. */
  retry(): void {
    this.error.value = null;
    this.#run();
  }

  rowAt(index: number): AnyRow | null {
    const page = pageAt(this.#pages, index);
    return page === undefined
      ? (this.#before?.rowAt(index) ?? null)
      : (page.rows?.[index - page.start] ?? null);
  }

  /** Returns the index of a row that is held, or -1. */
  indexOf(id: string): number {
    for (const { rows, start } of this.#pages) {
      const place = rows?.findIndex((row) => row.id === id) ?? -1;
      if (place >= 0) return start + place;
    }
    const earlier = this.#before?.indexOf(id) ?? -1;
    return earlier < this.known.peek() ? -1 : earlier;
  }

  /**
   * Replaces a row that was changed. It stays at its place until the grid is loaded anew. A later page may have it again,
   * where it belongs now.
   */
  replace(row: AnyRow): void {
    this.#before?.replace(row);
    if (this.#isRunning) this.#received.set(row.id, row);
    if (this.#added.has(row.id)) this.#added.set(row.id, row);
    for (const page of this.#pages)
      page.rows = page.rows?.map((held) => (held.id === row.id ? row : held)) ?? null;
    this.version.value += 1;
  }

  /** Whether a record that is in no page yet may come with one. */
  mayCome(id: string): boolean {
    return this.isLoading.peek() || this.#added.has(id);
  }

  /** Shows a record that was added here below the last one, as soon as all are read. Does nothing if a page has it. */
  append(row: AnyRow): void {
    if (this.indexOf(row.id) >= 0) return;
    if (!this.isComplete.peek()) {
      this.#added.set(row.id, row);
      return;
    }
    const start = this.known.peek();
    this.#pages.push({ cursor: undefined, start, limit: 1, count: 1, rows: [row], isAdded: true });
    batch(() => {
      this.known.value = start + 1;
      this.version.value += 1;
    });
  }

  async #run(): Promise<void> {
    if (this.#isRunning || this.error.peek() !== null) return;
    this.#isRunning = true;
    try {
      for (let next = this.#next(); next !== null; next = this.#next()) await this.#fetch(next);
    } catch (error) {
      if (this.#before !== null) await this.#parts.whenNotEditing();
      if (!this.#aborting.signal.aborted) this.error.value = error;
    } finally {
      this.#isRunning = false;
      this.#received.clear();
      if (!this.#aborting.signal.aborted) this.isLoading.value = false;
    }
  }

  /** Returns the page to fetch next: one that is shown and was dropped, or the one after the last. */
  #next(): RecordPage | 'append' | null {
    if (this.#aborting.signal.aborted) return null;
    for (const page of this.#pages) {
      const isShown = page.start < this.#wantedTo && page.start + page.count > this.#wantedFrom;
      if (isShown && page.rows === null) return page;
    }
    const wanted = this.#wantedTo + AHEAD;
    return !this.isComplete.peek() && this.known.peek() < wanted ? 'append' : null;
  }

  async #fetch(page: RecordPage | 'append'): Promise<void> {
    const known = this.known.peek();
    const isFar = this.#wantedFrom > known + NEXT_PAGE;
    const limit = page === 'append' ? (known === 0 ? FIRST_PAGE : isFar ? FAR_PAGE : NEXT_PAGE) : page.limit;
    const cursor = page === 'append' ? this.#cursor : page.cursor;
    this.isLoading.value = true;
    const { signal } = this.#aborting;
    const early = page === 'append' && known === 0 ? await this.#parts.takeFirstPage() : null;
    const answer =
      early ??
      (await this.#parts.store.query(
        {
          limit,
          ...this.#parts.request,
          ...(cursor === undefined ? {} : { cursor }),
        },
        { signal },
      ));
    signal.throwIfAborted();
    const edited = this.#before === null ? null : this.#parts.whenNotEditing();
    // Other rows would end the editor in the middle of a word. They are read again then.
    if (edited !== null) return edited;
    batch(() => {
      if (page === 'append') {
        const rows = this.#latest(answer.items);
        if (known === 0) this.firstRows.value = rows;
        const added: RecordPage = { cursor, start: known, limit, count: rows.length, rows };
        if (rows.length > 0) this.#pages.push(added);
        this.#cursor = answer.cursor;
        this.known.value = known + rows.length;
        this.isComplete.value = answer.cursor === undefined;
        for (const { id } of rows) this.#added.delete(id);
        if (this.isComplete.peek()) for (const row of this.#latest(this.#added.values())) this.append(row);
        if (this.isComplete.peek() || this.known.peek() >= this.#wantedTo) {
          this.#before = null;
          this.isEarlier.value = false;
        }
      } else {
        page.rows = this.#latest(answer.items.slice(0, page.count));
      }
      dropFarRows(this.#pages, this.#wantedFrom);
      this.version.value += 1;
    });
  }

  /** Returns rows, or the later versions of them that were received before or while they were requested. */
  #latest(rows: Iterable<AnyRow>): AnyRow[] {
    return Array.from(rows, (row) =>
      laterVersion(laterVersion(row, this.#received.get(row.id)), this.#parts.versions.get(row.id)),
    );
  }
}
