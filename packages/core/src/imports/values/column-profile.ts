import type { PropertyType } from '../../ground/rows.ts';
import { readValue } from '../../values/value.ts';
import { areCountryNames, mayBeCodes } from './country-codes.ts';
import { DateOrders } from './date-orders.ts';
import { type DateOrder, separatorOf } from './date-text.ts';
import { DateTraits } from './date-traits.ts';
import { DecimalEvidence, type DecimalMarks } from './decimal-evidence.ts';
import { isExactJsonNumber } from './exact-number.ts';
import type { Decimal, DecimalForm } from './number-text.ts';
import { readTypedText, type TextForm } from './typed-text.ts';
import { PERCENT, readUnit } from './unit-text.ts';
import { type Candidate, TESTS } from './value-tests.ts';
import { areVersions } from './versions.ts';
import { areYesAndNo, wordOf } from './yes-and-no.ts';

/** Values that a profile keeps to show. */
const SAMPLES_MAX = 5;
/** Characters of a sample. */
const SAMPLE_LENGTH_MAX = 100;
/** Failures after which a test is not worth its time. */
const MISSES_MAX = 1_000;
/** Distinct words after which a column can't be boolean. */
const WORDS_MAX = 3;
/** Different values that are compared: as many as detection examines records. */
const COMPARED_MAX = 1_000;

/** Different units after which a column certainly has no common one. */
const UNITS_MAX = 2;

/** The forms of the values of a column. */
export interface ColumnFinding {
  /** The narrowest type that accepts every value: string if there is no other or no value. */
  readonly type: PropertyType;
  /** 0 to 1: how likely the type is right. Grows with the number of values, 0 without any. */
  readonly confidence: number;
  /** How numbers are written. `undecided`: because nothing decides it, the column is text. Null: no column of numbers. */
  readonly decimal: DecimalForm | 'undecided' | null;
  /** How dates are written. Null: no dates with the year last. */
  readonly dates: DateOrder | 'undecided' | null;
}

/** Collects what detection needs to know about the values of one column. */
export class ColumnProfile {
  readonly samples: string[] = [];
  /** Values that are set. */
  count = 0;
  /** Why the first value can't be stored, not even as text. Null: all can. */
  unstorable: string | null = null;
  empty = 0;
  /** Texts for which a test failed, at most `MISSES_MAX` of each. */
  readonly #missed = new Map<Candidate, number>();
  readonly #words = new Set<string>();
  /** The first different values as they are written. */
  readonly #compared = new Set<string>();
  #repeats = false;
  /** Values of JSON that are not text, by their type. */
  #numbers = 0;
  #booleans = 0;
  #others = 0;
  readonly #dates = new DateOrders();
  readonly #traits = new DateTraits();
  readonly #decimals = new DecimalEvidence();
  /** The units of numbers, and how many values have one. */
  readonly #units = new Set<string>();
  #withUnit = 0;
  /** The first text that is no number, in whatever form. */
  #noNumber: string | null = null;

