import { type AnyRow, type AnyValue, NotFoundError } from '@vitrine/client';
import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { Button, IconButton } from '../../../components/button.tsx';
import { CodeBlock } from '../../../components/code-block.tsx';
import { EmptyState, ErrorState } from '../../../components/pages/states.tsx';
import { useLoad } from '../../../components/pages/use-load.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { TimeAgo } from '../../../components/time.tsx';
import { isNewId } from '../../../records/edits/store-drafts.ts';
import { ChoosePicture } from '../../../records/pictures/choose-picture.tsx';
import { titleOf } from '../../../records/record-title.ts';
import { type Column, showValue } from '../../../records/value-types.ts';
import { Link } from '../../../router/link.tsx';
import { useSession } from '../../../session/session.ts';
import { shellTexts } from '../../../texts/en/shell.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import { deleteRows } from '../bulk/bulk-dialogs.tsx';
import { cellEdit, drop, writeCells } from '../edits/grid-edits.ts';
import { messageOfDraft } from '../edits/unsaved.ts';
import type { GridState } from '../state/grid-state.ts';
import { HomelessDrafts } from './homeless-drafts.tsx';
import { RecordField } from './record-field.tsx';
import { RecordHistory } from './record-history.tsx';

const texts = gridTexts.panel;

type View = 'fields' | 'json' | 'history';

interface RecordPanelProps {
  readonly grid: GridState;
  readonly id: string;
  /** The place of the field that gets the focus when the panel is opened, or -1. */
  readonly focused: number;
  readonly onOpen: (id: string | null) => void;
  readonly onDone: () => void;
}

/** One record with all its fields, as JSON, and with its changes. */
export function RecordPanel({ grid, id, focused, onOpen, onDone }: RecordPanelProps): JSX.Element {
  const [view, setView] = useState<View>('fields');
  useLayoutEffect(() => {
    const field = document.querySelectorAll('.record-panel .record-field')[focused]?.querySelector('[id]');
    if (!(field instanceof HTMLElement)) return;
    field.focus();
    if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length);
  }, []);
  const load = useLoad(
    async (signal) => {
      const row = await grid.store.get(id, { signal });
      grid.edits.receiveRead(row);
      return row;
    },
    [grid, id],
  );
  void grid.pages.version.value;
  const index = grid.pages.indexOf(id);
  // While another record is loaded, the data is that of the former one.
  const loaded = load.data?.id === id ? load.data : null;
  const row = (index >= 0 ? grid.pages.rowAt(index) : null) ?? grid.edits.versions.get(id) ?? loaded;
  const neighbour = (step: number) => (index < 0 ? null : neighbourId(grid, index + step));
  const previous = neighbour(-1);
  const next = neighbour(1);
  const go = (to: string | null, step: number) => {
    if (to === null) return;
    onOpen(to);
    grid.moveTo({ ...grid.active.peek(), row: index + step });
  };

  return (
    <aside class="record-panel" aria-label={texts.title}>
      <header>
        <h2 class="cut" dir="auto">
          {row === null ? id : titleOf(row, grid.columns)}
        </h2>
        <IconButton
          icon="chevronLeft"
          label={texts.previous}
          disabled={previous === null}
          onClick={() => go(previous, -1)}
        />
        <IconButton
          icon="chevronRight"
          label={texts.next}
          disabled={next === null}
          onClick={() => go(next, 1)}
        />
        <IconButton icon="close" label={shellTexts.close} onClick={() => onOpen(null)} />
      </header>
      <Tabs
        label={texts.tabs}
        tabs={[
          { name: 'fields', label: texts.fields },
          { name: 'json', label: texts.json },
          { name: 'history', label: texts.history },
        ]}
        selected={view}
        onSelect={setView}
      />
      <div class="record-body">
        {row === null ? (
          load.error !== null && (
            <>
              <NoRecord
                grid={grid}
                id={id}
                error={load.error}
                onRetry={load.reload}
                onClose={() => onOpen(null)}
              />
              <HomelessDrafts grid={grid} id={id} isGone />
            </>
          )
        ) : view === 'fields' ? (
          <Fields grid={grid} row={row} onDeleted={onOpen} />
        ) : view === 'json' ? (
          <CodeBlock code={JSON.stringify(row, null, 2)} label={texts.json} isWrapped />
        ) : (
          <RecordHistory grid={grid} row={row} onReload={onDone} />
        )}
      </div>
    </aside>
  );
}

