import type { DraftRow, ImageReplacement, ImageRow, NewImage } from '@vitrine/core/storage';
import { getImage, insertImage } from '../images/operations.ts';
import { replaceImage } from '../images/replace-image.ts';
import { onlyRow } from '../statements/cells.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { current, type Expected, FRAME, lockDraft, readFrame } from './rows.ts';

/** A draft with the image as which it is saved. */
export interface SavedDraft {
  readonly frame: DraftRow;
  readonly image: ImageRow;
}

/** Saves a draft as a new image. Returns the image of a draft that is saved already. */
export function saveDraft(
  dialect: SqlDialect,
  args: Expected & { readonly image: NewImage },
): Steps<SavedDraft | 'stale' | null> {
  return saveOnce(dialect, args, () => insertImage(dialect, { image: args.image }));
}

/** Saves a draft in place of an image. Returns null, too, if there is no such image. */
export function replaceByDraft(
  dialect: SqlDialect,
  { replacement, ...args }: Expected & { readonly replacement: ImageReplacement },
): Steps<SavedDraft | 'stale' | null> {
  const { now } = args;
  return saveOnce(dialect, args, ({ accountId }) => replaceImage(dialect, { accountId, replacement, now }));
}

function* saveOnce(
  dialect: SqlDialect,
  { ref, expectedRevision, now }: Expected,
  write: (frame: DraftRow) => Steps<ImageRow | null>,
): Steps<SavedDraft | 'stale' | null> {
  const frame = yield* lockDraft(dialect, ref, now);
  if (frame === null) return null;
  if (frame.imageId !== null) {
    const saved = yield* getImage(dialect, { accountId: frame.accountId, id: frame.imageId });
    if (saved === null) throw new Error('the image of a saved draft is missing');
    return { frame, image: saved };
  }
  if (frame.revision !== expectedRevision) return 'stale';
  const image = yield* write(frame);
  if (image === null) return null;
  const rows = yield statement(
    dialect,
    sql`
      UPDATE timer_frames
      SET image_id = ${image.id},
          updated_at = ${now}
      WHERE ${current(ref, now)}
      RETURNING ${FRAME}`,
  );
  return { frame: readFrame(onlyRow(rows)), image };
}
