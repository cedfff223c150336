import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { AnyFilter, AnyRow, AnyStore, AnyValue, Store, StoreDetail } from '@vitrine/client';
import { createNewId, isNewId } from '../../../records/edits/store-drafts.ts';
import type { StoreEdits } from '../../../records/edits/store-edits.ts';
import { type Column, showValue } from '../../../records/value-types.ts';
import { orderOf } from '../../../records/views/order.ts';
import { takeFirstPage } from '../view/first-view.ts';
import { effectiveFilters } from '../view/jump-filter.ts';
import { matchingOf, type View } from '../view/view.ts';
import { type ColumnLayout, type PlacedColumn, placeColumns } from './column-layout.ts';
import { type CellPlace, type CellRange, type Editing, emptyRow, rangeBetween } from './grid-cell.ts';
import { type News, NO_NEWS } from './news.ts';
import { RecordPages } from './record-pages.ts';
import { RowSelection } from './row-selection.ts';

/** Rows at most: a taller element than this is cut by browsers. */
export const ROWS_MAX = 1_000_000;

/** The grid of one view of a store: what it shows, and where the user is in it. */
export class GridState {
  readonly store: Store<AnyStore>;
  readonly detail: StoreDetail;
  readonly columns: readonly Column[];
  readonly view: View;
  readonly filters: readonly AnyFilter[];
  /** Which records are shown, as it is requested. */
  readonly matching: ReturnType<typeof matchingOf>;
  /** Whether not all records of the store are shown. */
  readonly isFiltered: boolean;
  readonly layout: Signal<ColumnLayout>;
  readonly placed: ReadonlySignal<readonly PlacedColumn[]>;
  readonly pages: RecordPages;
  /** The number of records of the store: those that it had when it was read last, and those that were added here since. */
  readonly all: Signal<number>;
  /** The number of records that match; null while it is counted. */
  readonly total: Signal<number | null>;
  /** The number of rows in the grid, read or not. */
  readonly rowCount: ReadonlySignal<number>;
  readonly active: Signal<CellPlace> = signal({ row: 0, column: 0 });
  /** The corner of the range across from the active cell. */
  readonly anchor: Signal<CellPlace | null> = signal(null);
  readonly range: ReadonlySignal<CellRange>;
  readonly selection: RowSelection = new RowSelection((line) => this.rowAt(line));
  /** The open editor; null while no cell is edited. */
  readonly editing: Signal<Editing | null> = signal(null);
  /** Whether a cell is edited. Unlike `editing`, it does not change with each key. */
  readonly isEditing: ReadonlySignal<boolean> = computed(() => this.editing.value !== null);
  /** The typed values on their way to the server, and the written edits. */
  readonly edits: StoreEdits;
  /** The ids of the records that are not added yet. They are shown below the others. */
  readonly fresh: ReadonlySignal<readonly string[]>;
  /** The number of lines: the rows, the records that are not added yet, and one to begin another. */
  readonly lineCount: ReadonlySignal<number>;
  /** The cell for which a picture is chosen. */
  readonly choosing: Signal<{ readonly id: string; readonly column: Column } | null> = signal(null);
  /** The URL of the picture that is shown large; null: none is. */
  readonly enlarged: Signal<string | null> = signal(null);
  /** Whether the key may see the pictures of the account. */
  readonly canChoosePictures: boolean;
  /** The column that is dragged, and the place to which it would go. */
  readonly dragged: Signal<{ readonly name: string; readonly to: number } | null> = signal(null);
  /** The record of the edited cell, as someone else has written it meanwhile. */
  readonly underneath: Signal<AnyRow | null> = signal(null);
  /** The cells that someone else has just changed, by `cellKey`. */
  readonly marked: Signal<ReadonlySet<string>> = signal(new Set());
  /** The records that someone else has deleted since they were requested: those in the grid are struck through. */
  readonly gone: Signal<ReadonlySet<string>> = signal(new Set());
  /** What others have added since the grid was loaded. */
  readonly news: Signal<News> = signal(NO_NEWS);
  /** The id of the record that typing into the last line begins. */
  #nextId: string = createNewId();
  /** The record of the active cell; '' before a cell was chosen, or where it is not loaded. */
  #activeId = '';

