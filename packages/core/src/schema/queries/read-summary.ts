import type { z } from 'zod';
import {
  BUCKET_FORMS,
  type GroupCondition,
  type SummaryGrouping,
  type SummaryMeasure,
} from '../../contracts/records/record-summaries.ts';
import type { Issue } from '../../ground/errors.ts';
import { readFiniteNumber } from '../../ground/json.ts';
import { namesHint } from '../../ground/nearest-name.ts';
import type { PropertyType, StoreRow } from '../../ground/rows.ts';
import type { AggregateOp, Column } from '../../query/ast.ts';
import { readWidth } from '../../query/number-bucket.ts';
import type { Grouping, Measure, MeasureCondition, RankOp, SummarySort } from '../../query/summary.ts';
import { DATETIME_FORMS, parseDatetime } from '../../values/datetime.ts';
import { TYPE_RULES } from '../../values/value.ts';
import { isTimeZone, TIME_ZONE_FORMS } from '../../zones/time-zone.ts';
import { type Field, findField, unknownField } from './read-query.ts';

/** A part of the key with what it takes to show it. */
export interface ReadGrouping {
  readonly name: string;
  readonly type: PropertyType;
  readonly grouping: Grouping;
}

export interface ReadMeasure {
  /** The name in `values`. */
  readonly name: string;
  readonly type: PropertyType;
  readonly measure: Measure;
}

type GivenGrouping = Partial<z.output<typeof SummaryGrouping>>;
type GivenMeasure = Partial<z.output<typeof SummaryMeasure>>;

/** The parts of a request, also such as lack members. With issues the result is of no use. */
export function readGroupings(
  store: StoreRow,
  given: readonly GivenGrouping[],
): { readonly groupings: ReadGrouping[]; readonly issues: Issue[] } {
  const issues: Issue[] = [];
  const groupings: ReadGrouping[] = [];
  const names = new Set<string>();
  for (const [i, one] of given.entries()) {
    const name = one.as ?? one.field;
    const read = names.has(name ?? '') ? refuseName(one) : readGrouping(store, one);
    if (name !== undefined) names.add(name);
    if ('message' in read) issues.push({ path: `groupBy[${i}].${read.member}`, message: read.message });
    else groupings.push(read);
  }
  return { groupings, issues };
}

interface Refusal {
  readonly member: string;
  readonly message: string;
}

function refuse(member: string, message: string): Refusal {
  return { member, message };
}

/** Says that another part of the key has the name. */
function refuseName({ as }: GivenGrouping): Refusal {
  return as === undefined
    ? refuse('field', 'Name each field once.')
    : refuse('as', `Another part of the key has the name "${as}".`);
}

function readGrouping(store: StoreRow, given: GivenGrouping): ReadGrouping | Refusal {
  const { field: of = '', as: name = of, bucket, timeZone, caseInsensitive = false } = given;
  const field = findField(store, of);
  if (field === null) return refuse('field', unknownField(store, of));
  const { column, type } = field;
  if (timeZone !== undefined && typeof bucket !== 'string') {
    return refuse('timeZone', 'Only a bucket that is a unit of time has a time zone.');
  }
  if (caseInsensitive && TYPE_RULES[type].slotKind !== 't') {
    return refuse('caseInsensitive', `"${of}" is a ${type}; only texts have a case.`);
  }
  if (bucket === undefined) {
    return { name, type, grouping: { kind: caseInsensitive ? 'folded' : 'value', column } };
  }
  if (typeof bucket === 'string') {
    if (type !== 'datetime') return refuse('bucket', describeBuckets(of, type));
    if (timeZone !== undefined && !isTimeZone(timeZone)) return refuse('timeZone', TIME_ZONE_FORMS);
    return { name, type, grouping: { kind: 'time', column, unit: bucket, timeZone: timeZone ?? 'UTC' } };
  }
  if (type !== 'number') return refuse('bucket', describeBuckets(of, type));
  const buckets = readWidth(bucket.width);
  if (buckets === null)
    return refuse('bucket.width', 'Expected a number above 0 with at most nine decimals.');
  return { name, type, grouping: { kind: 'number', column, buckets } };
}

function describeBuckets(name: string, type: PropertyType): string {
  if (type === 'datetime' || type === 'number') return `"${name}" is a ${type}. ${BUCKET_FORMS}`;
  return `"${name}" is a ${type}, which has no buckets. Omit bucket.`;
}

/** The types of property that an operation accepts. Omitted: all. */
const MEASURED_TYPES: Readonly<Partial<Record<Measure['op'], readonly PropertyType[]>>> = {
  sum: ['number'],
  avg: ['number'],
  min: ['number', 'datetime'],
  max: ['number', 'datetime'],
  median: ['number'],
  p90: ['number'],
  p95: ['number'],
  p99: ['number'],
};

/** Without a field, `count` counts records: every record has an id. */
const EVERY_RECORD: Field = { column: 'id', type: 'string' };

export function readMeasures(
  store: StoreRow,
  given: readonly GivenMeasure[],
): { readonly measures: ReadMeasure[]; readonly issues: Issue[] } {
  const issues: Issue[] = [];
  const measures: ReadMeasure[] = [];
  const names = new Set<string>();
  for (const [i, one] of given.entries()) {
    const read = readMeasure(store, one);
    if (read === null) continue;
    if ('message' in read) issues.push({ path: `measures[${i}].${read.member}`, message: read.message });
    else if (names.has(read.name)) {
      const message = `Another measure has the name "${read.name}". Choose a name with "as".`;
      issues.push({ path: `measures[${i}].as`, message });
    } else {
      names.add(read.name);
      measures.push(read);
    }
  }
  return { measures, issues };
}

