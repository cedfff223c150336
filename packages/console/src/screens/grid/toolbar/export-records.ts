import { fileNameOf, saveFile } from '../../../components/files/save-file.ts';
import { showToast } from '../../../components/toast.tsx';
import { orderOf } from '../../../records/views/order.ts';
import { messageOf } from '../../../session/describe-error.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import type { GridState } from '../state/grid-state.ts';

/** Saves the records of the grid as a file: its filters, its order, its columns. */
export async function exportRecords(grid: GridState, format: 'csv' | 'json'): Promise<void> {
  const hide = showToast(gridTexts.exporting);
  try {
    const stream = await grid.store.export({
      format,
      fields: grid.placed.peek().map(({ name }) => name),
      ...grid.matching,
      ...orderOf(grid.view),
    });
    const type = format === 'csv' ? 'text/csv' : 'application/json';
    const blob = await new Response(stream, { headers: { 'Content-Type': type } }).blob();
    const name = fileNameOf(grid.detail.name, format);
    saveFile(blob, name);
    hide();
    showToast(gridTexts.exported(name));
  } catch (error) {
    hide();
    showToast(messageOf(error), { isBad: true });
  }
}