  constructor(parts: {
    readonly edits: StoreEdits;
    readonly detail: StoreDetail;
    readonly columns: readonly Column[];
    readonly layout: Signal<ColumnLayout>;
    readonly view: View;
    readonly canChoosePictures: boolean;
    /** The grid that was shown before: its rows stay until those of this one are read. */
    readonly before: GridState | null;
  }) {
    const { edits, detail, columns, layout, view } = parts;
    this.canChoosePictures = parts.canChoosePictures;
    const { store } = edits;
    this.store = store;
    this.edits = edits;
    this.detail = detail;
    this.columns = columns;
    this.layout = layout;
    this.view = view;
    this.filters = effectiveFilters(view, columns);
    this.matching = matchingOf(view, this.filters);
    this.isFiltered = Object.keys(this.matching).length > 0;
    this.pages = new RecordPages({
      store,
      request: { ...this.matching, ...orderOf(view) },
      takeFirstPage: () => takeFirstPage(detail.id, view),
      versions: edits.versions,
      before: parts.before?.pages ?? null,
      whenNotEditing: () => this.whenNotEditing(),
    });
    // In the same view, the user stays at the same cell; in another one, at the top.
    const before = JSON.stringify(parts.before?.view) === JSON.stringify(view) ? parts.before : null;
    this.all = parts.before?.all ?? signal(detail.recordCount);
    // Until it is counted anew, so that the user stays where the scroll bar is.
    this.total = this.isFiltered ? signal(before?.total.peek() ?? null) : this.all;
    this.placed = computed(() => placeColumns(columns, layout.value, this.pages.firstRows.value));
    this.rowCount = computed(() => {
      const known = this.pages.known.value;
      if (this.pages.isComplete.value) return Math.min(ROWS_MAX, known);
      // Before the count is known, there is at least one more page.
      return Math.min(ROWS_MAX, Math.max(known + 50, this.total.value ?? 0));
    });
    this.fresh = computed(() => [...edits.drafts.records.value.keys()].filter(isNewId).toSorted());
    this.lineCount = computed(() => this.rowCount.value + this.fresh.value.length + 1);
    this.range = computed(() => rangeBetween(this.active.value, this.anchor.value ?? this.active.value));
    if (before !== null) this.#stay(before);
  }

