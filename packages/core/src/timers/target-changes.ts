import type { TimerDesign } from '../contracts/timers/timer-design.ts';
import { TARGET_KINDS } from '../contracts/timers/timer-target.ts';
import type { Issue } from '../ground/errors.ts';
import { isJsonObject, type JsonObject } from '../ground/json.ts';
import type { Millis } from '../ground/rows.ts';
import type { TimerTarget } from '../storage/images/images.ts';
import { isDuration, parseDuration } from '../values/duration.ts';
import { isTimeZone, TIME_ZONE_FORMS } from '../zones/time-zone.ts';
import { nextOccurrence } from './recurrence.ts';
import { readTarget, shownTarget, targetAt } from './target.ts';
import { DEFAULT_DURATION, type TargetedDesign } from './targeted-design.ts';

export interface ChangedTarget {
  readonly target: TimerTarget;
  /** The target as a member of the design. */
  readonly shown: JsonObject;
}

/**
 * Reads the target of a changed design. Returns null for an invalid one. Adds semantic issues; the parser of the whole
 * design adds the syntax errors. Members that the design had with another kind are dropped.
 */
export function changeTarget(
  before: TargetedDesign | null,
  input: unknown,
  path: string,
  now: Millis,
  issues: Issue[],
): ChangedTarget | null {
  const given = isJsonObject(input) ? input : {};
  const { kind = 'date' } = given;
  if (kind === 'date') return changeDate(before?.target ?? null, input, path, now, issues);
  if (kind === 'recurring') return changeRecurring(given, path, now, issues);
  if (kind === 'evergreen') return changeEvergreen(given, now);
  if (kind === 'value' || kind === 'record') return changeData(kind, given, path, now, issues);
  return null;
}

/** Names the kind of an invalid target without one, so that the parser reports no second issue for it. */
export function withKind(target: unknown): unknown {
  return isJsonObject(target) ? { ...target, kind: target.kind ?? TARGET_KINDS[0] } : target;
}

function changeDate(
  before: TimerTarget | null,
  input: unknown,
  path: string,
  now: Millis,
  issues: Issue[],
): ChangedTarget | null {
  const { date, timeZone } = isJsonObject(input) ? input : {};
  if (before !== null && date === before.local && timeZone === before.timeZone) {
    return { target: before, shown: shownTarget(before) };
  }
  const isDateText = date === undefined || typeof date === 'string';
  const isZoneText = timeZone === undefined || typeof timeZone === 'string';
  const read = readTarget(
    { date: isDateText ? date : undefined, timeZone: isZoneText ? timeZone : undefined },
    now,
    (member) => `${path}.target.${member}`,
  );
  if (!read.ok) issues.push(...read.issues);
  if (!read.ok || !isJsonObject(input) || !isDateText || !isZoneText) return null;
  return { target: read.target, shown: shownTarget(read.target) };
}

function changeRecurring(
  given: JsonObject,
  path: string,
  now: Millis,
  issues: Issue[],
): ChangedTarget | null {
  const { every = 'day', at = '00:00', weekday = 1, day = 1, timeZone = 'UTC' } = given;
  if (typeof timeZone !== 'string') return null;
  if (!isTimeZone(timeZone)) {
    issues.push({ path: `${path}.target.timeZone`, message: TIME_ZONE_FORMS });
    return null;
  }
  const shown = {
    kind: 'recurring' as const,
    every,
    at,
    ...(every === 'week' ? { weekday } : {}),
    ...(every === 'month' ? { day } : {}),
    timeZone,
  };
  const isReadable =
    (every === 'day' || every === 'week' || every === 'month') &&
    typeof at === 'string' &&
    typeof weekday === 'number' &&
    typeof day === 'number';
  // A syntax error leaves the instant open; the parser reports it.
  const end = isReadable && isClock(at) && isDay(weekday, 7) && isDay(day, 31);
  const instant = end ? nextOccurrence(shown as TimerDesign['target'], now) : now;
  return { target: targetAt(timeZone, instant), shown };
}

function changeEvergreen({ duration = DEFAULT_DURATION }: JsonObject, now: Millis): ChangedTarget {
  const length = typeof duration === 'string' && isDuration(duration) ? parseDuration(duration) : null;
  return { target: targetAt('UTC', now + (length ?? 0)), shown: { kind: 'evergreen', duration } };
}

/** A target whose moment is in the URL or in a record. */
function changeData(
  kind: 'value' | 'record',
  { storeId, key, property, timeZone = 'UTC', missing = null }: JsonObject,
  path: string,
  now: Millis,
  issues: Issue[],
): ChangedTarget | null {
  if (typeof timeZone !== 'string') return null;
  if (!isTimeZone(timeZone)) {
    issues.push({ path: `${path}.target.timeZone`, message: TIME_ZONE_FORMS });
    return null;
  }
  const wanted = kind === 'record' ? { storeId, key, property } : {};
  for (const [name, member] of Object.entries(wanted)) {
    if (member !== undefined) continue;
    issues.push({ path: `${path}.target.${name}`, message: 'A target of the kind record needs it.' });
  }
  const length = typeof missing === 'string' && isDuration(missing) ? parseDuration(missing) : null;
  return { target: targetAt(timeZone, now + (length ?? 0)), shown: { kind, ...wanted, timeZone, missing } };
}

function isClock(text: string): boolean {
  return /^\d{2}:\d{2}$/.test(text);
}

function isDay(value: number, last: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= last;
}
