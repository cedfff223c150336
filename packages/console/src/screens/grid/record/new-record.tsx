import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button, IconButton } from '../../../components/button.tsx';
import { createNewId } from '../../../records/edits/store-drafts.ts';
import { ChoosePicture } from '../../../records/pictures/choose-picture.tsx';
import type { Column } from '../../../records/value-types.ts';
import { useSession } from '../../../session/session.ts';
import { shellTexts } from '../../../texts/en/shell.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import { cellEdit } from '../edits/grid-edits.ts';
import { emptyRow } from '../state/grid-cell.ts';
import type { GridState } from '../state/grid-state.ts';
import { HomelessDrafts } from './homeless-drafts.tsx';
import { RecordField } from './record-field.tsx';

const texts = gridTexts.panel;

interface NewRecordProps {
  readonly grid: GridState;
  /** The record that was begun before. Null: the one that was begun last, or another one. */
  readonly begun: string | null;
  readonly onClose: () => void;
  /** `place` is that of the field that has the focus, or -1: what is typed goes on in the record. */
  readonly onAdded: (id: string, place: number) => void;
}

/**
 * A record to fill in. What is typed is kept until it is added or discarded, also when the page is closed. The server's
 * words are at the fields that they concern.
 */
export function NewRecord({ grid, begun, onClose, onAdded }: NewRecordProps): JSX.Element {
  const { drafts } = grid.edits;
  const [round, setRound] = useState(0);
  const id = useMemo(() => {
    const fresh = grid.fresh.peek();
    return begun !== null && fresh.includes(begun) ? begun : (fresh.at(-1) ?? createNewId());
  }, [grid.edits, round]);
  const [isBusy, setBusy] = useState(false);
  const canChoose = useSession().identity.scope === 'account';
  const [chosen, setChosen] = useState<Column | null>(null);
  const keep = (column: Column, text: string) =>
    drafts.put(grid.edits.draftsOf([cellEdit(emptyRow(id), column, text)], 'typed'));
  const own = grid.columns.filter(({ isSystem }) => !isSystem);
  const typed = drafts.records.value.get(id);
  useLayoutEffect(
    () => document.querySelector<HTMLElement>('.record-panel .record-field [id]')?.focus(),
    [round],
  );

  const latest = useRef(onAdded);
  latest.current = onAdded;
  // The server may take it long after it was submitted, or from its line in the grid.
  useLayoutEffect(
    () =>
      grid.edits.watch({
        onReceived: () => {},
        onListed: () => {},
        onAdded: (row, newId) => {
          if (newId !== id) return;
          const place = placeOfFocus();
          // When the grid has the record.
          queueMicrotask(() => latest.current(row.id, place));
        },
      }),
    [grid.edits, id],
  );

  async function submit(): Promise<void> {
    const before = [...drafts.of(id).values()];
    if (before.length === 0) return;
    setBusy(true);
    drafts.put(before.map((draft) => ({ ...draft, state: 'waiting', message: '' })));
    await grid.edits.send(id);
    setBusy(false);
  }

  return (
    <aside class="record-panel" aria-label={texts.newTitle}>
      <header>
        <h2>{texts.newTitle}</h2>
        <IconButton icon="close" label={shellTexts.close} onClick={onClose} />
      </header>
      {chosen !== null && (
        <ChoosePicture
          onClose={() => setChosen(null)}
          onPick={(url) => {
            setChosen(null);
            keep(chosen, url);
          }}
        />
      )}
      <form
        class="record-body"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {own.map((column) => {
          const draft = typed?.get(column.name);
          return (
            <RecordField
              key={`${id} ${column.name}`}
              column={{ ...column, isEditable: true }}
              raw={null}
              value=""
              draft={draft}
              problem={draft?.state === 'refused' ? draft.message : null}
              onType={(text) => keep(column, text)}
              // It is kept as it is typed, and belongs to the added record when this panel is closed.
              onSave={() => {}}
              onChoose={canChoose ? () => setChosen(column) : undefined}
              onGiveUp={() => drafts.drop(draft === undefined ? [] : [draft])}
            />
          );
        })}
        <HomelessDrafts grid={grid} id={id} />
        {typed !== undefined && <p class="hint">{texts.newKept}</p>}
        <div class="actions">
          <Button type="submit" kind="primary" busy={isBusy} disabled={typed === undefined}>
            {texts.add}
          </Button>
          {typed !== undefined && (
            <Button
              onClick={() => {
                drafts.drop([...typed.values()]);
                setRound(round + 1);
              }}
            >
              {gridTexts.unsaved.discard}
            </Button>
          )}
        </div>
      </form>
    </aside>
  );
}

/** Returns the place of the field that has the focus, or -1. */
function placeOfFocus(): number {
  const fields = [...document.querySelectorAll('.record-panel .record-field')];
  return fields.findIndex((field) => field.contains(document.activeElement));
}
