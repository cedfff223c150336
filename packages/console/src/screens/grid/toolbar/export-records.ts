import { fileNameOf, saveStream } from '../../../components/files/save-file.ts';
import { showToast } from '../../../components/toast.tsx';
import { orderOf } from '../../../records/views/order.ts';
import { messageOf } from '../../../requests/describe-error.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import type { GridState } from '../state/grid-state.ts';
import { daysOfCsv } from './csv-days.ts';

/** Saves the records of the grid as a file: its filters, its order, its columns. A CSV has days where the grid shows them. */
export async function exportRecords(grid: GridState, format: 'csv' | 'json'): Promise<void> {
  const hide = showToast(gridTexts.exporting);
  try {
    const columns = grid.placed.peek();
    const exported = await grid.store.export({
      format,
      fields: columns.map(({ name }) => name),
      ...grid.matching,
      ...orderOf(grid.view),
    });
    const isCsv = format === 'csv';
    const isTime = columns.map(({ type, isSystem }) => type === 'datetime' && !isSystem);
    const stream = isCsv ? exported.pipeThrough(daysOfCsv(isTime)) : exported;
    const type = isCsv ? 'text/csv' : 'application/json';
    const name = fileNameOf(grid.detail.name, format);
    await saveStream(stream, name, type);
    hide();
    showToast(gridTexts.exported(name));
  } catch (error) {
    hide();
    showToast(messageOf(error), { isBad: true });
  }
}