  /** Adds a cell or a text of JSON. Blank ones have no influence on the type. */
  add(text: string | null): void {
    if (this.#addShown(text)) this.#addText((text ?? '').trim());
  }

  /** Adds a number of JSON as it is written. */
  addNumber(text: string): void {
    this.#addShown(text);
    // As a number it would lose digits, so the column is text.
    if (isExactJsonNumber(text)) this.#numbers++;
    else this.#others++;
  }

  addBoolean(value: boolean): void {
    this.#addShown(String(value));
    this.#booleans++;
    this.#addWord(String(value));
  }

  /** Adds a list or an object of JSON as text. */
  addOther(text: string): void {
    this.#addShown(text);
    this.#others++;
  }

  /** Returns whether the value is set. */
  #addShown(shown: string | null): boolean {
    if (shown === null || shown.trim() === '') {
      this.empty++;
      return false;
    }
    this.count++;
    const stored = readValue('string', shown);
    if (!stored.ok) this.unstorable ??= stored.message;
    if (this.#compared.has(shown)) this.#repeats = true;
    else if (this.#compared.size < COMPARED_MAX) this.#compared.add(shown);
    if (this.samples.length >= SAMPLES_MAX) return true;
    const sample = shown.length > SAMPLE_LENGTH_MAX ? `${shown.slice(0, SAMPLE_LENGTH_MAX)}…` : shown;
    if (!this.samples.includes(sample)) this.samples.push(sample);
    return true;
  }

  #addWord(text: string): void {
    if (this.#words.size <= WORDS_MAX) this.#words.add(wordOf(text) ?? '?');
  }

  #addText(text: string): void {
    this.#addWord(text);
    const amount = readUnit(text);
    if (amount !== null && this.#units.size < UNITS_MAX) this.#units.add(amount.unit);
    if (amount !== null) this.#withUnit++;
    const number = amount?.number ?? text;
    for (const [name, test] of Object.entries(TESTS) as [Candidate, (text: string) => boolean][]) {
      const missed = this.#missed.get(name) ?? 0;
      if (missed < MISSES_MAX && !test(isNumber(name) ? number : text)) this.#missed.set(name, missed + 1);
    }
    if (this.#noNumber === null && !TESTS.point(number) && !TESTS.comma(number)) this.#noNumber = text;
    const separator = separatorOf(text);
    if (separator !== null) this.#dates.add(separator, TESTS.dmy(text), TESTS.mdy(text));
    this.#traits.add(text);
    this.#decimals.add(number);
  }

  get #texts(): number {
    return this.count - this.#numbers - this.#booleans - this.#others;
  }

  /** Returns whether every value is set and differs from the others as a value of the type: `1.0` is 1. */
  isDistinct(type: PropertyType, form: TextForm): boolean {
    if (this.#repeats || this.empty > 0 || this.count === 0) return false;
    if (type === 'string') return true;
    const values = [...this.#compared].map((text) => {
      const read = readValue(type, readTypedText(text, type, form));
      return read.ok ? read.value : text;
    });
    return new Set(values).size === values.length;
  }

  /**
   * The unit that the numbers of the column have, for a column that is known to hold numbers. Null: none, or several, so
   * that amounts of two currencies are not added up.
   */
  get unit(): string | null {
    const [unit = null] = this.#units;
    return this.#units.size === 1 ? unit : null;
  }

  /** Whether its numbers have a sign or a code of a currency. */
  get #isMoney(): boolean {
    return this.unit !== null && this.unit !== PERCENT;
  }

  /** Whether some values have a unit and others have another one, or none. */
  get hasMixedUnits(): boolean {
    return this.#withUnit > 0 && (this.#units.size > 1 || this.#withUnit < this.count);
  }

  /** Whether every value is a number, with or without a unit. */
  get isAmounts(): boolean {
    return this.#fits('point') || this.#fits('comma');
  }

  /**
   * The value that keeps a column of numbers from being one: `on request` among prices. Null: there is none, or it is
   * one of several codes, such as `A320` beside `737`.
   */
  get numberException(): string | null {
    const text = this.#noNumber;
    if (text === null || (this.#withUnit === 0 && /\d/.test(text))) return null;
    const missed = Math.min(this.#missed.get('point') ?? 0, this.#missed.get('comma') ?? 0);
    const numbers = this.#numbers + this.#texts - missed;
    return numbers > this.count / 2 ? text.slice(0, SAMPLE_LENGTH_MAX) : null;
  }

  /** The value that keeps a column of dates from being one: `someday`. Null: there is none. */
  get dateException(): string | null {
    return this.#traits.exceptionAmong(this.count)?.slice(0, SAMPLE_LENGTH_MAX) ?? null;
  }

  /** Whether the column decides that the file writes numbers with a decimal comma, or a point. Null: it does not. */
  get decides(): Decimal | null {
    const { own } = this.#decimals;
    if (own === 'mixed' || own === null || !this.#fits(own)) return null;
    // Text decides nothing about numbers.
    return this.hasMixedUnits || this.#areVersions(own) ? null : own;
  }

  /** Whether its words for yes and no may as well be codes of countries: SI and NO. */
  get mayBeCodes(): boolean {
    return mayBeCodes(this.#words);
  }

  /** Whether its values are names of the countries whose codes are words for yes and no. */
  get areCountryNames(): boolean {
    return this.#texts === this.count && areCountryNames(this.#compared);
  }

  /**
   * @param given the order of day and month that the caller says.
   * @param areCodes whether what may be codes of countries is known to be.
   */
  find(marks: DecimalMarks, given: DateOrder | null = null, areCodes = false): ColumnFinding {
    const none = { decimal: null, dates: null };
    if (this.count === 0) return { type: 'string', confidence: 0, ...none };
    const confidence = (this.count + 1) / (this.count + 2);
    const areWords =
      this.#texts + this.#booleans === this.count &&
      areYesAndNo(this.#words) &&
      !(areCodes && this.mayBeCodes);
    if (this.#booleans === this.count || areWords) return { type: 'boolean', confidence, ...none };
    const decimal = this.#findDecimal(marks);
    if (decimal === 'undecided') return { type: 'string', confidence: confidence / 2, decimal, dates: null };
    if (decimal !== null) return { type: 'number', confidence, decimal, dates: null };
    const dates = this.#findDates(given);
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
    const fitting = this.#texts + (isNumber(name) ? this.#numbers : 0);
    return this.count > 0 && fitting === this.count && !this.#missed.has(name);
  }

  #findDecimal(marks: DecimalMarks): DecimalForm | 'undecided' | null {
    const [point, comma] = [this.#fits('point'), this.#fits('comma')];
    if ((!point && !comma) || this.hasMixedUnits) return null;
    const decimal = this.decimal(marks);
    if (decimal === 'undecided') return decimal;
    if (this.#areVersions(decimal === 'comma' ? 'comma' : 'point')) return null;
    if (point && comma) return decimal;
    if (point) return decimal === 'comma' ? null : 'point';
    return decimal === 'comma' || marks.comma === 'comma' ? 'comma' : null;
  }

  /** Whether its fractions are those of versions. Amounts are none. */
  #areVersions(decimal: Decimal): boolean {
    return this.#numbers === 0 && this.#withUnit === 0 && areVersions(this.#compared, decimal);
  }

  /** @param given the order that the caller says, which has to fit, too. */
  #findDates(given: DateOrder | null): DateOrder | 'undecided' | 'none' | null {
    if (this.#fits('iso')) return null;
    const { dates } = this;
    if (dates === 'undecided' && given !== null) return this.#fits(given) ? given : 'none';
    return this.#fits('dmy') || this.#fits('mdy') ? dates : 'none';
  }

  /** Returns how dates are written, even if some values are no dates: for a column that is known to hold dates. */
  get dates(): DateOrder | 'undecided' | null {
    return this.#dates.order;
  }

  /** Whether some times have an offset from UTC and others, which are read as UTC, have none. */
  get hasMixedOffsets(): boolean {
    return this.#traits.hasMixedOffsets;
  }

  /** A year of its dates that may be of another calendar (`DateTraits.otherYear`). Null: there is none. */
  get otherYear(): number | null {
    return this.#traits.otherYear;
  }

  /**
   * Returns how numbers with two readings are written, even if some values are no numbers: for a column that is known to
   * hold numbers. `undecided`: it has such numbers, and nothing decides. `plain` and `open` where no value needs it, so
   * that a later one is refused and not guessed.
   */
  decimal(marks: DecimalMarks): DecimalForm | 'undecided' {
    // Few amounts have thousandths, so that 1.500 € is not 1.5 unless something decides it.
    const isOpen = this.#isMoney && marks.comma === null;
    return this.#decimals.find(isOpen ? { ...marks, point: null } : marks);
  }

  /** Returns the largest share of values that a type other than string accepts. */
  #bestShare(): number {
    const texts = this.#texts;
    const fitting = Object.keys(TESTS).map((name) => texts - (this.#missed.get(name as Candidate) ?? 0));
    return Math.max(0, this.#numbers, this.#booleans, ...fitting) / this.count;
  }
}

function isNumber(name: Candidate): boolean {
  return name === 'point' || name === 'comma';
}
