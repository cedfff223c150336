import type { JSX } from 'preact';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { showValue } from '../../records/value-types.ts';
import { gridTexts } from '../../texts/en/grid.ts';
import type { Conflict, GridState } from './grid-state.ts';
import { changeRecord } from './record-edits.ts';

const texts = gridTexts.conflict;

/** Both versions of a record that someone else changed: nothing is lost before the user decides. */
export function ConflictDialog({
  grid,
  conflict,
}: {
  readonly grid: GridState;
  readonly conflict: Conflict;
}): JSX.Element {
  const { id, mine, theirs } = conflict;
  const close = () => {
    grid.conflicts.value = grid.conflicts.peek().slice(1);
  };
  if (theirs === null) {
    return (
      <Dialog
        title={texts.title}
        onClose={close}
        actions={<Button onClick={close}>{texts.keepTheirs}</Button>}
      >
        <p>{texts.gone(id)}</p>
      </Dialog>
    );
  }
  const write = () => {
    close();
    void changeRecord(grid, theirs, mine);
  };
  const fields = grid.columns.filter(({ name }) => name in mine);
  return (
    <Dialog
      title={texts.title}
      width={600}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{texts.keepTheirs}</Button>
          <Button kind="primary" onClick={write}>
            {texts.writeMine}
          </Button>
        </>
      }
    >
      <p>{texts.text(id)}</p>
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
            {fields.map(({ name, type }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{showValue(theirs[name], type) || gridTexts.unset}</td>
                <td>
                  <strong>{showValue(mine[name], type) || gridTexts.unset}</strong>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}
