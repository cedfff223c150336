import type { AnyValue } from '@vitrine/client';
import type { JSX } from 'preact';
import { Button } from '../../../components/button.tsx';
import { formatNumber } from '../../../components/format.ts';
import { Dialog } from '../../../components/overlays/dialog.tsx';
import { type Column, showValue } from '../../../records/value-types.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import { valueTexts } from '../../../texts/en/stores/values.ts';
import type { GridState } from '../state/grid-state.ts';
import { nameOf } from '../state/name-of.ts';
import type { BulkConflict } from '../state/selected-records.ts';

const texts = gridTexts.bulk;
const SHOWN_MAX = 50;

interface BulkConflictsProps {
  readonly grid: GridState;
  readonly column: Column;
  readonly value: AnyValue;
  readonly conflicts: readonly BulkConflict[];
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onOverwrite: () => void;
}

/** The records that a bulk edit has left because someone else changed the field meanwhile. */
export function BulkConflicts(props: BulkConflictsProps): JSX.Element {
  const { grid, column, value, conflicts, isBusy, onClose, onOverwrite } = props;
  const { name, type } = column;
  const present = conflicts.filter(({ current }) => current !== null).length;
  return (
    <Dialog
      title={texts.conflictTitle(formatNumber(conflicts.length))}
      width={600}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{gridTexts.conflict.keepTheirs}</Button>
          {present > 0 && (
            <Button kind="primary" busy={isBusy} onClick={onOverwrite}>
              {texts.overwrite(formatNumber(present))}
            </Button>
          )}
        </>
      }
    >
      <p>{texts.conflictText(name)}</p>
      <div class="table-scroll" tabIndex={0} role="region" aria-label={gridTexts.conflict.theirs}>
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{texts.record}</th>
              <th scope="col">{gridTexts.conflict.theirs}</th>
              <th scope="col">{gridTexts.conflict.yours}</th>
            </tr>
          </thead>
          <tbody>
            {conflicts.slice(0, SHOWN_MAX).map(({ id, current }) => (
              <tr key={id}>
                <th scope="row">
                  <bdi>{nameOf(grid, id)}</bdi>
                </th>
                <td>
                  {current === null
                    ? gridTexts.conflict.gone(nameOf(grid, id))
                    : showValue(current[name], type) || valueTexts.unset}
                </td>
                <td>
                  <strong>{showValue(value, type) || valueTexts.unset}</strong>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {conflicts.length > SHOWN_MAX && (
        <p class="faint">{texts.conflictMore(formatNumber(conflicts.length - SHOWN_MAX))}</p>
      )}
    </Dialog>
  );
}
