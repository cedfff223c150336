import { computed } from '@preact/signals';
import type { StoreDetail } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { DropAnywhere } from '../../components/files/file-drop.tsx';
import { Page } from '../../components/pages/page.tsx';
import { ErrorState } from '../../components/pages/states.tsx';
import { Loaded, useLoad } from '../../components/pages/use-load.tsx';
import { showToast } from '../../components/toast.tsx';
import { ChangeTypeDialog } from '../../records/change-type/change-type-dialog.tsx';
import { isNewId } from '../../records/edits/store-drafts.ts';
import { openEdits } from '../../records/edits/store-edits.ts';
import { FilterBar } from '../../records/filter-bar.tsx';
import { NumberFormatDialog } from '../../records/number-format/number-format-dialog.tsx';
import { ChoosePicture } from '../../records/pictures/choose-picture.tsx';
import { EnlargedPicture } from '../../records/pictures/enlarged-picture.tsx';
import { StoreTabs } from '../../records/store-tabs.tsx';
import { type Column, columnsOf } from '../../records/value-types.ts';
import { loadNamedView, openView } from '../../records/views/shown-view.ts';
import { navigate, query, setQuery } from '../../router/location.ts';
import { hasPlace } from '../../router/places.ts';
import { isOnline } from '../../session/connection.ts';
import { messageOf } from '../../session/describe-error.ts';
import { handFile } from '../../session/handed-file.ts';
import { useSession } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { gridTexts } from '../../texts/en/stores/grid.ts';
import { BulkDelete } from './bulk/bulk-dialogs.tsx';
import { BulkEdit } from './bulk/bulk-edit.tsx';
import { ConflictDialog } from './edits/conflict-dialog.tsx';
import { arePictures, takesPictures } from './edits/drop-pictures.ts';
import { cellEdit, writeCells } from './edits/grid-edits.ts';
import { useUndoKeys } from './edits/undo-keys.ts';
import { NoMatches, NoRows } from './empty-grid.tsx';
import styles from './grid.css';
import { NewRecord } from './record/new-record.tsx';
import { RecordPanel } from './record/record-panel.tsx';
import { openLayout } from './state/column-layout.ts';
import { GridState } from './state/grid-state.ts';
import { useLiveRows } from './state/live-rows.ts';
import { GridTable } from './table/grid-table.tsx';
import { CodeDialog } from './toolbar/code-dialog.tsx';
import { GridStatus, GridToolbar } from './toolbar/grid-toolbar.tsx';
import { JumpDialog } from './toolbar/jump-dialog.tsx';
import { KeysDialog } from './toolbar/keys-dialog.tsx';
import { takeDetail } from './view/first-view.ts';
import { showView, viewOfAddress } from './view/grid-address.ts';

adoptStyles(styles);

const NEW = 'new';

/** The records of a store. */
export default function GridScreen({
  params,
}: {
  readonly params: Readonly<Record<string, string>>;
}): JSX.Element {
  const { client } = useSession();
  const storeId = params.storeId ?? '';
  const load = useLoad(() => takeDetail(client, storeId), [client, storeId]);
  return (
    <Loaded load={load} isPage>
      {(detail) => <Grid key={storeId} detail={detail} onReload={load.reload} />}
    </Loaded>
  );
}

interface GridProps {
  readonly detail: StoreDetail;
  readonly onReload: () => void;
}

