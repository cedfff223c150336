import type { ImageReplacement, ImageRow, Millis } from '@vitrine/core/storage';
import { foldedShadow } from '../layout/record-values.ts';
import { replaceBlobs } from '../statements/blob-uses.ts';
import { assignmentList } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { holderOf, named } from './operations.ts';
import { designCells, IMAGE, imageOrNull } from './rows.ts';

/** Gives a timer or a live image a new design. Null: the account has no such image with the id. */
export function* replaceImage(
  dialect: SqlDialect,
  args: { readonly accountId: string; readonly replacement: ImageReplacement; readonly now: Millis },
): Steps<ImageRow | null> {
  const { accountId, replacement, now } = args;
  const { imageId: id, width, height, format, animated, bytes, live, uses, name, folder } = replacement;
  const [design = null, resources = null, local = null, timeZone = null, instant = null] =
    designCells(replacement);
  const assignments = [
    sql`version = version + 1`,
    sql`updated_at = ${now}`,
    sql`width = ${width}`,
    sql`height = ${height}`,
    sql`format = ${format}`,
    sql`animated = ${Number(animated)}`,
    sql`bytes = ${bytes}`,
    sql`design = ${design}`,
    sql`resources = ${resources}`,
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
          AND type = ${live === null ? 'timer' : 'live'}
        RETURNING ${IMAGE}`,
    ),
  );
  if (image !== null) yield* replaceBlobs(dialect, holderOf(accountId, id), uses);
  return image;
}
