import { effect } from '@preact/signals';
import { type AnyRow, type Change, type Client, CursorExpiredError } from '@vitrine/client';
import { useEffect, useRef } from 'preact/hooks';
import { useSession } from '../../session/session.ts';
import { cellKey, type GridState } from './grid-state.ts';

/** How long a cell that someone else changed is marked, in milliseconds. */
const MARKED_MS = 2_500;
const TYPES = ['record.*', 'records.imported'];

/**
 * Shows what others do to the records of a grid, by one stream of the store's changes. There is none while the page is
 * hidden; afterwards the changes since then come first.
 *
 * @param isHeld whether a dialog is open about what the user sees: changes wait until it is closed.
 */
export function useLiveRows(grid: GridState, isHeld: boolean): void {
  const { client } = useSession();
  const waiting = useRef<Change[]>([]);
  const take = useRef<(change: Change) => void>(() => {});
  take.current = (change) => {
    if (isHeld) waiting.current.push(change);
    else takeChange(grid, change);
  };
  useEffect(() => {
    if (!isHeld) for (const change of waiting.current.splice(0)) takeChange(grid, change);
  }, [grid, isHeld]);
  const storeId = grid.detail.id;

  useEffect(() => {
    const since = { position: undefined as string | undefined };
    let following: AbortController | null = null;
    const follow = () => {
      following?.abort();
      following = document.hidden ? null : new AbortController();
      if (following !== null) void followStore(client, storeId, since, take, following.signal);
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
        if (grid.editing.value !== null) return;
        const theirs = grid.underneath.peek();
        grid.underneath.value = null;
        if (theirs !== null) showChanged(grid, theirs);
      }),
    [grid],
  );
}

async function followStore(
  client: Client,
  storeId: string,
  since: { position: string | undefined },
  take: { readonly current: (change: Change) => void },
  signal: AbortSignal,
): Promise<void> {
  const store = { name: storeId, id: storeId };
  try {
    since.position ??= (await client.stores.listChanges(store, {}, { signal })).cursor;
    const options = { since: since.position, include: 'record', types: TYPES, signal } as const;
    for await (const change of client.stores.changes(store, options)) {
      since.position = change.position;
      take.current(change);
    }
  } catch (error) {
    // Without the stream the grid shows what it has read, as before. What was missed can't be told one by one.
    if (error instanceof CursorExpiredError) since.position = undefined;
  }
}

function takeChange(grid: GridState, { type, recordId, record, created = 0 }: Change): void {
  if (type === 'records.imported')
    grid.news.value = { ...grid.news.peek(), imported: grid.news.peek().imported + created };
  if (recordId === undefined) return;
  const isShown = grid.pages.indexOf(recordId) >= 0;
  if (isShown && record !== undefined) showChanged(grid, record as AnyRow);
  else if (isShown) grid.gone.value = new Set(grid.gone.peek()).add(recordId);
  else if (type === 'record.created' && record !== undefined) {
    const { ids, imported } = grid.news.peek();
    grid.news.value = { ids: new Set(ids).add(recordId), imported };
  }
}

/** Shows a record as someone else has written it, and marks what differs. Keeps a cell that is edited. */
function showChanged(grid: GridState, record: AnyRow): void {
  const index = grid.pages.indexOf(record.id);
  const shown = grid.pages.rowAt(index);
  // An answer to an own request may be newer than the stream.
  if (shown === null || record.date_updated < shown.date_updated) return;
  if (grid.editing.peek() !== null && grid.active.peek().row === index) {
    grid.underneath.value = record;
    return;
  }
  const changed = grid.columns.filter(({ name, isSystem }) => !isSystem && shown[name] !== record[name]);
  if (changed.length === 0) return;
  // Its entity tag is not known: an edit reads the record anew, and compares.
  grid.versions.delete(record.id);
  grid.pages.replace(record);
  const keys = changed.map(({ name }) => cellKey(record.id, name));
  grid.marked.value = new Set([...grid.marked.peek(), ...keys]);
  setTimeout(() => {
    const left = new Set(grid.marked.peek());
    for (const key of keys) left.delete(key);
    grid.marked.value = left;
  }, MARKED_MS);
}
