/** So many digits tell decimals apart: two of them are never the same double. */
const UNITS_MAX = 1e15;
/** Decimals of numbers of at most 15 digits. Powers of ten from 23 on are not doubles. */
const DECIMALS = [11, 16, 22];

/** Returns the number in units of `1 / scale` if it is shown as a decimal of so many of them, otherwise NaN. */
function unitsOf(value: number, scale: number): number {
  const units = Math.round(value * scale);
  return units / scale === value && Math.abs(units) <= UNITS_MAX ? units : Number.NaN;
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
      this.#addDecimal(value);
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

  #addDecimal(value: number): void {
    if (Number.isInteger(value)) {
      this.#addMultiple(0, BigInt(value));
      return;
    }
    for (const decimals of DECIMALS) {
      const units = unitsOf(value, 10 ** decimals);
      if (!Number.isNaN(units)) {
        this.#addMultiple(-decimals, BigInt(units));
        return;
      }
    }
    const [digits = '', power] = value.toExponential().split('e');
    const point = digits.indexOf('.');
    const decimals = point < 0 ? 0 : digits.length - 1 - point;
    this.#addMultiple(Number(power) - decimals, BigInt(digits.replace('.', '')));
  }

  #addMultiple(power: number, units: bigint): void {
    this.#others ??= new Map();
    this.#others.set(power, (this.#others.get(power) ?? 0n) + units);
  }
}
