import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { AnyFilter, AnyRow, AnyStore, AnyValue, Store, StoreDetail } from '@vitrine/client';
import type { Column } from '../../records/value-types.ts';
import { type ColumnLayout, type PlacedColumn, placeColumns } from './column-layout.ts';
import { takeFirstPage } from './first-view.ts';
import type { View } from './grid-address.ts';
import { effectiveFilters } from './jump-filter.ts';
import { RecordPages } from './record-pages.ts';

/** A cell by its row and its place among the shown columns. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Cells from one corner to the other. */
export interface CellRange {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export type Values = Readonly<Record<string, AnyValue>>;

/** A change of a record in this visit. */
export interface Change {
  readonly id: string;
  readonly at: string;
  readonly before: Values;
  readonly after: Values;
}

/** Changes of records that were made, and are taken back, together. */
export type Edit = readonly Change[];

/** A value that was not written. It stays in its cell until it is corrected or given up. */
export interface Problem {
  /** The value as it was typed. */
  readonly text: string;
  /** Why it was not written. */
  readonly message: string;
}

/** An edit that was not written, because someone else has changed the record. */
export interface Conflict {
  readonly id: string;
  readonly mine: Values;
  /** Null: the record was deleted. */
  readonly theirs: AnyRow | null;
}

/** Records that others have added: their ids, and the number of those that imports have added. */
export interface News {
  readonly ids: ReadonlySet<string>;
  readonly imported: number;
}

/** Rows at most: a taller element than this is cut by browsers. */
export const ROWS_MAX = 1_000_000;

/** The grid of one view of a store: what it shows, and where the user is in it. */
export class GridState {
  readonly store: Store<AnyStore>;
  readonly detail: StoreDetail;
  readonly columns: readonly Column[];
  readonly view: View;
  readonly filters: readonly AnyFilter[];
  readonly layout: Signal<ColumnLayout>;
  readonly placed: ReadonlySignal<readonly PlacedColumn[]>;
  readonly pages: RecordPages;
  /** The number of records that match; null while it is counted. */
  readonly total: Signal<number | null>;
  /** The number of rows in the grid, read or not. */
  readonly rowCount: ReadonlySignal<number>;
  readonly active: Signal<CellPlace> = signal({ row: 0, column: 0 });
  /** The corner of the range across from the active cell. */
  readonly anchor: Signal<CellPlace | null> = signal(null);
  readonly range: ReadonlySignal<CellRange>;
  /** The selected records: their ids, or all that match. */
  readonly selected: Signal<ReadonlySet<string> | 'all'> = signal(new Set<string>());
  /** The text in the editor of the active cell; null while no cell is edited. */
  readonly editing: Signal<string | null> = signal(null);
  /** What was typed into cells and not written, by `cellKey`. */
  readonly problems: Signal<ReadonlyMap<string, Problem>> = signal(new Map());
  /** The edits that wait for a decision, the first one shown. */
  readonly conflicts: Signal<readonly Conflict[]> = signal([]);
  /** The record of the edited cell, as someone else has written it meanwhile. */
  readonly underneath: Signal<AnyRow | null> = signal(null);
  /** The cells that someone else has just changed, by `cellKey`. */
  readonly marked: Signal<ReadonlySet<string>> = signal(new Set());
  /** The records in the grid that someone else has deleted. */
  readonly gone: Signal<ReadonlySet<string>> = signal(new Set());
  /** What others have added since the grid was loaded. */
  readonly news: Signal<News> = signal({ ids: new Set(), imported: 0 });
  /** The edits of this visit, the latest last. */
  readonly history: Signal<readonly Edit[]>;
  /** Records with their entity tags, as they were last received. */
  readonly versions: Map<string, AnyRow> = new Map();

  constructor(parts: {
    readonly store: Store<AnyStore>;
    readonly detail: StoreDetail;
    readonly columns: readonly Column[];
    readonly layout: Signal<ColumnLayout>;
    readonly history: Signal<readonly Edit[]>;
    readonly view: View;
  }) {
    const { store, detail, columns, layout, view, history } = parts;
    this.store = store;
    this.detail = detail;
    this.columns = columns;
    this.layout = layout;
    this.view = view;
    this.history = history;
    this.filters = effectiveFilters(view, columns);
    this.pages = new RecordPages({
      store,
      view,
      filters: this.filters,
      takeFirstPage: () => takeFirstPage(detail.id, view),
    });
    this.total = signal(this.filters.length === 0 ? detail.recordCount : null);
    this.placed = computed(() => placeColumns(columns, layout.value, this.pages.firstRows.value));
    this.rowCount = computed(() => {
      const known = this.pages.known.value;
      if (this.pages.isComplete.value) return Math.min(ROWS_MAX, known);
      // Before the count is known, there is at least one more page.
      return Math.min(ROWS_MAX, Math.max(known + 50, this.total.value ?? 0));
    });
    this.range = computed(() => {
      const { row, column } = this.active.value;
      const other = this.anchor.value ?? this.active.value;
      return {
        top: Math.min(row, other.row),
        bottom: Math.max(row, other.row),
        left: Math.min(column, other.column),
        right: Math.max(column, other.column),
      };
    });
  }

  /** Moves the active cell. With `extend`, the range reaches from where it began to there. */
  moveTo(place: CellPlace, extend = false): void {
    const row = Math.max(0, Math.min(place.row, this.rowCount.peek() - 1));
    const column = Math.max(0, Math.min(place.column, this.placed.peek().length - 1));
    if (extend) this.anchor.value ??= this.active.peek();
    else this.anchor.value = null;
    this.active.value = { row, column };
  }

  /** Whether a record is selected. Reads the signal. */
  isSelected(id: string): boolean {
    const selected = this.selected.value;
    return selected === 'all' || selected.has(id);
  }

  toggle(id: string): void {
    const selected = this.selected.peek();
    const next = new Set(selected === 'all' ? [] : selected);
    if (!next.delete(id)) next.add(id);
    this.selected.value = next;
  }

  setProblem(id: string, field: string, problem: Problem | null): void {
    const next = new Map(this.problems.peek());
    if (problem === null) next.delete(cellKey(id, field));
    else next.set(cellKey(id, field), problem);
    this.problems.value = next;
  }
}

export function cellKey(id: string, field: string): string {
  return `${id}\n${field}`;
}
