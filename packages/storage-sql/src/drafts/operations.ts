import type {
  DraftChange,
  DraftKind,
  DraftRef,
  DraftRow,
  ImageReplacement,
  ImageRow,
  Millis,
  NewDraft,
  NewImage,
} from '@vitrine/core/storage';
import { getImage, insertImage } from '../images/operations.ts';
import { replaceImage } from '../images/replace-image.ts';
import { read, scan, write } from '../operation.ts';
import { changedRows, numberCell, numberOrNull, onlyRow, textCell } from '../statements/cells.ts';
import { and, assignmentList, columnList, list } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { reserveAccountNumber } from '../statements/numbers.ts';
import { type Row, type Sql, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';

export const draftOperations = {
  deleteDraft: write(deleteDraft),
  findDraft: read(findDraft),
  getDraft: read(getDraft),
  insertDraft: write(insertDraft, { succeeded: () => true }),
  listDrafts: scan(listDrafts),
  purgeExpiredDrafts: write(purgeExpiredDrafts),
  replaceByDraft: write(replaceByDraft, { changes: { table: 'images', othersForget: 'after' } }),
  restoreDraft: write(restoreDraft),
  saveDraft: write(saveDraft),
  updateDraft: write(updateDraft),
};

const FRAME = columnList(`
  kind, id, account_id, conversation_id, name, revision, design, image_id, created_at, updated_at,
  expires_at
`);

function readFrame(row: Row): DraftRow {
  return {
    kind: textCell(row[0]) as DraftKind,
    id: textCell(row[1]),
    accountId: textCell(row[2]),
    conversationId: textCell(row[3]),
    name: textCell(row[4]),
    revision: numberCell(row[5]),
    design: textCell(row[6]),
    imageId: numberOrNull(row[7]),
    createdAt: numberCell(row[8]),
    updatedAt: numberCell(row[9]),
    expiresAt: numberCell(row[10]),
  };
}

function frameOrNull([row]: readonly Row[]): DraftRow | null {
  return row === undefined ? null : readFrame(row);
}

/** Returns the conditions of a draft of an account that has not expired. */
function current({ id, accountId }: DraftRef, now: Millis): Sql {
  return and([sql`id = ${id}`, sql`account_id = ${accountId}`, sql`expires_at > ${now}`]);
}

function* insertDraft(
  dialect: SqlDialect,
  { frame, keep }: { readonly frame: NewDraft; readonly keep: number },
): Steps<DraftRow> {
  const { kind, id, accountId, conversationId, name, design, createdAt, updatedAt, expiresAt } = frame;
  // Locks the counter, so that concurrent inserts of one account together keep at most `keep` drafts.
  const seq = yield* reserveAccountNumber(dialect, accountId, 'timer_frames');
  const times = [createdAt, updatedAt, expiresAt];
  const values = list([kind, id, accountId, conversationId, name, 1, design, null, ...times, seq]);
  const rows = yield statement(
    dialect,
    sql`
      INSERT INTO timer_frames (${FRAME}, seq)
      VALUES (${values})
      RETURNING ${FRAME}`,
  );
  const unsaved = [
    sql`account_id = ${accountId}`,
    sql`kind = ${kind}`,
    sql`image_id IS NULL`,
    sql`expires_at > ${createdAt}`,
  ];
  const [newestBeyond] = yield statement(
    dialect,
    sql`
      SELECT created_at, seq
      FROM timer_frames
      WHERE ${and(unsaved)}
      ORDER BY created_at DESC, seq DESC
      LIMIT 1
      OFFSET ${keep}`,
  );
  if (newestBeyond !== undefined) {
    const [at = null, number = null] = newestBeyond;
    yield statement(
      dialect,
      sql`
        DELETE FROM timer_frames
        WHERE ${and([...unsaved, sql`(created_at, seq) <= (${at}, ${number})`])}`,
    );
  }
  return readFrame(onlyRow(rows));
}

function* restoreDraft(dialect: SqlDialect, { frame }: { readonly frame: DraftRow }): Steps<boolean> {
  const { kind, id, accountId, conversationId, name, revision, design, imageId } = frame;
  const { createdAt, updatedAt, expiresAt } = frame;
  const seq = yield* reserveAccountNumber(dialect, accountId, 'timer_frames');
  const times = [createdAt, updatedAt, expiresAt];
  const values = list([kind, id, accountId, conversationId, name, revision, design, imageId, ...times, seq]);
  const inserted = yield statement(
    dialect,
    sql`
      INSERT INTO timer_frames (${FRAME}, seq)
      VALUES (${values})
      ON CONFLICT (id) DO NOTHING`,
  );
  return changedRows(inserted) > 0;
}

function* listDrafts(
  dialect: SqlDialect,
  { accountId, now }: { readonly accountId: string; readonly now: Millis },
): Steps<DraftRow[]> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT ${FRAME}
      FROM timer_frames
      WHERE account_id = ${accountId}
        AND expires_at > ${now}
      ORDER BY created_at, seq`,
  );
  return rows.map(readFrame);
}

function* getDraft(
  dialect: SqlDialect,
  { ref, now }: { readonly ref: DraftRef; readonly now: Millis },
): Steps<DraftRow | null> {
  return frameOrNull(
    yield statement(
      dialect,
      sql`
        SELECT ${FRAME}
        FROM timer_frames
        WHERE ${current(ref, now)}`,
    ),
  );
}

function* findDraft(
  dialect: SqlDialect,
  { id, now }: { readonly id: string; readonly now: Millis },
): Steps<DraftRow | null> {
  return frameOrNull(
    yield statement(
      dialect,
      sql`
        SELECT ${FRAME}
        FROM timer_frames
        WHERE id = ${id}
          AND expires_at > ${now}`,
    ),
  );
}

function* lockDraft(dialect: SqlDialect, ref: DraftRef, now: Millis): Steps<DraftRow | null> {
  return frameOrNull(
    yield statement(
      dialect,
      sql`
        SELECT ${FRAME}
        FROM timer_frames
        WHERE ${current(ref, now)}
        ${dialect.forUpdate}`,
    ),
  );
}

export interface Expected {
  readonly ref: DraftRef;
  readonly expectedRevision: number;
  readonly now: Millis;
}

function* updateDraft(
  dialect: SqlDialect,
  args: Expected & { readonly change: DraftChange },
): Steps<DraftRow | 'stale' | null> {
  const { ref, expectedRevision, change, now } = args;
  const frame = yield* lockDraft(dialect, ref, now);
  if (frame === null) return null;
  if (frame.revision !== expectedRevision || frame.imageId !== null) return 'stale';
  const assignments = [
    sql`revision = revision + 1`,
    sql`updated_at = ${now}`,
    sql`design = ${change.design}`,
    sql`expires_at = ${change.expiresAt}`,
    ...(change.name === undefined ? [] : [sql`name = ${change.name}`]),
  ];
  return frameOrNull(
    yield statement(
      dialect,
      sql`
        UPDATE timer_frames
        SET ${assignmentList(assignments)}
        WHERE ${current(ref, now)}
        RETURNING ${FRAME}`,
    ),
  );
}

function* saveDraft(
  dialect: SqlDialect,
  args: Expected & { readonly image: NewImage },
): Steps<{ readonly frame: DraftRow; readonly image: ImageRow } | 'stale' | null> {
  const { ref, expectedRevision, image, now } = args;
  const frame = yield* lockDraft(dialect, ref, now);
  if (frame === null) return null;
  if (frame.imageId !== null) {
    const saved = yield* getImage(dialect, { accountId: frame.accountId, id: frame.imageId });
    if (saved === null) throw new Error('the image of a saved draft is missing');
    return { frame, image: saved };
  }
  if (frame.revision !== expectedRevision) return 'stale';
  const inserted = yield* insertImage(dialect, { image });
  return { frame: yield* markSaved(dialect, args, inserted.id), image: inserted };
}

function* replaceByDraft(
  dialect: SqlDialect,
  args: Expected & { readonly replacement: ImageReplacement },
): Steps<{ readonly frame: DraftRow; readonly image: ImageRow } | 'stale' | null> {
  const { ref, expectedRevision, replacement, now } = args;
  const frame = yield* lockDraft(dialect, ref, now);
  if (frame === null) return null;
  const { accountId } = frame;
  if (frame.imageId !== null) {
    const saved = yield* getImage(dialect, { accountId, id: frame.imageId });
    if (saved === null) throw new Error('the image of a saved draft is missing');
    return { frame, image: saved };
  }
  if (frame.revision !== expectedRevision) return 'stale';
  const image = yield* replaceImage(dialect, { accountId, replacement, now });
  if (image === null) return null;
  return { frame: yield* markSaved(dialect, args, image.id), image };
}

function* markSaved(
  dialect: SqlDialect,
  { ref, now }: Pick<Expected, 'ref' | 'now'>,
  imageId: number,
): Steps<DraftRow> {
  const rows = yield statement(
    dialect,
    sql`
      UPDATE timer_frames
      SET image_id = ${imageId},
          updated_at = ${now}
      WHERE ${current(ref, now)}
      RETURNING ${FRAME}`,
  );
  return readFrame(onlyRow(rows));
}

function* deleteDraft(
  dialect: SqlDialect,
  { ref, now }: { readonly ref: DraftRef; readonly now: Millis },
): Steps<boolean> {
  const rows = yield statement(
    dialect,
    sql`
      DELETE FROM timer_frames
      WHERE ${current(ref, now)}`,
  );
  return changedRows(rows) > 0;
}

function* purgeExpiredDrafts(
  dialect: SqlDialect,
  { limit, now }: { readonly limit: number; readonly now: Millis },
): Steps<number> {
  // Checked twice, because the expiry of a draft may be extended after it was found.
  const rows = yield statement(
    dialect,
    sql`
      DELETE FROM timer_frames
      WHERE id IN (
        SELECT id
        FROM timer_frames
        WHERE expires_at <= ${now}
        ORDER BY expires_at
        LIMIT ${limit}
      )
        AND expires_at <= ${now}`,
  );
  return changedRows(rows);
}
