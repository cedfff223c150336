import { signal } from '@preact/signals';
import type { AnyValue } from '@vitrine/client';

/**
 * `typed`: the editor is open, or was when the page was closed. `waiting`: to be sent. `refused`: by the server, or by
 * the rules of its record.
 */
type DraftState = 'typed' | 'waiting' | 'refused';

/** A value that was typed into a field of a record and is not stored by the server. */
export interface CellDraft {
  /** Differs among the drafts of a cell. A later one has a greater one. */
  readonly key: string;
  /** The id of the record, or the one of a record that is not added yet (`isNewId`). */
  readonly id: string;
  readonly field: string;
  /** The value as it was typed. */
  readonly text: string;
  /** The value to send. */
  readonly value: AnyValue;
  /** The values that it may replace: the user has seen them. */
  readonly seen: readonly AnyValue[];
  readonly state: DraftState;
  /** Why it was refused; '' in other states. */
  readonly message: string;
  /** Changes with the same name are taken back together; '' for a change that takes another one back. */
  readonly group: string;
}

/** The field of a record that a draft is about. */
export type CellOfDraft = Pick<CellDraft, 'id' | 'field'>;

/** Returns what names a field of a record among those of a store. */
export function cellKey({ id, field }: CellOfDraft): string {
  return `${id}\n${field}`;
}

/** What names a draft in the browser's storage. */
type DraftName = Pick<CellDraft, 'id' | 'field' | 'key'>;

/** Whose drafts they are. */
export interface DraftsPlace {
  readonly accountId: string;
  readonly storeId: string;
}

const PREFIX = 'vitrine.draft';

/** The number of values of an account that are sent when the server answers, in all of its stores. */
export const waitingCount = signal(0);
let counted = '';
let isCounting = false;
/** Milliseconds between two counts: each reads all kept drafts. */
const COUNT_MS = 100;

/** The drafts that the browser's storage does not take: they are lost with the page. */
const unkept = new Set<string>();

/** Counts the waiting drafts of an account from now on. Returns the ids of the stores that have drafts. */
export function countDrafts(accountId: string): ReadonlySet<string> {
  counted = accountId;
  const entries = keys(`${PREFIX}/${accountId}/`);
  waitingCount.value = entries.filter(
    (entry) => parse(localStorage.getItem(entry))?.state === 'waiting',
  ).length;
  return new Set(entries.map((entry) => decodeURIComponent(entry.split('/')[2] ?? '')));
}

/** Returns the drafts of a store that this browser has kept, the latest of each cell. Erases those that it has replaced. */
export function readDrafts(place: DraftsPlace): CellDraft[] {
  const latest = new Map<string, CellDraft>();
  const all = keys(prefixOf(place)).flatMap((entry) => parse(localStorage.getItem(entry)) ?? []);
  for (const draft of all.toSorted((one, other) => (one.key < other.key ? -1 : 1))) {
    const replaced = latest.get(cellKey(draft));
    if (replaced !== undefined) eraseDraft(place, replaced);
    latest.set(cellKey(draft), draft);
  }
  return [...latest.values()];
}

/** Keeps a draft in the browser's storage. Without it, the browser asks before the page is closed. */
export function keepDraft(place: DraftsPlace, draft: CellDraft): void {
  const entry = entryOf(place, draft);
  try {
    localStorage.setItem(entry, JSON.stringify(draft));
    unkept.delete(entry);
  } catch {
    unkept.add(entry);
  }
  watchLeaving();
}

/**
 * Erases a kept draft, unless something is typed over it now. Others of its cell stay: what another tab keeps at this moment
 * can't be seen here yet, so each draft has a name of its own.
 */
export function eraseDraft(place: DraftsPlace, draft: CellDraft): void {
  const entry = entryOf(place, draft);
  unkept.delete(entry);
  try {
    if (localStorage.getItem(entry) === JSON.stringify(draft)) localStorage.removeItem(entry);
  } catch {
    // A forbidden storage holds nothing.
  }
  watchLeaving();
}

/** Counts anew, soon, after changes of `keepDraft` and `eraseDraft`. */
export function recountDrafts(): void {
  if (counted === '' || isCounting) return;
  isCounting = true;
  setTimeout(() => {
    isCounting = false;
    countDrafts(counted);
  }, COUNT_MS);
}

/** Calls `take` when another tab has kept or erased a draft of a store. Null: erased. */
export function watchDrafts(
  place: DraftsPlace,
  take: (name: DraftName, draft: CellDraft | null) => void,
): void {
  window.addEventListener('storage', ({ key: entry, newValue }) => {
    if (!entry?.startsWith(prefixOf(place))) return;
    const [id = '', field = '', key = ''] = entry
      .slice(prefixOf(place).length)
      .split('/')
      .map(decodeURIComponent);
    // This tab may have kept the draft again since.
    take({ id, field, key }, parse(localStorage.getItem(entry)) ?? parse(newValue));
    recountDrafts();
  });
}

function prefixOf({ accountId, storeId }: DraftsPlace): string {
  return `${PREFIX}/${accountId}/${encodeURIComponent(storeId)}/`;
}

function entryOf(place: DraftsPlace, { id, field, key }: DraftName): string {
  return `${prefixOf(place)}${encodeURIComponent(id)}/${encodeURIComponent(field)}/${key}`;
}

function keys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

function parse(text: string | null): CellDraft | null {
  try {
    return text === null ? null : (JSON.parse(text) as CellDraft);
  } catch {
    return null;
  }
}

function watchLeaving(): void {
  if (unkept.size > 0) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
}

function ask(event: Event): void {
  event.preventDefault();
}
