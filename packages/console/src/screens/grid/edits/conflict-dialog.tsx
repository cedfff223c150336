import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/overlays/dialog.tsx';
import { showToast } from '../../../components/toast.tsx';
import type { Conflict } from '../../../records/edits/edit.ts';
import { titleOf } from '../../../records/record-title.ts';
import { showValue } from '../../../records/value-types.ts';
import { messageOf } from '../../../requests/describe-error.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import { valueTexts } from '../../../texts/en/stores/values.ts';
import type { GridState } from '../state/grid-state.ts';
import { nameOf } from '../state/name-of.ts';
import { bringBack } from './bring-back.ts';

const texts = gridTexts.conflict;

/** Both versions of a record that someone else changed: nothing is lost before the user decides. */
export function ConflictDialog({
  grid,
  conflict,
}: {
  readonly grid: GridState;
  readonly conflict: Conflict;
}): JSX.Element {
  const { id, theirs } = conflict;
  const [isBusy, setBusy] = useState(false);
  const mine = grid.edits.drafts.waitingOf(id);
  const giveUp = () => void grid.edits.settle(conflict, mine, false);
  // Escape, or a key that was meant for the grid, decides nothing.
  const putOff = () => grid.edits.putOff(conflict, theirs === null ? texts.putOffGone : texts.putOff);
  const write = () => void grid.edits.settle(conflict, mine, true);
  if (theirs === null) {
    const canRestore = grid.detail.history !== null;
    const fail = (text: string) => {
      setBusy(false);
      showToast(text, { isBad: true });
    };
    const restore = async () => {
      setBusy(true);
      try {
        const { notes } = await bringBack(grid, [{ id, at: '', before: null, after: {} }]);
        if (notes.length > 0) return fail(notes.join(' '));
        grid.edits.announceList();
        write();
      } catch (error) {
        fail(messageOf(error));
      }
    };
    return (
      <Dialog
        title={texts.goneTitle}
        onClose={putOff}
        actions={
          <>
            <Button onClick={giveUp}>{texts.leaveGone}</Button>
            {canRestore && (
              <Button kind="primary" busy={isBusy} onClick={() => void restore()}>
                {texts.restore}
              </Button>
            )}
          </>
        }
      >
        <p>{texts.gone(nameOf(grid, id))}</p>
        <dl class="record-times">
          {mine.map(({ field, text }) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>{text || valueTexts.unset}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    );
  }
  const fields = mine.map(({ field, value }) => ({
    name: field,
    // A field that was deleted meanwhile has no type.
    type: grid.columns.find(({ name }) => name === field)?.type ?? 'string',
    value,
  }));
  return (
    <Dialog
      title={texts.title}
      width={600}
      onClose={putOff}
      actions={
        <>
          <Button onClick={giveUp}>{texts.keepTheirs}</Button>
          <Button kind="primary" onClick={write}>
            {texts.writeMine}
          </Button>
        </>
      }
    >
      <p>{texts.text(titleOf(theirs, grid.columns))}</p>
      <div class="table-scroll">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{texts.field}</th>
              <th scope="col">{texts.theirs}</th>
              <th scope="col">{texts.yours}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ name, type, value }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{showValue(theirs[name], type) || valueTexts.unset}</td>
                <td>
                  <strong>{showValue(value, type) || valueTexts.unset}</strong>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}
