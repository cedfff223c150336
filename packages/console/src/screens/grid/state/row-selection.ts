import { type Signal, signal } from '@preact/signals';
import type { AnyRow } from '@vitrine/client';
import { isNewId } from '../../../records/edits/store-drafts.ts';

/** The selected records of a grid. Records that are not added yet can't be selected. */
export class RowSelection {
  /** Their ids, or all records that match. */
  readonly ids: Signal<ReadonlySet<string> | 'all'> = signal(new Set<string>());
  readonly #rowAt: (line: number) => AnyRow | null;
  /** The line of the checkbox that was pressed last. */
  #checked = 0;

  /** @param rowAt returns the record of a line; null while it is not loaded. */
  constructor(rowAt: (line: number) => AnyRow | null) {
    this.#rowAt = rowAt;
  }

  /** Whether a record is selected. Reads the signal. */
  has(id: string): boolean {
    const selected = this.ids.value;
    return selected === 'all' || selected.has(id);
  }

  /** Selects the record of a line or ends that. With `extend`, it does so for all from the last one to this one. */
  toggle(line: number, extend = false): void {
    const selected = this.ids.peek();
    const next = new Set(selected === 'all' ? [] : selected);
    const id = this.#rowAt(line)?.id;
    if (id === undefined || isNewId(id)) return;
    const isOn = !next.has(id);
    const [from, to] = extend ? [Math.min(this.#checked, line), Math.max(this.#checked, line)] : [line, line];
    for (let at = from; at <= to; at += 1) {
      const other = this.#rowAt(at)?.id;
      if (other === undefined || isNewId(other)) continue;
      if (isOn) next.add(other);
      else next.delete(other);
    }
    this.#checked = line;
    this.ids.value = next;
  }
}
