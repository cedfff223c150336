import { ZONE_CYCLE, ZONE_TABLE_END, zoneOffsets } from '@vitrine/core/adapter';
import type { ClockPart, TimeUnit } from '@vitrine/core/storage';
import { type Sql, sql, text } from '@vitrine/storage-sql';

const HOUR = text('3600000');
const DAY = text('86400000');

/**
 * Core's `timeKey`. The offsets of the zone are core's, bound as arrays: the server's own time zone data may be of another
 * year. What is left is the proleptic Gregorian calendar, which `date_trunc` of a timestamp without time zone has too.
 */
export function timeKey(expression: Sql, unit: TimeUnit | ClockPart, timeZone: string): Sql {
  const time = sql`CAST(${expression} AS double precision)`;
  const { offset, from } = periodAt(time, timeZone);
  const wall = sql`(${time} + ${offset})`;
  const day = sql`floor(${wall} / ${DAY})`;
  switch (unit) {
    case 'hour': {
      const first = sql`floor(${wall} / ${HOUR}) * ${HOUR} - ${offset}`;
      // Before the first change `from` is null, which `greatest` ignores.
      return from === null ? first : sql`greatest(${first}, ${from})`;
    }
    case 'hourOfDay': {
      const hours = sql`floor(${wall} / ${HOUR})`;
      return sql`${hours} - floor(${hours} / 24) * 24`;
    }
    case 'weekday':
      return sql`${day} + 4 - floor((${day} + 3) / 7) * 7`;
    case 'day':
      return sql`${day} * ${DAY}`;
    case 'week':
      return sql`(floor((${day} + 3) / 7) * 7 - 3) * ${DAY}`;
    default: {
      const date = sql`(DATE '1970-01-01' + CAST(${day} AS integer))`;
      const start = sql`CAST(date_trunc('${text(unit)}', CAST(${date} AS timestamp)) AS date)`;
      return sql`CAST(${start} - DATE '1970-01-01' AS double precision) * ${DAY}`;
    }
  }
}

/** Core's `periodAt`: the offset, and since when it applies. Null for a zone that has always had the same. */
function periodAt(time: Sql, timeZone: string): { readonly offset: Sql; readonly from: Sql | null } {
  const { changes, offsets } = zoneOffsets(timeZone);
  if (changes.length === 0) return { offset: text(String(offsets[0])), from: null };
  const end = text(String(ZONE_TABLE_END));
  const cycle = text(String(ZONE_CYCLE));
  const shift = sql`CASE WHEN ${time} < ${end} THEN 0 ELSE ceil((${time} - ${end} + 1) / ${cycle}) * ${cycle} END`;
  const place = sql`width_bucket(${time} - ${shift}, ${array(changes)})`;
  return {
    offset: sql`(${array(offsets)})[${place} + 1]`,
    from: sql`((${array(changes)})[${place}] + ${shift})`,
  };
}

function array(numbers: readonly number[]): Sql {
  return sql`CAST(${`{${numbers.join(',')}}`} AS double precision[])`;
}
