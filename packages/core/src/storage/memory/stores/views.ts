import type { ViewRef, ViewRow, ViewStorage } from '../../stores/views.ts';
import type { UnderKey } from '../ground/idempotency-keys.ts';
import { takePage } from '../ground/seq-page.ts';

/** The facet, with the removal of the views of a store for the facet of stores. */
export interface MemoryViews {
  readonly storage: ViewStorage;
  removeOf(storeId: string): void;
}

export function memoryViews(underKey: UnderKey): MemoryViews {
  const viewsById = new Map<string, ViewRow>();
  let lastSeq = 0;

  function find({ id, accountId, storeId }: ViewRef): ViewRow | null {
    const view = viewsById.get(id);
    return view?.accountId === accountId && view.storeId === storeId ? view : null;
  }

  function viewsOf(storeId: string): ViewRow[] {
    return [...viewsById.values()].filter((view) => view.storeId === storeId);
  }

  /** Keeps a copy, because rows are returned without copying them. */
  function keep(view: ViewRow): ViewRow {
    const kept = structuredClone(view);
    viewsById.set(kept.id, kept);
    return kept;
  }

  const storage: ViewStorage = {
    async insert(view, most, options) {
      return underKey<ViewRow | 'full'>(
        options,
        () => (viewsOf(view.storeId).length < most ? keep({ ...view, seq: ++lastSeq }) : 'full'),
        (result) => result !== 'full',
      );
    },
    async get(ref) {
      return find(ref);
    },
    async list({ accountId, id }, { kind, ...page }) {
      const rows = viewsOf(id).filter(
        (view) => view.accountId === accountId && (kind === null || view.kind === kind),
      );
      return takePage(rows, page);
    },
    async update(ref, change, now) {
      const view = find(ref);
      return view === null ? null : keep({ ...view, ...change, updatedAt: now });
    },
    async delete(ref) {
      return find(ref) !== null && viewsById.delete(ref.id);
    },
  };

  return {
    storage,
    removeOf(storeId) {
      for (const { id } of viewsOf(storeId)) viewsById.delete(id);
    },
  };
}
