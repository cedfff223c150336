import type { DraftChange, DraftRef, DraftRow, Millis, NewDraft } from '@vitrine/core/storage';
import { read, scan, write } from '../operation.ts';
import { changedRows, onlyRow } from '../statements/cells.ts';
import { and, assignmentList, list } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { reserveAccountNumber } from '../statements/numbers.ts';
import { sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { current, type Expected, FRAME, frameOrNull, lockDraft, readFrame } from './rows.ts';
import { replaceByDraft, saveDraft } from './save-draft.ts';

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
