import { GEOCODING_COUNTED } from '@vitrine/core/adapter';
import type {
  GeocodeClaim,
  GeocodeOutcome,
  GeocodingCounts,
  Millis,
  NewGeocodeAnswer,
} from '@vitrine/core/storage';
import { inMap } from '../maps/rows.ts';
import { read, scan, write } from '../operation.ts';
import { type AccountQueue, claimByAccount } from '../statements/account-turns.ts';
import { changedRows, jsonCell, numberCell, onlyRow, textCell } from '../statements/cells.ts';
import { and, assignmentList } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { type Sql, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { findGeocodeAnswer, purgeGeocodeAnswers, storeGeocodeAnswer } from './answers.ts';

export const geocodingOperations = {
  claimLocations: write(claimLocations),
  countGeocoding: scan(countGeocoding),
  extendGeocodeClaims: write(extendGeocodeClaims),
  findGeocodeAnswer: read(findGeocodeAnswer),
  purgeGeocodeAnswers: write(purgeGeocodeAnswers),
  retryGeocodeClaim: write(retryGeocodeClaim),
  settleGeocodeClaim: write(settleGeocodeClaim),
  takeGeocoderTurns: write(takeGeocoderTurns),
};

/**
 * Claims due locations. A location is in the queue while it has a `due_at`: the time of its look-up or, while it is
 * `processing`, the end of the lease. Every claim and every end of a claim increases `claim`.
 */
function* claimLocations(
  dialect: SqlDialect,
  { limit, now, leaseUntil }: { readonly limit: number; readonly now: Millis; readonly leaseUntil: Millis },
): Steps<GeocodeClaim[]> {
  const queue: AccountQueue<GeocodeClaim> = {
    name: 'geocoding',
    table: sql`locations`,
    columns: [
      sql`(SELECT maps.id FROM maps WHERE maps.map_key = locations.map_key)`,
      ...[sql`locations.id`, sql`address`, sql`tries`, sql`claim`, sql`map_key`],
    ],
    account: sql`due_account`,
    order: sql`due_at, map_key, seq`,
    waits: sql`due_at IS NOT NULL`,
    isDue: [
      sql`due_at <= ${now}`,
      sql`
        EXISTS (
          SELECT 1
          FROM maps
          WHERE maps.map_key = locations.map_key
            AND deleted_at IS NULL
        )`,
    ],
    *claim(row) {
      const mapKey = numberCell(row[6]);
      const claim = {
        accountId: textCell(row[0]),
        mapId: numberCell(row[1]),
        locationId: textCell(row[2]),
        address: textCell(row[3]),
        tries: numberCell(row[4]) + 1,
        number: numberCell(row[5]) + 1,
      };
      // Checked again, because another caller may have claimed the location or may be claiming it.
      const unchanged = [sql`claim = ${claim.number - 1}`, sql`due_at <= ${now}`];
      const isFree = sql`
        id = (
          SELECT id
          FROM locations
          WHERE ${and([sql`map_key = ${mapKey}`, sql`id = ${claim.locationId}`, ...unchanged])}
          ${dialect.forUpdateSkipLocked}
        )`;
      const rows = yield statement(
        dialect,
        sql`
          UPDATE locations
          SET status = 'processing',
              due_at = ${leaseUntil},
              tries = ${claim.tries},
              claim = ${claim.number}
          WHERE ${and([sql`map_key = ${mapKey}`, isFree, ...unchanged])}`,
      );
      return changedRows(rows) > 0 ? claim : null;
    },
  };
  return yield* claimByAccount(dialect, queue, limit);
}

/** Returns the conditions that the claim has not ended. */
function held({ accountId, mapId, locationId, number }: GeocodeClaim): Sql {
  return and([inMap({ accountId, id: mapId }), sql`id = ${locationId}`, sql`claim = ${number}`]);
}

function* changeHeld(dialect: SqlDialect, changes: readonly Sql[], claim: GeocodeClaim): Steps<boolean> {
  const rows = yield statement(
    dialect,
    sql`
      UPDATE locations
      SET ${assignmentList(changes)}
      WHERE ${held(claim)}`,
  );
  return changedRows(rows) > 0;
}

function* extendGeocodeClaims(
  dialect: SqlDialect,
  { claims, leaseUntil }: { readonly claims: readonly GeocodeClaim[]; readonly leaseUntil: Millis },
): Steps<null> {
  for (const claim of claims) yield* changeHeld(dialect, [sql`due_at = ${leaseUntil}`], claim);
  return null;
}

function* settleGeocodeClaim(
  dialect: SqlDialect,
  args: {
    readonly claim: GeocodeClaim;
    readonly outcome: GeocodeOutcome;
    readonly answer: NewGeocodeAnswer | null;
    readonly now: Millis;
  },
): Steps<boolean> {
  const { claim, outcome, answer, now } = args;
  if (answer !== null) yield* storeGeocodeAnswer(dialect, answer);
  const found =
    outcome.status === 'located'
      ? [
          sql`lat = ${outcome.lat}`,
          sql`lng = ${outcome.lng}`,
          sql`geocode_precision = ${outcome.precision}`,
          sql`geocode_confidence = ${outcome.confidence}`,
          sql`geocode_matched = ${jsonCell(outcome.matched)}`,
        ]
      : [
          sql`lat = NULL`,
          sql`lng = NULL`,
          sql`geocode_precision = NULL`,
          sql`geocode_confidence = NULL`,
          sql`geocode_matched = NULL`,
        ];
  return yield* changeHeld(
    dialect,
    [
      sql`status = ${outcome.status}`,
      sql`geocode_error = ${outcome.error}`,
      ...found,
      sql`due_at = NULL`,
      sql`due_account = NULL`,
      sql`tries = 0`,
      sql`claim = claim + 1`,
      sql`updated_at = ${now}`,
    ],
    claim,
  );
}

function* retryGeocodeClaim(
  dialect: SqlDialect,
  { claim, at, uncount }: { readonly claim: GeocodeClaim; readonly at: Millis; readonly uncount: boolean },
): Steps<boolean> {
  return yield* changeHeld(
    dialect,
    [
      sql`status = 'queued'`,
      sql`due_at = ${at}`,
      sql`tries = tries - ${uncount ? 1 : 0}`,
      sql`claim = claim + 1`,
    ],
    claim,
  );
}

function* takeGeocoderTurns(
  dialect: SqlDialect,
  args: {
    readonly provider: string;
    readonly count: number;
    readonly interval: Millis;
    readonly now: Millis;
  },
): Steps<Millis> {
  const { provider, count, interval, now } = args;
  const length = count * interval;
  const rows = yield statement(
    dialect,
    sql`
      INSERT INTO geocoder_turns (provider, next_at)
      VALUES (${provider}, ${now + length})
      ON CONFLICT (provider) DO UPDATE
      SET next_at = CASE
            WHEN geocoder_turns.next_at > ${now} THEN geocoder_turns.next_at
            ELSE ${now}
          END + ${length}
      RETURNING next_at`,
  );
  return numberCell(onlyRow(rows)[0]) - length;
}

function* countGeocoding(dialect: SqlDialect, _: null): Steps<GeocodingCounts> {
  const [waiting] = yield statement(
    dialect,
    sql`
      SELECT count(*)
      FROM (
        SELECT 1
        FROM locations
        WHERE due_at IS NOT NULL
        LIMIT ${GEOCODING_COUNTED}
      ) AS waiting`,
  );
  const [processing] = yield statement(
    dialect,
    sql`
      SELECT count(*)
      FROM locations
      WHERE status = 'processing'`,
  );
  // Locations in process are due when their leases end, so few of them precede the oldest queued one in the index.
  const [oldest] = yield statement(
    dialect,
    sql`
      SELECT due_at
      FROM locations
      WHERE due_at IS NOT NULL
        AND status = 'queued'
      ORDER BY due_at
      LIMIT 1`,
  );
  const claimed = numberCell(processing?.[0]);
  return {
    queued: Math.max(0, numberCell(waiting?.[0]) - claimed),
    processing: claimed,
    oldestDueAt: oldest === undefined ? null : numberCell(oldest[0]),
  };
}
