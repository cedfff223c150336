import type { StoreDetail } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { DropAnywhere } from '../../components/files/file-drop.tsx';
import { Late } from '../../components/pages/late.tsx';
import { Page } from '../../components/pages/page.tsx';
import { ErrorState } from '../../components/pages/states.tsx';
import { type Load, Loaded, useLoad } from '../../components/pages/use-load.tsx';
import { showToast } from '../../components/toast.tsx';
import { isNewId } from '../../records/edits/store-drafts.ts';
import { FilterBar } from '../../records/filter-bar.tsx';
import { NumberFormatDialog } from '../../records/number-format/number-format-dialog.tsx';
import { ChoosePicture } from '../../records/pictures/choose-picture.tsx';
import { EnlargedPicture } from '../../records/pictures/enlarged-picture.tsx';
import { StoreTabs } from '../../records/store-tabs.tsx';
import type { Column } from '../../records/value-types.ts';
import { openStore } from '../../requests/open-store.ts';
import { navigate, query, setQuery } from '../../router/location.ts';
import { hasPlace } from '../../router/places.ts';
import { useSession } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { gridTexts } from '../../texts/en/stores/grid.ts';
import { handFile } from '../../uploads/handed-file.ts';
import { BulkDelete } from './bulk/bulk-dialogs.tsx';
import { ConflictDialog } from './edits/conflict-dialog.tsx';
import { arePictures, takesPictures } from './edits/drop-pictures.ts';
import { cellEdit, writeCells } from './edits/grid-edits.ts';
import { useUndoKeys } from './edits/undo-keys.ts';
import { NoMatches, NoRows } from './empty-grid.tsx';
import { GoneColumns, goneColumns } from './gone-columns.tsx';
import styles from './grid.css';
import { NewRecord } from './record/new-record.tsx';
import { RecordPanel } from './record/record-panel.tsx';
import { useLiveRows } from './state/live-rows.ts';
import { useGrid } from './state/use-grid.ts';
import { GridTable } from './table/grid-table.tsx';
import { GridStatus, GridToolbar } from './toolbar/grid-toolbar.tsx';
import { JumpDialog } from './toolbar/jump-dialog.tsx';
import { KeysDialog } from './toolbar/keys-dialog.tsx';
import { takeDetail } from './view/first-view.ts';
import { showView } from './view/grid-address.ts';

adoptStyles(styles);

const NEW = 'new';

const changeType = async () =>
  (await import('../../records/change-type/change-type-dialog.tsx')).ChangeTypeDialog;
const bulkEdit = async () => (await import('./bulk/bulk-edit.tsx')).BulkEdit;
const code = async () => (await import('./toolbar/code-dialog.tsx')).CodeDialog;

/** The records of a store. */
export default function GridScreen({
  params,
}: {
  readonly params: Readonly<Record<string, string>>;
}): JSX.Element {
  const { client } = useSession();
  const storeId = params.storeId ?? '';
  const load: Load<StoreDetail> = useLoad(
    // The first page belongs to the first grid. A later one would take it after other changes, as old as it is then.
    (signal) =>
      load.data === null ? takeDetail(client, storeId) : openStore(client, storeId).detail({ signal }),
    [client, storeId],
  );
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
  const { identity } = useSession();
  const { grid, detail, isTyping, reload } = useGrid(latest, onReload);
  const storeId = detail.id;
  const [filter, setFilter] = useState<{ readonly field: string } | null>(null);
  const [isFilterOpen, setFilterOpen] = useState(grid.view.filters.length > 0);
  const [jump, setJump] = useState<string | null>(null);
  const [formatted, setFormatted] = useState<Column | null>(null);
  const [retyped, setRetyped] = useState<Column | null>(null);
  const [added, setAdded] = useState<{ readonly id: string; readonly place: number } | null>(null);
  const [dialog, setDialog] = useState<'code' | 'keys' | 'edit' | 'delete' | null>(null);
  const openId = query.value.get('record');
  const open = (id: string | null) => setQuery({ record: id }, { push: openId === null });
  const closeDialog = () => setDialog(null);
  useLiveRows(grid, dialog !== null, (type) => (type === 'store.deleted' ? reload() : onReload()));

  useUndoKeys(grid);
  const choosing = grid.choosing.value;
  const enlarged = grid.enlarged.value;
  const error = grid.pages.error.value;
  const gone = goneColumns(grid);
  const isEmpty =
    grid.pages.isComplete.value && grid.pages.known.value === 0 && grid.fresh.value.length === 0;
  // The question would take the keys of the cell or the field that is edited.
  const conflict = isTyping
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
        {error !== null && grid.pages.known.value === 0 && gone.length > 0 ? (
          <GoneColumns grid={grid} gone={gone} />
        ) : error !== null && grid.pages.known.value === 0 ? (
          <ErrorState error={error} onRetry={() => grid.pages.retry()} />
        ) : isEmpty && grid.isFiltered ? (
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
        {isEmpty && !grid.isFiltered && !isNewOpen && <NoRows onNew={() => open(NEW)} />}
        {isNewOpen ? (
          <NewRecord
            key={openId}
            grid={grid}
            begun={openId === NEW ? null : openId}
            onClose={() => open(null)}
            onAdded={(id, place) => {
              setAdded({ id, place });
              setQuery({ record: id });
              const line = grid.pages.indexOf(id);
              // Whoever has gone on in the grid stays there.
              const isInGrid = document.querySelector('.grid-scroll')?.contains(document.activeElement);
              if (line >= 0 && !isInGrid) grid.moveTo({ row: line, column: 0 });
              showToast(gridTexts.panel.added);
            }}
          />
        ) : (
          openId !== null && (
            <RecordPanel
              grid={grid}
              id={openId}
              focused={added?.id === openId ? added.place : -1}
              onOpen={open}
              onDone={reload}
            />
          )
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
        <Late
          load={changeType}
          props={{ store: detail, property: retyped, onClose: () => setRetyped(null), onChanged: reload }}
        />
      )}
      {choosing !== null && (
        <ChoosePicture
          onClose={() => {
            grid.choosing.value = null;
          }}
          onPick={(url) => {
            grid.choosing.value = null;
            const id = grid.edits.idOf(choosing.id);
            const row = grid.rowAt(grid.lineOf(id)) ?? grid.edits.versions.get(id);
            if (row) void writeCells(grid, [cellEdit(row, choosing.column, url)]);
          }}
        />
      )}
      {dialog === 'code' && <Late load={code} props={{ grid, onClose: closeDialog }} />}
      {dialog === 'keys' && <KeysDialog onClose={closeDialog} />}
      {dialog === 'edit' && <Late load={bulkEdit} props={{ grid, onClose: closeDialog, onDone: reload }} />}
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
