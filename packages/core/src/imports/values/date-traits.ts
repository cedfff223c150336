import { parseDatetime } from '../../values/datetime.ts';
import { toIsoDatetime } from './date-text.ts';

/** Collects what the dates of a column show in either order of day and month. */
export class DateTraits {
  readonly #years = new Set<number>();
  /** Times with an offset from UTC, and without one. */
  #withOffset = 0;
  #withoutOffset = 0;

  add(text: string): void {
    const iso = toIsoDatetime(text, 'dmy') ?? toIsoDatetime(text, 'mdy');
    const parsed = iso === null ? null : parseDatetime(iso);
    if (iso === null || parsed === null) return;
    this.#years.add(Number(iso.slice(0, 4)));
    if (parsed.isDateOnly) return;
    if (parsed.hasOffset) this.#withOffset++;
    else this.#withoutOffset++;
  }

  /** Whether some times have an offset from UTC and others, which are read as UTC, have none. */
  get hasMixedOffsets(): boolean {
    return this.#withOffset > 0 && this.#withoutOffset > 0;
  }

  /**
   * A year, if all may be those of another calendar (Buddhist, Persian, Islamic, of Taiwan), or have lost their century.
   * Null: they are not.
   */
  get otherYear(): number | null {
    const [first = null] = this.#years;
    const are = (from: number, to: number) =>
      this.#years.values().every((year) => year >= from && year <= to);
    return are(2440, 2640) || are(1300, 1500) || are(0, 150) ? first : null;
  }
}
