import type { PropertyType } from '../storage/rows.ts';
import {
  areBooleanWords,
  type DateOrder,
  type Decimal,
  isExactCommaNumber,
  isExactPointNumber,
  isImageUrl,
  isLocalDate,
  isUrl,
  type TextForm,
  toIsoDatetime,
} from './typed-text.ts';

/** Values that a profile keeps to show. */
const SAMPLES_MAX = 5;
/** Characters of a sample. */
const SAMPLE_LENGTH_MAX = 100;
/** Failures after which a test is not worth its time. */
const MISSES_MAX = 1_000;
/** Distinct words after which a column can't be boolean. */
const WORDS_MAX = 3;

/** What the values of a column look like. */
export interface ColumnFinding {
  /** The narrowest type that accepts every value: string if there is no other or no value. */
  readonly type: PropertyType;
  /** 0 to 1: how likely the type is right. Grows with the number of values, 0 without any. */
  readonly confidence: number;
  /** How numbers are written. Null: not a number column. */
  readonly decimal: TextForm['decimal'] | null;
  /** How dates are written. Null: no dates with the year last. */
  readonly dates: DateOrder | 'undecided' | null;
}

/** A type and its test for one value. */
type Candidate = 'point' | 'comma' | 'iso' | 'dmy' | 'mdy' | 'url_image' | 'url_link';

const TESTS: Readonly<Record<Candidate, (text: string) => boolean>> = {
  point: isExactPointNumber,
  comma: isExactCommaNumber,
  iso: (text) => toIsoDatetime(text, null) !== null,
  dmy: (text) => toIsoDatetime(text, 'dmy') !== null,
  mdy: (text) => toIsoDatetime(text, 'mdy') !== null,
  url_image: isImageUrl,
  url_link: isUrl,
};

/** `1,500` may be 1500 or 1.5. */
const AMBIGUOUS_COMMA = /^-?[1-9]\d{0,2},\d{3}$/;
/** `1.500` may be 1.5 or 1500. */
const AMBIGUOUS_POINT = /^-?[1-9]\d{0,2}\.\d{3}$/;
/** `1.234.567` is a number only beside others with a decimal comma: identifiers look like this, too. */
const DOTTED = /^-?[1-9]\d{0,2}(\.\d{3}){2,}$/;

/** Collects what detection needs to know about the values of one column. */
export class ColumnProfile {
  readonly samples: string[] = [];
  /** Values that are set. */
  count = 0;
  empty = 0;
  /** Texts for which a test failed, at most `MISSES_MAX` of each. */
  readonly #missed = new Map<Candidate, number>();
  readonly #words = new Set<string>();
  readonly #distinct = new Set<string>();
  #isDistinct = true;
  /** Values of JSON that are not text, by their type. */
  #numbers = 0;
  #booleans = 0;
  #others = 0;
  #localDates = 0;
  /** Dates that are valid in one order only. */
  #dayFirst = 0;
  #monthFirst = 0;
  /** Numbers that can only have a decimal comma, or only a decimal point. */
  #clearCommas = 0;
  #clearPoints = 0;
  /** `1,500` and `1.500`. */
  #unclearCommas = 0;
  #unclearPoints = 0;
  readonly #keepsDistinct: boolean;

  /** @param keepsDistinct whether to find out if all values differ, which takes memory for each value. */
  constructor(keepsDistinct: boolean) {
    this.#keepsDistinct = keepsDistinct;
  }

  /** Adds a cell, or a member of a JSON record. Empty ones have no influence on the type. */
  add(value: unknown): void {
    if (value === null || value === undefined || value === '') {
      this.empty++;
      return;
    }
    this.count++;
    // Lists and objects may be nested too deeply for JSON.
    const shown = typeof value === 'object' ? (Array.isArray(value) ? '[…]' : '{…}') : String(value);
    this.#addSample(shown);
    if (typeof value === 'number') this.#numbers++;
    else if (typeof value === 'boolean') this.#booleans++;
    else if (typeof value === 'string') this.#addText(value.trim());
    else this.#others++;
  }