function Grid({ detail: latest, onReload }: GridProps): JSX.Element {
  const { client, identity } = useSession();
  const before = useRef<GridState | null>(null);
  const held = useRef(latest);
  // A grid that is made anew ends the editor, in the middle of a word if the store was asked for before the edit began.
  if (before.current === null || before.current.editing.value === null) held.current = latest;
  const detail = held.current;
  const storeId = detail.id;
  const named = query.value.get('view');
  const saved = openView.value;
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
  const view = viewOfAddress();
  const [round, setRound] = useState(0);
  const grid = useMemo(
    () => new GridState({ ...fixed, detail, view, before: before.current }),
    [fixed, JSON.stringify(view), round, detail.recordCount, detail.history],
  );
  before.current = grid;
  useLayoutEffect(() => grid.keepPlace(), [grid]);
  useEffect(() => () => grid.pages.close(), [grid]);
  const isFiltered = Object.keys(grid.matching).length > 0;
  useEffect(() => {
    if (!isFiltered) return;
    const aborting = new AbortController();
    grid.store.count(grid.matching, { signal: aborting.signal }).then(
      (count) => {
        grid.total.value = count;
      },
      // The rows say what went wrong.
      () => {},
    );
    return () => aborting.abort();
  }, [grid]);

  const [filter, setFilter] = useState<{ readonly field: string } | null>(null);
  const [isFilterOpen, setFilterOpen] = useState(view.filters.length > 0);
  const [jump, setJump] = useState<string | null>(null);
  const [formatted, setFormatted] = useState<Column | null>(null);
  const [retyped, setRetyped] = useState<Column | null>(null);
  const [dialog, setDialog] = useState<'code' | 'keys' | 'edit' | 'delete' | null>(null);
  const openId = query.value.get('record');
  const open = (id: string | null) => setQuery({ record: id }, { push: openId === null });
  const reload = () => {
    setRound((before) => before + 1);
    onReload();
  };
  const closeDialog = () => setDialog(null);
  useLiveRows(grid, dialog !== null, (type) => (type === 'store.deleted' ? reload() : onReload()));

  const latestReload = useRef(reload);
  latestReload.current = reload;
  useEffect(
    () =>
      grid.edits.watch({
        onReceived: (row) => grid.pages.replace(row),
        onAdded: (row, newId) => {
          grid.pages.append(row);
          if (grid.total.peek() !== null) grid.total.value = (grid.total.peek() ?? 0) + 1;
          grid.follow(newId, row);
        },
        // Other rows would end the editor in the middle of a word.
        onListed: () => void grid.whenNotEditing().then(() => latestReload.current()),
      }),
    [grid],
  );
  // What was typed before the store was deleted waits until it is restored.
  useEffect(() => void grid.edits.sendWaiting(), [grid.edits]);
  useUndoKeys(grid);
  const isAnswering = isOnline.value;
  useEffect(() => {
    if (isAnswering && grid.pages.error.peek() !== null) grid.pages.retry();
  }, [grid, isAnswering]);

  const choosing = grid.choosing.value;
  const enlarged = grid.enlarged.value;
  const error = grid.pages.error.value;
  const isEmpty =
    grid.pages.isComplete.value && grid.pages.known.value === 0 && grid.fresh.value.length === 0;
  // The question would take the keys of the cell that is edited.
  const isEditing = useMemo(() => computed(() => grid.editing.value !== null), [grid]).value;
  const conflict = isEditing
    ? undefined
    : grid.edits.conflicts.value.find(({ id }) => grid.edits.drafts.records.value.has(id));
  const isNewOpen = openId !== null && (openId === NEW || isNewId(openId));
  return (
    <Page
      isFull
      title={detail.name}
      {...(identity.scope === 'account' ? { parent: { to: '/stores', label: gridTexts.stores } } : {})}
      actions={
        <Button kind="primary" icon="add" onClick={() => open(NEW)}>
          {grid.fresh.value.length === 0 ? gridTexts.newRecord : gridTexts.continueNew}
        </Button>
      }
    >
      <StoreTabs storeId={storeId} />
      <GridToolbar
        grid={grid}
        isFilterOpen={isFilterOpen}
        onFilter={() => setFilterOpen(!isFilterOpen)}
        onCode={() => setDialog('code')}
        onKeys={() => setDialog('keys')}
        onBulk={setDialog}
      />
      {isFilterOpen && (
        <FilterBar
          store={grid.store}
          columns={grid.columns}
          shown={grid.view}
          wanted={filter}
          onShow={(shown) => showView({ ...grid.view, ...shown })}
        />
      )}
      <div class="grid-main">
        {error !== null && grid.pages.known.value === 0 ? (
          <ErrorState error={error} onRetry={() => grid.pages.retry()} />
        ) : isEmpty && isFiltered ? (
          <NoMatches grid={grid} />
        ) : (
          <GridTable
            grid={grid}
            openId={openId}
            onOpen={open}
            onJump={setJump}
            onFormat={setFormatted}
            onType={setRetyped}
            onFilter={(field) => {
              setFilterOpen(true);
              setFilter({ field });
            }}
          />
        )}
        {isEmpty && !isFiltered && !isNewOpen && <NoRows onNew={() => open(NEW)} />}
        {isNewOpen ? (
          <NewRecord
            key={openId}
            grid={grid}
            begun={openId === NEW ? null : openId}
            onClose={() => open(null)}
            onAdded={(id) => {
              setQuery({ record: id });
              const line = grid.pages.indexOf(id);
              if (line >= 0) grid.moveTo({ row: line, column: 0 });
              showToast(gridTexts.panel.added);
            }}
          />
        ) : (
          openId !== null && <RecordPanel grid={grid} id={openId} onOpen={open} onDone={reload} />
        )}
      </div>
      <GridStatus grid={grid} onReload={reload} />
      {jump !== null && <JumpDialog grid={grid} field={jump} onClose={() => setJump(null)} />}
      {enlarged !== null && (
        <EnlargedPicture
          url={enlarged}
          onClose={() => {
            grid.enlarged.value = null;
          }}
        />
      )}
      {formatted !== null && (
        <NumberFormatDialog
          store={detail}
          property={formatted}
          onClose={() => setFormatted(null)}
          onChanged={onReload}
        />
      )}
      {retyped !== null && (
        <ChangeTypeDialog
          store={detail}
          property={retyped}
          onClose={() => setRetyped(null)}
          onChanged={reload}
        />
      )}
      {choosing !== null && (
        <ChoosePicture
          onClose={() => {
            grid.choosing.value = null;
          }}
          onPick={(url) => {
            grid.choosing.value = null;
            const row = grid.rowAt(grid.lineOf(choosing.id)) ?? grid.edits.versions.get(choosing.id);
            if (row) void writeCells(grid, [cellEdit(row, choosing.column, url)]);
          }}
        />
      )}
      {dialog === 'code' && <CodeDialog grid={grid} onClose={closeDialog} />}
      {dialog === 'keys' && <KeysDialog onClose={closeDialog} />}
      {dialog === 'edit' && <BulkEdit grid={grid} onClose={closeDialog} onDone={reload} />}
      {dialog === 'delete' && <BulkDelete grid={grid} onClose={closeDialog} />}
      {conflict && <ConflictDialog key={conflict.id} grid={grid} conflict={conflict} />}
      {hasPlace(`/stores/${encodeURIComponent(storeId)}/import`) && (
        <DropAnywhere
          label={gridTexts.drop}
          isLeft={(data) => takesPictures(grid) && arePictures(data)}
          onFiles={([file]) => {
            if (file === undefined) return;
            handFile(file);
            navigate(`/stores/${encodeURIComponent(storeId)}/import`);
          }}
        />
      )}
    </Page>
  );
}
