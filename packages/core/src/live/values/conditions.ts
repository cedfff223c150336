import { hash } from 'node:crypto';
import { formOf, type LiveClient, type LiveCondition } from '../../contracts/live/live-rules.ts';
import { parseJsonNumber } from '../../ground/json.ts';
import type { Millis, PropertyType, Slot } from '../../ground/rows.ts';
import { matches } from '../../query/evaluate.ts';
import { OPERATORS, type Operators } from '../../schema/queries/operators.ts';
import { isRefusal } from '../../schema/queries/read-query.ts';
import { momentIn } from '../../values/moment-in-zone.ts';
import { wallOf } from '../../zones/time-zone.ts';
import type { SourceValue } from './source-data.ts';

/** What conditions are evaluated with. */
export interface ConditionInput {
  readonly timeZone: string;
  readonly at: Millis;
  readonly client: LiveClient;
  /** Returns the value of a variable or of a property of a source. Null: missing. */
  findValue(name: string): string | SourceValue | null;
}

/** Returns whether a condition of a rule is true (docs/rules.md#rules-of-a-live-image). */
export function holds(condition: LiveCondition, input: ConditionInput): boolean {
  switch (formOf(condition)) {
    case 'value':
      return valueHolds(condition, input);
    case 'period':
      return isWithin(condition, input);
    case 'weekdays':
      return isOnWeekday(condition, input);
    case 'client':
      return condition.client?.includes(input.client) === true;
    case 'percent':
      return isInShare(condition, input);
    case null:
      return false;
  }
}

/** Values of a variable that compare as numbers: only numbers have these operators. */
const NUMERIC = new Set(['gt', 'gte', 'lt', 'lte']);
const SLOT: Slot = 't0';

/** Any value may be missing, so the operators that test it are those of every type. */
const EMPTINESS: Operators = Object.fromEntries(
  Object.entries(OPERATORS.string).filter(([op]) => op === 'empty' || op === 'notEmpty'),
);

/** Returns the operators of a value in a condition. A variable has those of text and of numbers. */
export function conditionOperators(type: PropertyType | 'variable'): Operators {
  const own = type === 'variable' ? { ...OPERATORS.number, ...OPERATORS.string } : OPERATORS[type];
  return { ...EMPTINESS, ...own };
}

function valueHolds({ field = '', op = '', value }: LiveCondition, { findValue }: ConditionInput): boolean {
  const found = findValue(field);
  if (found === null) return op === 'empty';
  const isNumeric = typeof found === 'string' && (NUMERIC.has(op) || typeof value === 'number');
  const compared = isNumeric ? parseJsonNumber(found.trim()) : storedOf(found);
  if (typeof compared !== 'string' && typeof compared !== 'number') return false;
  const type = isNumeric ? 'number' : typeof found === 'string' ? 'string' : found.type;
  const operators = conditionOperators(type);
  const read = Object.hasOwn(operators, op) ? operators[op]?.(SLOT, value) : undefined;
  if (read === undefined || typeof read === 'string' || isRefusal(read)) return false;
  const record = { id: '', seq: 0, createdAt: 0, updatedAt: 0, slots: new Map([[SLOT, compared]]) };
  return matches(read, record);
}

function storedOf(found: string | SourceValue): string | number {
  return typeof found === 'string' ? found : found.stored;
}

function isWithin({ after, before }: LiveCondition, { timeZone, at }: ConditionInput): boolean {
  const [from, to] = [after, before].map((text) => (text === undefined ? null : momentIn(timeZone, text)));
  return (from == null || at >= from) && (to == null || at < to);
}

const DAY_MINUTES = 1_440;

function isOnWeekday(condition: LiveCondition, { timeZone, at }: ConditionInput): boolean {
  const { weekdays = [], from = '00:00', to } = condition;
  const wall = new Date(wallOf(timeZone, at));
  const minute = wall.getUTCHours() * 60 + wall.getUTCMinutes();
  const weekday = wall.getUTCDay() === 0 ? 7 : wall.getUTCDay();
  const [start, end] = [minutesOf(from), to === undefined ? DAY_MINUTES : minutesOf(to)];
  if (start <= end) return minute >= start && minute < end && weekdays.includes(weekday);
  const dayBefore = weekday === 1 ? 7 : weekday - 1;
  return (minute >= start && weekdays.includes(weekday)) || (minute < end && weekdays.includes(dayBefore));
}

function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

/** A reader is always in the same share: rules with rising percentages divide the readers in parts. */
function isInShare({ percent = 0, by = '' }: LiveCondition, { findValue }: ConditionInput): boolean {
  const found = findValue(by);
  if (found === null) return false;
  const digest = hash('sha256', JSON.stringify([by, storedOf(found)]), 'buffer');
  return (digest.readUIntBE(0, 6) / 2 ** 48) * 100 < percent;
}
