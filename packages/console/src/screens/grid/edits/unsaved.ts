import type { CellDraft } from '../../../records/edits/kept-drafts.ts';
import { isNewId } from '../../../records/edits/store-drafts.ts';
import { setQuery } from '../../../router/location.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import type { GridState } from '../state/grid-state.ts';

const texts = gridTexts.unsaved;

/** The numbers of values that are typed and not stored. A record that is not added yet counts as one. */
interface UnsavedCount {
  /** Values that wait for the server. */
  readonly waiting: number;
  /** Values that the user has to correct or to confirm. */
  readonly refused: number;
}

/** Counts the values that are not stored. Reads the signal. */
export function countUnsaved(grid: GridState): UnsavedCount {
  let [waiting, refused] = [0, 0];
  for (const [id, fields] of grid.edits.drafts.records.value) {
    const states = [...fields.values()].map(({ state }) => state === 'waiting');
    const counted = isNewId(id) ? [states.every(Boolean)] : states;
    waiting += counted.filter(Boolean).length;
    refused += counted.filter((isWaiting) => !isWaiting).length;
  }
  return { waiting, refused };
}

/**
 * Goes to a cell that is not stored: the first one that was refused, or the one after the active cell. A record that is
 * not in the grid is opened.
 */
export function showNextUnsaved(grid: GridState, which: 'first' | 'next'): void {
  const all = [...grid.edits.drafts.records.peek().values()].flatMap((fields) => [...fields.values()]);
  const ofState = (wanted: CellDraft['state']) => all.filter(({ state }) => state === wanted);
  const wanted = [ofState('refused'), ofState('typed'), all].find((drafts) => drafts.length > 0) ?? [];
  const columns = grid.placed.peek().map(({ name }) => name);
  const placed = wanted
    .map((draft) => ({ draft, line: grid.lineOf(draft.id), column: columns.indexOf(draft.field) }))
    .toSorted((a, b) => order(a.line) - order(b.line) || a.column - b.column);
  const { row, column } = grid.active.peek();
  const later =
    which === 'next'
      ? placed.find((one) => order(one.line) > row || (one.line === row && one.column > column))
      : undefined;
  const next = later ?? placed[0];
  if (next === undefined) return;
  if (next.line >= 0) {
    grid.moveTo({ row: next.line, column: Math.max(0, next.column) });
    // The user can correct it at once.
    document.querySelector<HTMLElement>('.grid-scroll')?.focus({ preventScroll: true });
  }
  if (next.line < 0 || next.column < 0) setQuery({ record: next.draft.id }, { push: true });
}

/** Records that are not in the grid come last. */
function order(line: number): number {
  return line < 0 ? Number.POSITIVE_INFINITY : line;
}

/** Returns why a cell is not stored, in words of the page. */
export function messageOfDraft({ id, state, message }: CellDraft): string {
  if (state === 'refused') return message;
  if (isNewId(id)) return texts.notAdded;
  return state === 'waiting' ? texts.waiting : texts.kept;
}