  #addSample(shown: string): void {
    if (this.#keepsDistinct && this.#isDistinct) {
      this.#isDistinct = !this.#distinct.has(shown);
      this.#distinct.add(shown);
    }
    if (this.samples.length >= SAMPLES_MAX) return;
    const sample = shown.length > SAMPLE_LENGTH_MAX ? `${shown.slice(0, SAMPLE_LENGTH_MAX)}…` : shown;
    if (!this.samples.includes(sample)) this.samples.push(sample);
  }

  #addText(text: string): void {
    if (this.#words.size <= WORDS_MAX) this.#words.add(text.length > 5 ? '?' : text.toLowerCase());
    for (const [name, test] of Object.entries(TESTS) as [Candidate, (text: string) => boolean][]) {
      const missed = this.#missed.get(name) ?? 0;
      if (missed < MISSES_MAX && !test(text)) this.#missed.set(name, missed + 1);
    }
    if (isLocalDate(text)) this.#addLocalDate(text);
    if (!/[.,]/.test(text) || DOTTED.test(text)) return;
    if (AMBIGUOUS_COMMA.test(text)) this.#unclearCommas++;
    else if (AMBIGUOUS_POINT.test(text)) this.#unclearPoints++;
    else if (isExactCommaNumber(text)) this.#clearCommas++;
    else if (isExactPointNumber(text)) this.#clearPoints++;
  }

  #addLocalDate(text: string): void {
    const { dmy: isDayFirst, mdy: isMonthFirst } = TESTS;
    const [dmy, mdy] = [isDayFirst(text), isMonthFirst(text)];
    if (dmy || mdy) this.#localDates++;
    if (dmy && !mdy) this.#dayFirst++;
    if (mdy && !dmy) this.#monthFirst++;
  }

  get #texts(): number {
    return this.count - this.#numbers - this.#booleans - this.#others;
  }

  /** Whether every value is set and differs from the others, so that the column may be a key. */
  get isDistinct(): boolean {
    return this.#keepsDistinct && this.#isDistinct && this.empty === 0 && this.count > 0;
  }

  /** Whether the column decides that the file writes numbers with a decimal comma, or a point. Null: it does not. */
  get decides(): Decimal | null {
    if (this.#clearCommas > 0 && this.#clearPoints === 0 && this.#fits('comma')) return 'comma';
    return this.#clearPoints > 0 && this.#clearCommas === 0 && this.#fits('point') ? 'point' : null;
  }

  /**
   * @param comma whether the file writes numbers with a decimal comma, which decides `1,500` and `1.500`. Null: unknown.
   */
  find(comma: boolean | null): ColumnFinding {
    const none = { decimal: null, dates: null };
    if (this.count === 0) return { type: 'string', confidence: 0, ...none };
    const confidence = (this.count + 1) / (this.count + 2);
    if (this.#booleans === this.count) return { type: 'boolean', confidence, ...none };
    if (this.#texts === this.count && areBooleanWords(this.#words)) {
      return { type: 'boolean', confidence, ...none };
    }
    const decimal = this.#findDecimal(comma);
    if (decimal !== null) return { type: 'number', confidence, decimal, dates: null };
    const dates = this.#findDates();
    if (dates !== 'none') {
      return {
        type: 'datetime',
        confidence: dates === 'undecided' ? confidence / 2 : confidence,
        decimal: null,
        dates,
      };
    }
    if (this.#fits('url_image')) return { type: 'url_image', confidence, ...none };
    if (this.#fits('url_link')) return { type: 'url_link', confidence, ...none };
    return { type: 'string', confidence: confidence * (1 - this.#bestShare()), ...none };
  }

  #fits(name: Candidate): boolean {
    return this.count > 0 && this.#texts === this.count && !this.#missed.has(name);
  }

  #findDecimal(comma: boolean | null): TextForm['decimal'] | null {
    if (this.#numbers === this.count) return 'plain';
    if (!this.#fits('point')) {
      return this.#fits('comma') && (this.#clearCommas > 0 || comma === true) ? 'comma' : null;
    }
    if (!this.#fits('comma')) return 'point';
    const decimal = this.decimal(comma);
    return decimal === 'undecided' ? null : decimal;
  }

  #findDates(): DateOrder | 'undecided' | 'none' | null {
    if (this.#fits('iso')) return null;
    return this.#fits('dmy') || this.#fits('mdy') ? this.dates : 'none';
  }

  /** Returns how dates are written, even if some values are no dates: for a column that is known to hold dates. */
  get dates(): DateOrder | 'undecided' | null {
    if (this.#localDates === 0) return null;
    if (this.#dayFirst > 0 === this.#monthFirst > 0) return 'undecided';
    return this.#dayFirst > 0 ? 'dmy' : 'mdy';
  }

  /**
   * Returns how numbers are written, even if some values are no numbers: for a column that is known to hold numbers.
   * `plain` where nothing decides it and no value needs it, so that a later one is refused and not guessed.
   */
  decimal(comma: boolean | null): TextForm['decimal'] | 'undecided' {
    if (this.#clearCommas !== this.#clearPoints) {
      return this.#clearCommas > this.#clearPoints ? 'comma' : 'point';
    }
    if (comma === null) return this.#unclearCommas > 0 ? 'undecided' : 'plain';
    if (!comma) return 'point';
    return this.#unclearCommas + this.#unclearPoints > 0 ? 'comma' : 'plain';
  }

  /** Returns the largest share of values that a type other than string accepts. */
  #bestShare(): number {
    const texts = this.#texts;
    const fitting = Object.keys(TESTS).map((name) => texts - (this.#missed.get(name as Candidate) ?? 0));
    return Math.max(0, this.#numbers, this.#booleans, ...fitting) / this.count;
  }
}
