import type { ImageRow, Millis, TimerReplacement } from '@vitrine/core/storage';
import { foldedShadow } from '../layout/record-layout.ts';
import { replaceBlobs } from '../statements/blob-uses.ts';
import { assignmentList } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { holderOf, IMAGE, imageOrNull, named } from './operations.ts';

/** Gives a timer a new picture. Null: the account has no timer with the id. */
export function* replaceTimerImage(
  dialect: SqlDialect,
  args: { readonly accountId: string; readonly replacement: TimerReplacement; readonly now: Millis },
): Steps<ImageRow | null> {
  const { accountId, replacement, now } = args;
  const { imageId: id, width, height, animated, bytes, timer, uses, name, folder } = replacement;
  const { local, timeZone, instant } = timer.target;
  const assignments = [
    sql`version = version + 1`,
    sql`updated_at = ${now}`,
    sql`width = ${width}`,
    sql`height = ${height}`,
    sql`animated = ${Number(animated)}`,
    sql`bytes = ${bytes}`,
    sql`design = ${timer.design}`,
    sql`resources = ${timer.resources}`,
    sql`target_local = ${local}`,
    sql`target_zone = ${timeZone}`,
    sql`target_instant = ${instant}`,
    ...(name === undefined ? [] : [sql`name = ${name}`, sql`name_folded = ${foldedShadow(name)}`]),
    ...(folder === undefined ? [] : [sql`folder = ${folder}`]),
  ];
  const image = imageOrNull(
    yield statement(
      dialect,
      sql`
        UPDATE images
        SET ${assignmentList(assignments)}
        WHERE ${named({ accountId, id })}
          AND design IS NOT NULL
        RETURNING ${IMAGE}`,
    ),
  );
  if (image !== null) yield* replaceBlobs(dialect, holderOf(accountId, id), uses);
  return image;
}
