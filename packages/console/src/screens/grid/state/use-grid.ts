import type { StoreDetail } from '@vitrine/client';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { showToast } from '../../../components/toast.tsx';
import { openEdits } from '../../../records/edits/store-edits.ts';
import { columnsOf } from '../../../records/value-types.ts';
import { loadNamedView, openView } from '../../../records/views/shown-view.ts';
import { isOnline } from '../../../requests/connection.ts';
import { messageOf } from '../../../requests/describe-error.ts';
import { query } from '../../../router/location.ts';
import { useSession } from '../../../session/session.ts';
import { viewOfAddress } from '../view/grid-address.ts';
import { openLayout } from './column-layout.ts';
import { GridState } from './grid-state.ts';
import { isFieldTyped } from './typed-field.ts';

interface ShownGrid {
  readonly grid: GridState;
  /** The store, as the grid shows it. */
  readonly detail: StoreDetail;
  /** Whether a cell, or a field beside the grid, is in the middle of a word. */
  readonly isTyping: boolean;
  /** Reads the rows and the store anew, when no cell is edited. */
  readonly reload: () => void;
}

/**
 * Makes the grid of a store in the view of the address. It is made anew with another view, with rows to be read anew and with
 * a changed store, but not in the middle of a word: until the cell or the field is left, it stays as it is.
 *
 * @param latest the store as it was read last.
 * @param onReload reads the store anew.
 */
export function useGrid(latest: StoreDetail, onReload: () => void): ShownGrid {
  const { client, identity } = useSession();
  const before = useRef<GridState | null>(null);
  const now = { detail: latest, saved: openView.value, view: viewOfAddress() };
  const held = useRef(now);
  // Other columns or rows end the editor in the middle of a word. The store, or a saved view, may have been asked for
  // before the edit began; a search takes effect later; the user goes back.
  if (!(isFieldTyped.value || before.current?.isEditing.value)) held.current = now;
  const { detail, saved, view } = held.current;
  const storeId = detail.id;
  const named = query.value.get('view');
  useEffect(() => {
    loadNamedView(client, storeId, 'records').catch((error: unknown) =>
      showToast(messageOf(error), { isBad: true }),
    );
  }, [client, storeId, named]);
  const fixed = useMemo(() => {
    const columns = columnsOf(detail.properties);
    const edits = openEdits(client, identity.accountId, storeId);
    edits.uniqueFields = columns.filter(({ isUnique }) => isUnique).map(({ name }) => name);
    const canChoosePictures = identity.scope === 'account';
    return { edits, columns, layout: openLayout(storeId, columns, saved), canChoosePictures };
  }, [client, identity.accountId, storeId, JSON.stringify(detail.properties), saved?.id]);
  const [round, setRound] = useState(0);
  const grid = useMemo(
    () => new GridState({ ...fixed, detail, view, before: before.current }),
    [fixed, JSON.stringify(view), round, detail.recordCount, detail.history],
  );
  before.current = grid;
  useLayoutEffect(() => grid.keepPlace(), [grid]);
  useEffect(() => () => grid.pages.close(), [grid]);
  useLayoutEffect(() => {
    grid.all.value = latest.recordCount;
  }, [latest]);
  const isFirst = useRef(true);
  useEffect(() => {
    const isRead = isFirst.current;
    isFirst.current = false;
    // The store has just been read with its count.
    if (isRead && !grid.isFiltered) return;
    const aborting = new AbortController();
    const shown = grid.total.peek();
    grid.store.count(grid.matching, { signal: aborting.signal }).then(
      (count) => {
        // A record that was added meanwhile may be missing in it.
        if (grid.total.peek() === shown) grid.total.value = count;
      },
      // The rows say what went wrong.
      () => {},
    );
    return () => aborting.abort();
  }, [grid]);

  const reload = () => {
    // Other rows would end the editor in the middle of a word. An action that takes a while calls this later, when another
    // grid is shown.
    void Promise.resolve(before.current?.whenNotEditing()).then(() => {
      setRound((before) => before + 1);
      onReload();
    });
  };
  const latestReload = useRef(reload);
  latestReload.current = reload;
  // Before anything can come that the first request of these rows does not have.
  useLayoutEffect(
    () =>
      grid.edits.watch({
        onReceived: (row) => grid.pages.replace(row),
        onAdded: (row, newId) => {
          grid.pages.append(row);
          grid.all.value += 1;
          const total = grid.total.peek();
          if (grid.isFiltered && total !== null) grid.total.value = total + 1;
          grid.follow(newId, row);
        },
        onListed: () => latestReload.current(),
      }),
    [grid],
  );
  // What was typed before the store was deleted waits until it is restored.
  useEffect(() => void grid.edits.sendWaiting(), [grid.edits]);
  const isAnswering = isOnline.value;
  useEffect(() => {
    if (isAnswering && grid.pages.error.peek() !== null) grid.pages.retry();
  }, [grid, isAnswering]);
  return { grid, detail, isTyping: isFieldTyped.value || grid.isEditing.value, reload };
}
