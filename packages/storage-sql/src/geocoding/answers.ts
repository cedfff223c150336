import type { GeocodeAnswer, Millis, NewGeocodeAnswer } from '@vitrine/core/storage';
import { changedRows, textCell } from '../statements/cells.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';

/** What providers have answered, kept by the key of the address until it expires. */

export function* storeGeocodeAnswer(
  dialect: SqlDialect,
  { key, answer, expiresAt }: NewGeocodeAnswer,
): Steps<void> {
  yield statement(
    dialect,
    sql`
      INSERT INTO geocode_answers (answer_key, answer, expires_at)
      VALUES (${key}, ${JSON.stringify(answer)}, ${expiresAt})
      ON CONFLICT (answer_key) DO UPDATE
      SET answer = excluded.answer,
          expires_at = excluded.expires_at`,
  );
}

export function* findGeocodeAnswer(
  dialect: SqlDialect,
  { key, now }: { readonly key: string; readonly now: Millis },
): Steps<{ readonly answer: GeocodeAnswer } | null> {
  const [row] = yield statement(
    dialect,
    sql`
      SELECT answer
      FROM geocode_answers
      WHERE answer_key = ${key}
        AND expires_at > ${now}`,
  );
  return row === undefined ? null : { answer: readAnswer(textCell(row[0])) };
}

/** Reads an answer. Those that were cached before layout 11 have no confidence. */
function readAnswer(cell: string): GeocodeAnswer {
  const answer = JSON.parse(cell) as GeocodeAnswer;
  return answer === null ? null : { ...{ confidence: null, matched: null }, ...answer };
}

export function* purgeGeocodeAnswers(
  dialect: SqlDialect,
  { limit, now }: { readonly limit: number; readonly now: Millis },
): Steps<number> {
  const rows = yield statement(
    dialect,
    sql`
      DELETE FROM geocode_answers
      WHERE answer_key IN (
        SELECT answer_key
        FROM geocode_answers
        WHERE expires_at <= ${now}
        ORDER BY expires_at
        LIMIT ${limit}
      )`,
  );
  return changedRows(rows);
}
