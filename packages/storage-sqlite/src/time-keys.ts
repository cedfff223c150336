import { type TimeUnit, timeKey, type ZoneOffsets, zoneOffsets } from '@vitrine/core/storage';

/**
 * Returns a function that reads `month Europe/Berlin` and returns core's `timeKey` of a time. It keeps what it has read of
 * the last text, because a statement has one or two of them for all of its rows.
 */
export function timeKeyReader(): (time: number, bucket: string) => number {
  const buckets = new Map<string, { readonly unit: TimeUnit; readonly zone: ZoneOffsets }>();
  return (time, text) => {
    let bucket = buckets.get(text);
    if (bucket === undefined) {
      const [unit = '', timeZone = ''] = text.split(' ');
      bucket = { unit: unit as TimeUnit, zone: zoneOffsets(timeZone) };
      if (buckets.size >= BUCKETS_KEPT) buckets.clear();
      buckets.set(text, bucket);
    }
    return timeKey(bucket.unit, bucket.zone, time);
  };
}

const BUCKETS_KEPT = 100;
