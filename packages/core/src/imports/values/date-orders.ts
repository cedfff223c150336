import type { DateOrder } from './date-text.ts';

/** The dates that have the same character between day, month and year. */
interface Dates {
  dayFirst: number;
  monthFirst: number;
}

/**
 * Counts the dates of a column that are valid in one order of day and month only. Dates with different separators come
 * from different programs, so that `04/13/2026` decides nothing about `03.04.2026`.
 */
export class DateOrders {
  readonly #bySeparator = new Map<string, Dates>();

  add(separator: string, isDayFirst: boolean, isMonthFirst: boolean): void {
    if (!isDayFirst && !isMonthFirst) return;
    const dates = this.#bySeparator.get(separator) ?? { dayFirst: 0, monthFirst: 0 };
    this.#bySeparator.set(separator, dates);
    if (!isMonthFirst) dates.dayFirst++;
    if (!isDayFirst) dates.monthFirst++;
  }

  /** The order of all dates. Null: there are none. */
  get order(): DateOrder | 'undecided' | null {
    const orders = new Set([...this.#bySeparator.values()].map(orderOf));
    const [first = null] = orders;
    return orders.size > 1 ? 'undecided' : first;
  }
}

function orderOf({ dayFirst, monthFirst }: Dates): DateOrder | 'undecided' {
  if (dayFirst > 0 === monthFirst > 0) return 'undecided';
  return dayFirst > 0 ? 'dmy' : 'mdy';
}
