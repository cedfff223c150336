import { parseDatetime } from '../../values/datetime.ts';
import { type DateOrder, toIsoDatetime } from './date-text.ts';

/** How many texts are dates in one order of day and month, and the first that is none. */
interface Reading {
  count: number;
  exception: string | null;
}

const ORDERS: readonly DateOrder[] = ['dmy', 'mdy'];

/** Collects what the dates of a column show in either order of day and month. */
export class DateTraits {
  readonly #years = new Set<number>();
  /** Times with an offset from UTC, and without one. */
  #withOffset = 0;
  #withoutOffset = 0;
  readonly #readings: Readonly<Record<DateOrder, Reading>> = {
    dmy: { count: 0, exception: null },
    mdy: { count: 0, exception: null },
  };

  add(text: string): void {
    let iso: string | null = null;
    for (const order of ORDERS) {
      const read = toIsoDatetime(text, order);
      const reading = this.#readings[order];
      if (read === null) reading.exception ??= text;
      else reading.count++;
      iso ??= read;
    }
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
   * Returns the first text that is no date in the order that most texts have. Null: there is none, or at most half of the
   * values are dates.
   */
  exceptionAmong(values: number): string | null {
    const { dmy, mdy } = this.#readings;
    const { count, exception } = dmy.count < mdy.count ? mdy : dmy;
    return count > values / 2 ? exception : null;
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