/** Null for a measure without an operation, which the contract has refused. */
function readMeasure(store: StoreRow, { op, field: name, as }: GivenMeasure): ReadMeasure | Refusal | null {
  if (op === undefined) return null;
  if (typeof name === 'object') {
    if (op === 'count' || op === 'countDistinct') {
      return refuse('field', `${op} takes a property; dateDiff and length are for measures of numbers.`);
    }
    return 'length' in name
      ? readLength(store, op, name.length, as)
      : readElapsed(store, op, name.dateDiff, as);
  }
  if (name === undefined && op !== 'count') return refuse('field', `Required for ${op}.`);
  const field = name === undefined ? EVERY_RECORD : findField(store, name);
  if (field === null) return refuse('field', unknownField(store, name ?? ''));
  const types = MEASURED_TYPES[op];
  if (types !== undefined && !types.includes(field.type)) {
    return refuse('field', `"${name}" is a ${field.type}; ${op} takes a ${types.join(' or a ')}.`);
  }
  return {
    name: as ?? (name === undefined ? op : `${op}_${name}`),
    type: op === 'min' || op === 'max' ? field.type : 'number',
    measure: { op, column: field.column },
  };
}

const UNIT_MILLIS = { day: 86_400_000, hour: 3_600_000, minute: 60_000 } as const;

type GivenElapsed = Extract<GivenMeasure['field'], { readonly dateDiff: unknown }>['dateDiff'];
/** An operation on numbers. */
type NumberOp = AggregateOp | RankOp;

function readElapsed(
  store: StoreRow,
  op: NumberOp,
  { from, to, unit }: GivenElapsed,
  as: string | undefined,
): ReadMeasure | Refusal {
  const columns: Column[] = [];
  for (const [member, name] of Object.entries({ from, to })) {
    const field = findField(store, name);
    const path = `field.dateDiff.${member}`;
    if (field === null) return refuse(path, unknownField(store, name));
    if (field.type !== 'datetime')
      return refuse(path, `"${name}" is a ${field.type}; dateDiff takes datetimes.`);
    columns.push(field.column);
  }
  const [start, end] = columns as [Column, Column];
  const elapsed = { from: start, to: end, millis: UNIT_MILLIS[unit] };
  return { name: as ?? `${op}_dateDiff`, type: 'number', measure: { op, elapsed } };
}

function readLength(
  store: StoreRow,
  op: NumberOp,
  name: string,
  as: string | undefined,
): ReadMeasure | Refusal {
  const field = findField(store, name);
  if (field === null) return refuse('field.length', unknownField(store, name));
  if (field.column !== 'id' && TYPE_RULES[field.type].slotKind !== 't') {
    return refuse('field.length', `"${name}" is a ${field.type}; length takes texts.`);
  }
  return { name: as ?? `${op}_length`, type: 'number', measure: { op, lengthOf: field.column } };
}

/** Converts the conditions on groups. `count` is the number of records, unless a measure has that name. */
export function readHaving(
  measures: readonly ReadMeasure[],
  given: readonly z.output<typeof GroupCondition>[],
): { readonly having: MeasureCondition[]; readonly issues: Issue[] } {
  const issues: Issue[] = [];
  const having: MeasureCondition[] = [];
  given.forEach(({ measure: name, op, value }, i) => {
    const index = measures.findIndex((measure) => measure.name === name);
    if (index < 0 && name !== 'count') {
      const names = [...measures.map((measure) => measure.name), 'count'];
      const message = `No measure.${namesHint(name, names)}`;
      issues.push({ path: `having[${i}].measure`, message });
      return;
    }
    const type = measures[index]?.type ?? 'number';
    const number = readBound(type, value);
    if (number === null) {
      const message = type === 'datetime' ? `Expected ${DATETIME_FORMS}.` : 'Expected a finite number.';
      issues.push({ path: `having[${i}].value`, message });
    } else having.push({ of: index < 0 ? { by: 'count' } : { by: 'measure', index }, op, value: number });
  });
  return { having, issues };
}

function readBound(type: PropertyType, value: string | number): number | null {
  if (type === 'datetime') return typeof value === 'string' ? (parseDatetime(value)?.millis ?? null) : null;
  return readFiniteNumber(value);
}

/** A measure goes before a field of the same name, and both before `count`. */
export function readSummarySort(
  groupings: readonly { readonly name: string }[],
  measures: readonly { readonly name: string }[],
  sortBy: string | undefined,
): { readonly sort: SummarySort; readonly issues: Issue[] } {
  const byCount = { sort: { by: 'count' } as const, issues: [] };
  if (sortBy === undefined) return byCount;
  const measure = measures.findIndex(({ name }) => name === sortBy);
  if (measure >= 0) return { sort: { by: 'measure', index: measure }, issues: [] };
  const key = groupings.findIndex(({ name }) => name === sortBy);
  if (key >= 0) return { sort: { by: 'key', index: key }, issues: [] };
  if (sortBy === 'count') return byCount;
  const names = [...new Set([...[...measures, ...groupings].map(({ name }) => name), 'count'])];
  const message = `Neither a measure nor a field of groupBy.${namesHint(sortBy, names)}`;
  return { sort: byCount.sort, issues: [{ path: 'sortBy', message }] };
}
