import { fold, numberKey, periodAt, timeKey, zoneOffsets } from '@vitrine/core/adapter';
import type { Grouping, SlotValue } from '@vitrine/core/storage';
import { BLOCK_ROWS } from '../memory/column-memory.ts';
import type { NumberColumn } from '../memory/number-column.ts';
import type { ColumnRows, StoredColumn } from '../rows/column-rows.ts';
import { type FoundRows, readCodes, readNumbers } from '../rows/found-rows.ts';
import { openCodes } from '../texts/text-codes.ts';

const DAY = 86_400_000;
/** Days whose parts are kept: 45 years, if they follow each other. A power of two. */
const DAYS_KEPT = 16_384;
/** No day. */
const NO_DAY = -(2 ** 31);

/** The parts of keys by their number, in the order in which they were found. */
export interface KeyPart {
  /** Writes the numbers of the rows' parts, in their order. */
  read(found: FoundRows, into: Int32Array): void;
  readonly values: readonly SlotValue[];
}

export function openKey(rows: ColumnRows, grouping: Grouping): KeyPart {
  const column = rows.requireColumn(grouping.column);
  if (column.kind === 'number') return numberPart(column, grouping);
  const part = textPart(column);
  return grouping.kind === 'folded' ? foldedPart(part) : part;
}

/** Joins the texts that differ in case only. */
function foldedPart({ values: texts, read }: KeyPart): KeyPart {
  const parts = new Map<SlotValue, number>();
  const values: SlotValue[] = [];
  /** The part of each text, by its number. */
  const partOfText: number[] = [];

  function partOf(text: number): number {
    const value = texts[text] ?? null;
    const key = typeof value === 'string' ? fold(value) : value;
    let part = parts.get(key);
    if (part === undefined) {
      part = values.push(key) - 1;
      parts.set(key, part);
    }
    return part;
  }

  return {
    values,
    read(found, into) {
      read(found, into);
      for (let i = 0; i < found.rows.length; i++) {
        const text = into[i] ?? 0;
        partOfText[text] ??= partOf(text);
        into[i] = partOfText[text];
      }
    },
  };
}

function textPart(column: Exclude<StoredColumn, NumberColumn>): KeyPart {
  const codes = openCodes(column);
  if (column.kind === 'text') {
    return { values: codes.values, read: (found, into) => readCodes(column, found, into) };
  }
  return {
    values: codes.values,
    read({ firstRow, rows }, into) {
      for (let i = 0; i < rows.length; i++) into[i] = codes.of(firstRow + (rows[i] ?? 0));
    },
  };
}

function numberPart(column: NumberColumn, grouping: Grouping): KeyPart {
  const parts = new Map<number, number>();
  const values: SlotValue[] = [null];

  function partOf(key: number): number {
    let part = parts.get(key);
    if (part === undefined) {
      part = values.push(key) - 1;
      parts.set(key, part);
    }
    return part;
  }

  const ofValue = partReader(grouping, partOf);
  const numbers = new Float64Array(BLOCK_ROWS);
  return {
    values,
    read(found, into) {
      readNumbers(column, found, numbers);
      for (let i = 0; i < found.rows.length; i++) {
        const value = numbers[i] ?? Number.NaN;
        into[i] = Number.isNaN(value) ? 0 : ofValue(value);
      }
    },
  };
}

/** Returns a function that returns the part for a value. */
function partReader(grouping: Grouping, partOf: (key: number) => number): (value: number) => number {
  switch (grouping.kind) {
    case 'value':
    case 'folded':
      return partOf;
    case 'number':
      return (value) => partOf(numberKey(grouping.buckets, value));
    case 'time':
      return timePartReader(grouping, partOf);
  }
}

type TimeGrouping = Extract<Grouping, { readonly kind: 'time' }>;

/** The month of a day takes longer to compute than to look up. Two days that share a place replace each other. */
function timePartReader(
  { unit, timeZone }: TimeGrouping,
  partOf: (key: number) => number,
): (value: number) => number {
  const zone = zoneOffsets(timeZone);
  if (unit === 'hour' || unit === 'hourOfDay') return (value) => partOf(timeKey(unit, zone, value));
  const days = new Int32Array(DAYS_KEPT).fill(NO_DAY);
  const parts = new Int32Array(DAYS_KEPT);
  let period = periodAt(zone, 0);
  return (value) => {
    if (value < period.from || value >= period.until) period = periodAt(zone, value);
    const day = Math.floor((value + period.offset) / DAY);
    const place = day & (DAYS_KEPT - 1);
    if (days[place] !== day) {
      parts[place] = partOf(timeKey(unit, zone, value));
      days[place] = day;
    }
    return parts[place] ?? 0;
  };
}
