/** What the answers of questions are computed with, from data alone. */

/** Compares sums and averages independently of the last bits. */
export function rounded(value: unknown): number {
  return Math.round(Number(value) * 1e4) / 1e4;
}

export function fold(text: string): string {
  return text.toLowerCase();
}

export function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the value of a rank, which occurs: of two values the median is the lower one. */
export function ranked(percent: number, values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[Math.ceil((percent * values.length) / 100) - 1];
}

export function median(values: readonly number[]): number | undefined {
  return ranked(50, values);
}

export function textLength(text: string): number {
  return [...text].length;
}

/** Returns each value with the number of times that it occurs. */
export function counted<Value>(values: readonly Value[]): [Value, number][] {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts];
}

/** Sums amounts of money by name, in whole cents. */
export function sumBy<Item>(
  items: readonly Item[],
  name: (item: Item) => string,
  amount: (item: Item) => number,
): [string, number][] {
  const cents = new Map<string, number>();
  for (const item of items) {
    cents.set(name(item), (cents.get(name(item)) ?? 0) + Math.round(amount(item) * 100));
  }
  return [...cents].map(([key, sum]) => [key, sum / 100]);
}

const berlin = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Berlin',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  weekday: 'short',
  hour: '2-digit',
  hourCycle: 'h23',
});

function berlinParts(instant: string): Readonly<Record<string, string>> {
  const parts = berlin.formatToParts(new Date(instant));
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}

/** Returns the month in Berlin, such as 2015-03. */
export function berlinMonth(instant: string): string {
  const { year, month } = berlinParts(instant);
  return `${year}-${month}`;
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Returns the weekday in Berlin: 1 is Monday. */
export function berlinWeekday(instant: string): number {
  return WEEKDAYS.indexOf(berlinParts(instant).weekday ?? '') + 1;
}

export function berlinHour(instant: string): number {
  return Number(berlinParts(instant).hour);
}

/** Reads a printed price such as 12,50 € in cents. */
export function cutCents(price: string): number {
  return Math.round(Number(price.replace(' €', '').replace(',', '.')) * 100);
}

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Returns the distance on a sphere. */
export function kilometres(from: Point, to: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [a, b] = [radians(from.latitude), radians(to.latitude)];
  const half = (angle: number) => Math.sin(angle / 2) ** 2;
  const h = half(b - a) + Math.cos(a) * Math.cos(b) * half(radians(to.longitude - from.longitude));
  return 2 * 6_371 * Math.asin(Math.sqrt(h));
}
