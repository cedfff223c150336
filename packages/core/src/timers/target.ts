import type { TimerDesign } from '../contracts/timers/timer-design.ts';
import type { Issue } from '../ground/errors.ts';
import type { Millis } from '../ground/rows.ts';
import type { TimerTarget } from '../storage/images/images.ts';
import { parseDatetime, showDatetime } from '../values/datetime.ts';
import { instantOf, isTimeZone, TIME_ZONE_FORMS, wallOf } from '../zones/time-zone.ts';

const DATE_FORMS =
  'Expected a date-time with an offset such as 2026-12-01T09:00:00-05:00 or 2026-12-01T14:00:00Z, ' +
  'a wall time such as 2026-12-01T09:00:00, or a date such as 2026-12-01.';
/** Years whose instants and wall times have four digits in every zone. */
const FIRST = Date.parse('0001-01-02T00:00:00Z');
const LAST = Date.parse('9999-12-30T23:59:59Z');

const DEFAULT_ZONE = 'UTC';
const DEFAULT_AHEAD: Millis = 7 * 86_400_000;

/** The target in a request. Null and omitted members mean the default. */
export interface TargetInput {
  readonly date?: string | null | undefined;
  readonly timeZone?: string | null | undefined;
}

export type ReadTarget =
  | { readonly ok: true; readonly target: TimerTarget }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * Parses the target of a timer. `date` with an offset is an instant, without an offset a wall time in `timeZone`, and
 * without a time midnight there (docs/rules.md#target-date). Fractions of a second are truncated.
 *
 * @param pathOf returns the path of a member, for its issues.
 */
export function readTarget(
  { date, timeZone }: TargetInput,
  now: Millis,
  pathOf: (member: 'date' | 'timeZone') => string,
): ReadTarget {
  const zone = timeZone ?? DEFAULT_ZONE;
  const parsed = date === undefined || date === null ? null : readDate(date);
  const issues: Issue[] = [];
  if (!isTimeZone(zone)) issues.push({ path: pathOf('timeZone'), message: TIME_ZONE_FORMS });
  if (parsed === 'unreadable') issues.push({ path: pathOf('date'), message: DATE_FORMS });
  if (issues.length > 0 || parsed === 'unreadable') return { ok: false, issues };
  const instant = instantIn(zone, parsed ?? { isInstant: true, millis: now + DEFAULT_AHEAD });
  return { ok: true, target: targetAt(zone, instant) };
}

/** Returns the target at an instant, whose `local` is the wall time in the zone: `YYYY-MM-DDTHH:MM:SS`. */
export function targetAt(timeZone: string, exactInstant: Millis): TimerTarget {
  const instant = Math.floor(exactInstant / 1_000) * 1_000;
  const local = showDatetime(wallOf(timeZone, instant)).slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
  return { local, timeZone, instant };
}

interface ReadDate {
  readonly isInstant: boolean;
  /** The instant, or the wall time as if it were UTC. */
  readonly millis: Millis;
}

function readDate(text: string): ReadDate | 'unreadable' {
  const parsed = parseDatetime(text);
  if (parsed === null || parsed.millis < FIRST || parsed.millis > LAST) return 'unreadable';
  return { isInstant: parsed.hasOffset, millis: parsed.millis };
}

function instantIn(timeZone: string, { isInstant, millis }: ReadDate): Millis {
  return isInstant ? millis : instantOf(timeZone, millis);
}

/** Returns the target as a member of a design: the wall time and its zone. */
export function shownTarget({
  local,
  timeZone,
}: TimerTarget): TimerDesign['target'] & { readonly kind: 'date' } {
  return { kind: 'date', date: local, timeZone };
}
