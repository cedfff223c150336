import { effect } from '@preact/signals';
import { type AnyRow, type Change, type Client, CursorExpiredError } from '@vitrine/client';
import { useEffect, useRef } from 'preact/hooks';
import { cellKey } from '../../../records/edits/kept-drafts.ts';
import { useSession } from '../../../session/session.ts';
import { positionBefore } from '../view/first-view.ts';
import type { GridState } from './grid-state.ts';

/** How long a cell that someone else changed is marked, in milliseconds. */
const MARKED_MS = 2_500;
const TYPES = ['record.*', 'records.imported', 'store.*'];

/**
 * Shows what others do to the records of a grid, by one stream of the store's changes since before the records were read.
 * There is none while the page is hidden; afterwards the changes since then come first.
 *
 * @param isHeld whether a dialog is open about what the user sees: changes wait until it is closed.
 * @param onStore is called when the store itself was changed or deleted.
 */
export function useLiveRows(grid: GridState, isHeld: boolean, onStore: (type: Change['type']) => void): void {
  const { client } = useSession();
  const waiting = useRef<(Change | null)[]>([]);
  const take = useRef<Take>(() => {});
  take.current = (change) => {
    if (isHeld) waiting.current.push(change);
    else if (change === null) grid.news.value = { ...grid.news.peek(), isMissed: true };
    else if (change.type.startsWith('store.')) onStore(change.type);
    else takeChange(grid, change);
  };
  useEffect(() => {
    if (!isHeld) for (const change of waiting.current.splice(0)) take.current(change);
  }, [grid, isHeld]);
  const storeId = grid.detail.id;

  useEffect(() => {
    const since: Since = { position: positionBefore(client, storeId) };
    let following: AbortController | null = null;
    const follow = () => {
      following?.abort();
      following = document.hidden ? null : new AbortController();
      if (following !== null)
        void followStore(client, storeId, since, (change) => take.current(change), following.signal);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      following?.abort();
    };
  }, [client, storeId]);

  // A record whose cell was edited is shown as it is now when the edit has ended.
  useEffect(
    () =>
      effect(() => {
        if (grid.isEditing.value) return;
        const theirs = grid.underneath.peek();
        grid.underneath.value = null;
        if (theirs !== null) showChanged(grid, theirs);
      }),
    [grid],
  );
}

/** Gets a change; null: changes were missed. */
type Take = (change: Change | null) => void;

/** The position after which changes come; undefined if it has to be requested. */
interface Since {
  position: Promise<string | undefined> | string | undefined;
}

/** Milliseconds before a stream that was refused or has failed is tried again: at first, and at most. */
const AGAIN = { first: 2_000, last: 60_000 } as const;

async function followStore(
  client: Client,
  storeId: string,
  since: Since,
  take: Take,
  signal: AbortSignal,
): Promise<void> {
  const store = { name: storeId, id: storeId };
  for (let wait: number = AGAIN.first; !signal.aborted; wait = Math.min(AGAIN.last, wait * 2)) {
    try {
      let position = await since.position;
      if (position === undefined) {
        position = (await client.stores.listChanges(store, {}, { signal })).cursor;
        since.position = position;
        // The changes since the rows were read are not known: the user is asked to load the grid anew, after this.
        take(null);
      }
      const options = { since: position, include: 'record', types: TYPES, signal } as const;
      for await (const change of client.stores.changes(store, options)) {
        since.position = change.position;
        wait = AGAIN.first;
        take(change);
      }
      // The store was deleted.
      return;
    } catch (error) {
      if (signal.aborted) return;
      // The changes in between are not kept.
      if (error instanceof CursorExpiredError) since.position = undefined;
    }
    // Too many streams of the key, a server without an answer, or a fault: the rows stay as they were read until then.
    await new Promise((done) => setTimeout(done, wait));
  }
}

/** Takes a change of a record that is shown, or may be in a page on its way as it was before. Others are only counted. */
export function takeChange(grid: GridState, { type, recordId, record, created = 0 }: Change): void {
  if (type === 'records.imported')
    grid.news.value = { ...grid.news.peek(), imported: grid.news.peek().imported + created };
  if (recordId === undefined) return;
  const isShown = grid.pages.indexOf(recordId) >= 0;
  if (!isShown && type === 'record.created' && record !== undefined) {
    const { ids } = grid.news.peek();
    grid.news.value = { ...grid.news.peek(), ids: new Set(ids).add(recordId) };
  }
  const gone = grid.gone.peek();
  // It was deleted, and restored since.
  if (record !== undefined && gone.has(recordId))
    grid.gone.value = new Set([...gone].filter((id) => id !== recordId));
  if (!isShown && !grid.pages.mayCome(recordId)) return;
  if (record === undefined) grid.gone.value = new Set(gone).add(recordId);
  else if (isShown) showChanged(grid, record as AnyRow);
  else grid.pages.replace(record as AnyRow);
}

/** Shows a record as someone else has written it, and marks what differs. Keeps a cell that is edited. */
function showChanged(grid: GridState, record: AnyRow): void {
  const index = grid.pages.indexOf(record.id);
  const shown = grid.pages.rowAt(index);
  // A response to an own request may be newer than the stream.
  if (shown === null || record.date_updated < shown.date_updated) return;
  if (grid.editing.peek()?.id === record.id) {
    grid.underneath.value = record;
    return;
  }
  const changed = grid.columns.filter(({ name, isSystem }) => !isSystem && shown[name] !== record[name]);
  if (changed.length === 0) return;
  // Its entity tag is not known: an edit reads the record anew, and compares.
  grid.edits.versions.delete(record.id);
  grid.pages.replace(record);
  const keys = changed.map(({ name }) => cellKey({ id: record.id, field: name }));
  grid.marked.value = new Set([...grid.marked.peek(), ...keys]);
  setTimeout(() => {
    const left = new Set(grid.marked.peek());
    for (const key of keys) left.delete(key);
    grid.marked.value = left;
  }, MARKED_MS);
}
