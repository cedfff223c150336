import { timeKey, type ZoneOffsets, zoneOffsets } from '@vitrine/core/adapter';
import type { ClockPart, TimeUnit } from '@vitrine/core/storage';

interface TimeBucket {
  readonly unit: TimeUnit | ClockPart;
  readonly zone: ZoneOffsets;
}

/** Bounded by the number of zone names. */
const numbersByName = new Map<string, number>();
const buckets: TimeBucket[] = [];

/**
 * Returns the number by which `time_key` knows a bucket. It is valid in this thread, which also runs the statement. SQLite
 * passes a number to a function faster than a text. @throws RangeError for an unknown zone.
 */
export function bucketNumber(unit: TimeUnit | ClockPart, timeZone: string): number {
  const name = `${unit} ${timeZone.toUpperCase()}`;
  let number = numbersByName.get(name);
  if (number === undefined) {
    number = buckets.push({ unit, zone: zoneOffsets(timeZone) }) - 1;
    numbersByName.set(name, number);
  }
  return number;
}

/** Returns core's `timeKey` of a time. @throws RangeError if no bucket has the number. */
export function timeKeyOf(time: number, number: number): number {
  const bucket = buckets[number];
  if (bucket === undefined) throw new RangeError(`no time bucket has the number ${number}`);
  return timeKey(bucket.unit, bucket.zone, time);
}
