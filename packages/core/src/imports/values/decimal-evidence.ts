import type { Decimal, DecimalForm } from './number-text.ts';
import { DOTTED, TESTS } from './value-tests.ts';

/** How a file decides about `1,500` and about `1.500`, which have two readings each. Null: nothing decides. */
export interface DecimalMarks {
  readonly comma: Decimal | null;
  readonly point: Decimal | null;
  /** Whether the caller gives the marks, which take precedence over the values of a column. */
  readonly isGiven: boolean;
}

/** The evidence in the numbers of a column of how they are written. */
export class DecimalEvidence {
  /** Numbers that can only have a decimal comma, or only a decimal point. */
  #clearCommas = 0;
  #clearPoints = 0;
  /** `1,500` and `1.500`. */
  #unclearCommas = 0;
  #unclearPoints = 0;
  /** `1.234.567` */
  #dotted = 0;

  add(number: string): void {
    if (!/[.,]/.test(number)) return;
    if (DOTTED.test(number)) {
      this.#dotted++;
      return;
    }
    const [point, comma] = [TESTS.point(number), TESTS.comma(number)];
    if (point && comma) {
      if (number.includes(',')) this.#unclearCommas++;
      else this.#unclearPoints++;
    } else if (comma) this.#clearCommas++;
    else if (point) this.#clearPoints++;
  }

  /** How the numbers are written that have one reading. */
  get own(): Decimal | 'mixed' | null {
    if (this.#clearCommas > 0 && this.#clearPoints > 0) return 'mixed';
    return this.#clearCommas > 0 ? 'comma' : this.#clearPoints > 0 ? 'point' : null;
  }

  /** Returns how numbers with two readings are written (`ColumnProfile.decimal`). */
  find({ comma, point, isGiven }: DecimalMarks): DecimalForm | 'undecided' {
    const own = isGiven ? comma : this.own;
    if (own === 'mixed') return this.#unclearCommas + this.#unclearPoints > 0 ? 'undecided' : 'open';
    if (own !== null) return own;
    if (this.#unclearCommas > 0 && this.#unclearPoints > 0) return 'undecided';
    if (this.#unclearCommas > 0) return comma ?? 'undecided';
    if (this.#unclearPoints > 0) {
      if (this.#dotted > 0 && comma === 'comma') return comma;
      return point === null ? 'undecided' : (comma ?? 'plain');
    }
    if (point !== 'point') return 'open';
    return comma === 'point' ? 'point' : 'plain';
  }
}
