/** So many digits tell decimals apart: two of them are never the same double. */
const UNITS_MAX = 1e15;
/** Tried for other numbers of at most 15 digits. Greater powers of ten are not doubles. */
const SCALES = [
  { power: -11, scale: 1e11 },
  { power: -16, scale: 1e16 },
  { power: -22, scale: 1e22 },
] as const;

/** Returns the number in units of `1 / scale` if it is shown as a decimal of so many of them, otherwise NaN. */
function unitsOf(value: number, scale: number): number {
  const units = Math.round(value * scale);
  return units / scale === value && Math.abs(units) <= UNITS_MAX ? units : Number.NaN;
}

/** Returns the decimal that a number is shown as: a whole number of a power of ten. */
function decimalOf(value: number): { readonly power: number; readonly units: bigint } {
  if (Number.isInteger(value)) return { power: 0, units: BigInt(value) };
  for (const { power, scale } of SCALES) {
    const units = unitsOf(value, scale);
    if (!Number.isNaN(units)) return { power, units: BigInt(units) };
  }
  const text = value.toExponential();
  const end = text.indexOf('e');
  const power = Number(text.slice(end + 1));
  const point = text.indexOf('.');
  if (point < 0) return { power, units: BigInt(text.slice(0, end)) };
  const digits = text.slice(0, point) + text.slice(point + 1, end);
  return { power: power - (end - point - 1), units: BigInt(digits) };
}

/**
 * A sum of numbers as decimals, rounded once (docs/query-semantics.md#aggregates). A number stands for the decimal that
 * JSON shows, so that 0.1 + 0.2 is 0.3. The sum does not depend on the order of the numbers.
 */
export class DecimalSum {
  #count = 0;
  /** Exact, within ±2^53. */
  #millionths = 0;
  /** What is not in `#millionths`: whole numbers by the power of ten that they count. Null: nothing. */
  #others: Map<number, bigint> | null = null;

  get count(): number {
    return this.#count;
  }

  add(value: number): void {
    this.#count++;
    const units = unitsOf(value, 1e6);
    const next = this.#millionths + units;
    if (Math.abs(next) <= Number.MAX_SAFE_INTEGER) {
      this.#millionths = next;
    } else if (Number.isNaN(units)) {
      const { power, units: digits } = decimalOf(value);
      this.#addMultiple(power, digits);
    } else {
      this.#addMultiple(-6, BigInt(this.#millionths));
      this.#millionths = units;
    }
  }

  /** Adds the sum of `count` numbers. */
  addMillionths(units: bigint, count: number): void {
    this.#addMultiple(-6, units);
    this.#count += count;
  }

  /** Returns the double next to the sum. */
  total(): number {
    if (this.#others === null) return this.#millionths / 1e6;
    const power = Math.min(-6, ...this.#others.keys());
    const multiple = (units: bigint, ofPower: number) => units * 10n ** BigInt(ofPower - power);
    let sum = multiple(BigInt(this.#millionths), -6);
    for (const [ofPower, units] of this.#others) sum += multiple(units, ofPower);
    // A sum that is too small for a double may be rounded to -0.
    return Number(`${sum}e${power}`) + 0;
  }

  mean(): number {
    return this.total() / this.#count + 0;
  }

  #addMultiple(power: number, units: bigint): void {
    this.#others ??= new Map();
    this.#others.set(power, (this.#others.get(power) ?? 0n) + units);
  }
}