interface NoRecordProps {
  readonly grid: GridState;
  readonly id: string;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

function NoRecord({ grid, id, error, onRetry, onClose }: NoRecordProps): JSX.Element {
  if (!(error instanceof NotFoundError)) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      icon="search"
      title={texts.goneTitle}
      actions={
        <>
          {grid.detail.history !== null && (
            <Link
              class="button"
              to={`/stores/${encodeURIComponent(grid.detail.id)}/deleted?q=${encodeURIComponent(id)}`}
            >
              {texts.findDeleted}
            </Link>
          )}
          <Button onClick={onClose}>{shellTexts.close}</Button>
        </>
      }
    >
      {texts.gone}
    </EmptyState>
  );
}

interface FieldsProps {
  readonly grid: GridState;
  readonly row: AnyRow;
  readonly onDeleted: (id: null) => void;
}

function Fields({ grid, row, onDeleted }: FieldsProps): JSX.Element {
  const drafts = grid.edits.drafts.records.value.get(row.id);
  const canChoose = useSession().identity.scope === 'account';
  const [chosen, setChosen] = useState<Column | null>(null);
  return (
    <>
      {chosen !== null && (
        <ChoosePicture
          onClose={() => setChosen(null)}
          onPick={(url) => {
            setChosen(null);
            void writeCells(grid, [cellEdit(row, chosen, url)]);
          }}
        />
      )}
      {grid.columns
        .filter(({ isSystem }) => !isSystem)
        .map((column) => {
          const draft = drafts?.get(column.name);
          const began = (from: AnyValue) => ({ ...row, [column.name]: from });
          return (
            <RecordField
              key={`${row.id} ${column.name}`}
              column={column}
              raw={grid.valueOf(row, column)}
              value={showValue(row[column.name], column.type)}
              draft={draft}
              problem={draft === undefined ? null : messageOfDraft(draft)}
              onType={(text, from) => {
                const edit = cellEdit(began(from), column, text);
                for (const typed of grid.edits.draftsOf([edit], 'typed')) grid.edits.drafts.keepTyped(typed);
              }}
              onSave={(text, from) => void writeCells(grid, [cellEdit(began(from), column, text)])}
              onChoose={canChoose ? () => setChosen(column) : undefined}
              onGiveUp={() => {
                grid.edits.drafts.forgetTyped({ id: row.id, field: column.name });
                drop(grid, row.id, column.name);
              }}
            />
          );
        })}
      <HomelessDrafts grid={grid} id={row.id} />
      <dl class="record-times">
        <dt>{texts.id}</dt>
        <dd class="cut">{row.id}</dd>
        <dt>{texts.created}</dt>
        <dd>
          <TimeAgo time={row.date_created} />
        </dd>
        <dt>{texts.updated}</dt>
        <dd>
          <TimeAgo time={row.date_updated} />
        </dd>
      </dl>
      <div>
        <Button
          icon="trash"
          onClick={async () => {
            await deleteRows(grid, [row]);
            onDeleted(null);
          }}
        >
          {texts.delete}
        </Button>
      </div>
    </>
  );
}

/** Returns the id of the record in a line, if it is added. */
function neighbourId(grid: GridState, line: number): string | null {
  const id = grid.rowAt(line)?.id ?? null;
  return id !== null && isNewId(id) ? null : id;
}
