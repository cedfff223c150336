import type { AnyRow, AnyValue, RecordHistoryEntry } from '@vitrine/client';
import type { JSX } from 'preact';
import { Button } from '../../../components/button.tsx';
import { Loaded } from '../../../components/pages/use-load.tsx';
import { MoreButton, usePages } from '../../../components/pages/use-pages.tsx';
import { TimeAgo } from '../../../components/time.tsx';
import { valueEdit } from '../../../records/edits/cell-edit.ts';
import { createGroup, type Values } from '../../../records/edits/edit.ts';
import { KeepHistory } from '../../../records/keep-history.tsx';
import { type Column, sayValue } from '../../../records/value-types.ts';
import { historyTexts as texts } from '../../../texts/en/stores/history.ts';
import { showRefusal } from '../edits/change-back.ts';
import { announce, takeGroupBack } from '../edits/take-back.ts';
import type { GridState } from '../state/grid-state.ts';
import { VisitHistory } from './visit-history.tsx';

const PAGE_SIZE = 20;

interface RecordHistoryProps {
  readonly grid: GridState;
  readonly row: AnyRow;
  /** Loads the store anew. */
  readonly onReload: () => void;
}

/** Every change of a record, with the way back to what it was after it. */
export function RecordHistory({ grid, row, onReload }: RecordHistoryProps): JSX.Element {
  if (grid.detail.history !== null) return <KeptHistory key={row.id} grid={grid} row={row} />;
  return (
    <>
      <KeepHistory storeId={grid.detail.id} onKept={onReload} />
      <VisitHistory grid={grid} id={row.id} />
    </>
  );
}

function KeptHistory({ grid, row }: { readonly grid: GridState; readonly row: AnyRow }): JSX.Element {
  const pages = usePages(
    (page, signal) => grid.store.history.of(row.id, { limit: PAGE_SIZE, ...page }, signal ? { signal } : {}),
    [grid, row.id, row.date_updated],
  );
  return (
    <Loaded load={pages}>
      {({ items, cursor }) => {
        if (items.length === 0) return <p class="faint">{texts.none}</p>;
        const oldest = items.at(-1);
        return (
          <>
            <ol class="record-history">
              {items.map((entry, index) => (
                <li key={entry.position}>
                  <Entry grid={grid} entry={entry} />
                  <Version grid={grid} row={row} values={entry.after ?? null} isLatest={index === 0} />
                </li>
              ))}
              {cursor === undefined && oldest?.before && (
                <li>
                  <p class="soft">{texts.first}</p>
                  <Version grid={grid} row={row} values={oldest.before} isLatest={false} />
                </li>
              )}
            </ol>
            <MoreButton pages={pages} label={texts.earlier} />
          </>
        );
      }}
    </Loaded>
  );
}

function Entry({
  grid,
  entry,
}: {
  readonly grid: GridState;
  readonly entry: RecordHistoryEntry;
}): JSX.Element {
  const { type, at, by, importId, before, after } = entry;
  const author = [importId === undefined ? '' : texts.imported, `${texts.by} ${by?.name ?? texts.nobody}`];
  const fields = grid.columns.filter(
    ({ name, isSystem }) => !isSystem && (before?.[name] ?? null) !== (after?.[name] ?? null),
  );
  return (
    <div class="record-change">
      <p>
        <strong>{texts.types[type]}</strong>{' '}
        <span class="faint">
          <TimeAgo time={at} /> {author.filter(Boolean).join(' ')}
        </span>
      </p>
      {before === null && after === undefined ? (
        <p class="faint">{texts.notKept}</p>
      ) : (
        <dl>
          {fields.map((column) => (
            <div key={column.name}>
              <dt dir="auto">{column.name}</dt>
              <dd>
                {before !== null && <OldValue column={column} value={before[column.name]} />}
                {after && <NewValue column={column} value={after[column.name]} />}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

interface ValueProps {
  readonly column: Column;
  readonly value: AnyValue | undefined;
}

function OldValue({ column, value }: ValueProps): JSX.Element {
  return (
    <del dir="auto">
      <span class="unseen">{texts.was} </span>
      {sayValue(value, column)}
    </del>
  );
}

function NewValue({ column, value }: ValueProps): JSX.Element {
  return (
    <ins dir="auto">
      <span class="unseen">{texts.becomes} </span>
      {sayValue(value, column)}
    </ins>
  );
}

interface VersionProps {
  readonly grid: GridState;
  readonly row: AnyRow;
  /** What the record was; null if it was gone, or that is not known. */
  readonly values: Values | null;
  readonly isLatest: boolean;
}

/** Says that a version is the one of now, or leads back to it. */
function Version({ grid, row, values, isLatest }: VersionProps): JSX.Element | null {
  if (values === null) return null;
  const changes = grid.columns.filter(
    ({ name, isEditable }) => isEditable && name in values && values[name] !== (row[name] ?? null),
  );
  if (changes.length === 0) return isLatest ? <span class="badge good">{texts.now}</span> : null;

  async function goBack(wanted: Values): Promise<void> {
    const group = createGroup();
    const edits = changes.map((column) =>
      valueEdit(row.id, column, { value: wanted[column.name] ?? null, from: row[column.name] ?? null }),
    );
    const result = (await grid.edits.write(edits, group)).get(row.id);
    if (result === 'done') announce(texts.back, { undo: () => void takeGroupBack(grid, group) });
    if (result === 'refused') showRefusal(grid, row.id);
  }
  return (
    <Button size="small" icon="undo" onClick={() => void goBack(values)}>
      {texts.backTo}
    </Button>
  );
}