  /** Returns the record of a line, or an empty one where none is added yet; null while it is not loaded. */
  rowAt(line: number): AnyRow | null {
    const rows = this.rowCount.peek();
    if (line < rows) return this.pages.rowAt(line);
    const id = this.fresh.peek()[line - rows];
    if (id !== undefined) return emptyRow(id);
    if (this.edits.drafts.of(this.#nextId).size > 0) this.#nextId = createNewId();
    return emptyRow(this.#nextId);
  }

  /**
   * Returns the record of a line into which something is pasted from the line `top` on. Lines below the last one begin
   * records; null where it is not known yet which one is the last.
   */
  rowForPaste(line: number, top: number): AnyRow | null {
    const rows = this.rowCount.peek();
    if (line >= rows && top < rows && !this.pages.isComplete.peek()) return null;
    return line < this.lineCount.peek() ? this.rowAt(line) : emptyRow(createNewId());
  }

  /** Returns the line of a record, or -1. */
  lineOf(id: string): number {
    if (!isNewId(id)) return this.pages.indexOf(id);
    const fresh = this.fresh.peek();
    const place = fresh.indexOf(id);
    if (place < 0 && id !== this.#nextId) return -1;
    return this.rowCount.peek() + (place < 0 ? fresh.length : place);
  }

  /** Returns a cell as it is shown and edited: the text that was typed into it, or its value. */
  textOf(row: AnyRow, { name, type }: Pick<Column, 'name' | 'type'>): string {
    return this.edits.drafts.of(row.id).get(name)?.text ?? showValue(row[name], type);
  }

  /** Returns the value that the user sees in a cell: the one on its way to the server, or that of the record. */
  valueOf(row: AnyRow, { name }: Pick<Column, 'name'>): AnyValue {
    const draft = this.edits.drafts.of(row.id).get(name);
    return draft?.state === 'waiting' ? draft.value : (row[name] ?? null);
  }

  /** Returns a record with the values that the user sees: those on their way to the server, too. */
  asShown(row: AnyRow): AnyRow {
    const waiting = this.edits.drafts.waitingOf(row.id).map(({ field, value }) => [field, value] as const);
    return { ...row, ...Object.fromEntries(waiting) };
  }

  /** Whether a cell can be edited. Every field of a record that is not added yet can. */
  isEditable(row: AnyRow, { isEditable, isSystem }: Column): boolean {
    return isEditable || (isNewId(row.id) && !isSystem);
  }

  /** Moves the active cell. With `extend`, the range reaches from where it began to there. */
  moveTo(place: CellPlace, extend = false): void {
    const row = Math.max(0, Math.min(place.row, this.lineCount.peek() - 1));
    const column = Math.max(0, Math.min(place.column, this.placed.peek().length - 1));
    if (extend) this.anchor.value ??= this.active.peek();
    else this.anchor.value = null;
    const left = this.#activeId;
    this.active.value = { row, column };
    this.#activeId = this.rowAt(row)?.id ?? '';
    if (isNewId(left) && this.#activeId !== left) this.addLeft(left);
  }

  /** Keeps the active cell and the editor on their record when it has got its id. */
  follow(newId: string, row: AnyRow): void {
    if (this.#activeId === newId) this.#activeId = row.id;
    const editing = this.editing.peek();
    if (editing?.id === newId) {
      this.edits.drafts.forgetTyped({ id: newId, field: editing.column.name });
      this.editing.value = { ...editing, id: row.id, from: row[editing.column.name] ?? null };
    }
    this.#keepPlace();
  }

  /** Keeps the active cell on its record whenever lines move, until the returned function is called. */
  keepPlace(): () => void {
    return effect(() => {
      void this.pages.version.value;
      void this.lineCount.value;
      this.#keepPlace();
    });
  }

  /** Returns a promise that resolves when no cell is edited; null: none is. */
  whenNotEditing(): Promise<void> | null {
    if (!this.isEditing.peek()) return null;
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = effect(() => {
      if (!this.isEditing.value) resolve();
    });
    return promise.then(end);
  }

  /**
   * Moves the active cell, and the range, to the line where its record is now. One that is gone is given up; if there are
   * fewer lines now, the active cell is in the last row.
   */
  #keepPlace(): void {
    const { row, column } = this.active.peek();
    const shown = this.rowAt(row)?.id;
    if (shown === this.#activeId && shown !== undefined) return;
    const line = this.#activeId === '' ? -1 : this.lineOf(this.#activeId);
    if (line >= 0) {
      const other = this.anchor.peek();
      if (other !== null) this.anchor.value = { ...other, row: Math.max(0, other.row + line - row) };
      this.active.value = { row: line, column };
    } else if (this.pages.isEarlier.peek()) return;
    else if (row >= this.lineCount.peek()) this.moveTo({ row: this.rowCount.peek() - 1, column });
    else if (shown !== undefined) this.#activeId = shown;
  }

  /** Begins at the cell at which the user was. If it is in the same place, nothing scrolls. */
  #stay(before: GridState): void {
    const active = before.active.peek();
    const name = before.placed.peek()[active.column]?.name;
    const column = Math.max(
      0,
      this.placed.peek().findIndex((placed) => placed.name === name),
    );
    this.active.value = column === active.column ? active : { ...active, column };
    this.#activeId = before.#activeId;
    this.#nextId = before.#nextId;
  }

  /** Forgets a record that is not added yet and has no value. Returns whether it has none. */
  dropEmpty(id: string): boolean {
    const drafts = [...this.edits.drafts.of(id).values()];
    const isEmpty = drafts.every(({ value }) => value === null);
    if (isEmpty) this.edits.drafts.drop(drafts);
    return isEmpty;
  }

  /** Adds a record that was typed into a line, when the line is left. */
  addLeft(id: string): void {
    const drafts = [...this.edits.drafts.of(id).values()];
    if (this.dropEmpty(id) || drafts.every(({ state }) => state === 'waiting')) return;
    this.edits.drafts.put(drafts.map((draft) => ({ ...draft, state: 'waiting', message: '' })));
    void this.edits.send(id);
  }
}
