import type { Client } from '@vitrine/client';
import type { HTMLAttributes } from 'preact';
import { showToast } from '../../../components/toast.tsx';
import { addPicture } from '../../../records/pictures/add-picture.ts';
import { messageOf } from '../../../requests/describe-error.ts';
import { holdPage } from '../../../router/leave-question.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import { valueTexts } from '../../../texts/en/stores/values.ts';
import type { CellPlace } from '../state/grid-cell.ts';
import { cellOf } from '../state/grid-pointer.ts';
import type { GridState } from '../state/grid-state.ts';
import { cellEdit, writeCells } from './grid-edits.ts';

const texts = valueTexts.picture;

/** Whether everything that is dragged is a picture. Other files are imported. */
export function arePictures(data: DataTransfer | null): boolean {
  const items = [...(data?.items ?? [])].filter(({ kind }) => kind === 'file');
  return items.length > 0 && items.every(({ type }) => type.startsWith('image/'));
}

/** Whether pictures can be dropped on cells of the grid. */
export function takesPictures({ columns, canChoosePictures }: GridState): boolean {
  return canChoosePictures && columns.some(({ type, isEditable }) => type === 'url_image' && isEditable);
}

/** Returns the handlers of the grid that take pictures which are dropped on its cells. */
export function pictureDrops(
  grid: GridState,
  client: Client,
): Pick<HTMLAttributes<HTMLElement>, 'onDragOver' | 'onDrop'> {
  const placeOf = ({ target, dataTransfer }: DragEvent) => {
    const place = cellOf(target);
    return place !== null && arePictures(dataTransfer) && takesPicture(grid, place) ? place : null;
  };
  return {
    onDragOver(event) {
      const place = placeOf(event);
      if (place === null) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
      const { row, column } = grid.active.peek();
      // Marks the cell that gets the picture.
      if (row !== place.row || column !== place.column) grid.moveTo(place);
    },
    onDrop(event) {
      const place = placeOf(event);
      if (place === null) return;
      event.preventDefault();
      void dropPictures(grid, client, place, [...(event.dataTransfer?.files ?? [])]);
    },
  };
}

/** Whether a picture can be dropped on a cell. */
function takesPicture(grid: GridState, { row, column }: CellPlace): boolean {
  const shown = grid.rowAt(row);
  const target = grid.placed.peek()[column];
  if (shown === null || target === undefined || !grid.canChoosePictures) return false;
  return target.type === 'url_image' && grid.isEditable(shown, target);
}

/** Adds pictures to the account, and writes them into a cell and those below it. */
async function dropPictures(
  grid: GridState,
  client: Client,
  { row, column }: CellPlace,
  files: readonly File[],
): Promise<void> {
  const target = grid.placed.peek()[column];
  if (target === undefined) return;
  const rows = files.map((_, index) => grid.rowForPaste(row + index, row));
  const endToast = showToast(texts.sending);
  const endHold = holdPage();
  const edits = [];
  for (const [index, file] of files.entries()) {
    const shown = rows[index];
    if (!shown) {
      showToast(texts.refused(file.name, gridTexts.notLoaded), { isBad: true });
      continue;
    }
    try {
      edits.push(cellEdit(shown, target, await addPicture(client, file)));
    } catch (error) {
      showToast(texts.refused(file.name, messageOf(error)), { isBad: true });
    }
  }
  endToast();
  endHold();
  if (edits.length > 0) await writeCells(grid, edits);
}
