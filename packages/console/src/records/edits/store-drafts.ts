import { type Signal, signal } from '@preact/signals';
import {
  type CellDraft,
  type CellOfDraft,
  cellKey,
  type DraftsPlace,
  eraseDraft,
  keepDraft,
  readDrafts,
  recountDrafts,
  watchDrafts,
} from './kept-drafts.ts';

/** The drafts of a record, by field. */
export type RecordDrafts = ReadonlyMap<string, CellDraft>;

const NONE: RecordDrafts = new Map();
const NEW_PREFIX = 'new:';
let created = 0;

/** Whether an id is that of a record that is not added yet. */
export function isNewId(id: string): boolean {
  return id.startsWith(NEW_PREFIX);
}

/** Returns an id for a record that is not added yet. Ids are in the order in which they were created. */
export function createNewId(): string {
  return `${NEW_PREFIX}${createDraftKey()}`;
}

/** Returns a key for a draft, which no other tab creates. Keys are in the order in which they were created. */
export function createDraftKey(): string {
  created += 1;
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  const order = `${Date.now().toString(36).padStart(9, '0')}${created.toString(36).padStart(4, '0')}`;
  return `${order}${random.toString(36)}`;
}

/** Values that were typed into the records of a store and that the server has not stored yet. They outlive the page. */
export class StoreDrafts {
  /** By the id of the record. The drafts of a record stay the same object until one of them changes. */
  readonly records: Signal<ReadonlyMap<string, RecordDrafts>> = signal(new Map());
  readonly #place: DraftsPlace;
  /** What is kept of the open editors, by their cells. */
  readonly #typed: Map<string, CellDraft> = new Map();

  constructor(place: DraftsPlace) {
    this.#place = place;
    this.#change(readDrafts(place), []);
    watchDrafts(place, (name, draft) => {
      const own = this.of(name.id).get(name.field);
      if (draft === null) {
        if (own?.key === name.key) this.#change([], [name]);
        return;
      }
      // While another tab types, its own editor shows it. A later draft of here replaces that one there.
      if (draft.state === 'typed' || (own !== undefined && own.key > draft.key)) return;
      this.#change([draft], []);
      if (own !== undefined && own.key !== draft.key) eraseDraft(place, own);
    });
  }

  of(id: string): RecordDrafts {
    return this.records.peek().get(id) ?? NONE;
  }

  waitingOf(id: string): CellDraft[] {
    return [...this.of(id).values()].filter(({ state }) => state === 'waiting');
  }

  put(drafts: readonly CellDraft[]): void {
    for (const draft of drafts) {
      const before = this.of(draft.id).get(draft.field);
      this.#eraseTyped(draft);
      if (before !== undefined && before.key !== draft.key) eraseDraft(this.#place, before);
      keepDraft(this.#place, draft);
    }
    this.#change(drafts, []);
    recountDrafts();
  }

  /** Ends drafts that are stored or given up. One that was replaced meanwhile stays. */
  drop(drafts: readonly CellDraft[]): void {
    const ended = drafts.filter((draft) => this.of(draft.id).get(draft.field) === draft);
    for (const draft of ended) eraseDraft(this.#place, draft);
    this.#change([], ended);
    recountDrafts();
  }

  /**
   * Keeps the text of an open editor, for the case that the page is closed, in place of the draft with which it was opened.
   * The editor shows it.
   */
  keepTyped(draft: CellDraft): void {
    const before = this.#typed.get(cellKey(draft)) ?? this.of(draft.id).get(draft.field);
    const typed = { ...draft, key: before?.key ?? draft.key };
    this.#typed.set(cellKey(draft), typed);
    keepDraft(this.#place, typed);
  }

  /** Forgets the text of an editor. A draft from before the editor was opened stays. */
  forgetTyped(cell: CellOfDraft): void {
    this.#eraseTyped(cell);
    const before = this.of(cell.id).get(cell.field);
    if (before !== undefined) keepDraft(this.#place, before);
  }

  #eraseTyped(cell: CellOfDraft): void {
    const typed = this.#typed.get(cellKey(cell));
    if (typed === undefined) return;
    this.#typed.delete(cellKey(cell));
    eraseDraft(this.#place, typed);
  }

  #change(put: readonly CellDraft[], dropped: readonly CellOfDraft[]): void {
    if (put.length + dropped.length === 0) return;
    const records = new Map(this.records.peek());
    const touched = new Map<string, Map<string, CellDraft>>();
    const fieldsOf = (id: string) => {
      const fields = touched.get(id) ?? new Map(records.get(id) ?? NONE);
      touched.set(id, fields);
      return fields;
    };
    for (const draft of put) fieldsOf(draft.id).set(draft.field, draft);
    for (const { id, field } of dropped) fieldsOf(id).delete(field);
    for (const [id, fields] of touched) {
      if (fields.size === 0) records.delete(id);
      else records.set(id, fields);
    }
    this.records.value = records;
  }
}
