import type {
  ImageRow,
  Millis,
  NewImage,
  NewTimerFrame,
  TimerFrameChange,
  TimerFrameRef,
  TimerFrameRow,
  TimerReplacement,
} from '@vitrine/core/storage';
import { getImage, insertImage } from '../images/operations.ts';
import { replaceTimerImage } from '../images/replace-timer.ts';
import { read, scan, write } from '../operation.ts';
import { changedRows, numberCell, numberOrNull, onlyRow, textCell } from '../statements/cells.ts';
import { and, assignmentList, columnList, list } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { reserveAccountNumber } from '../statements/numbers.ts';
import { type Row, type Sql, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';

export const timerFrameOperations = {
  deleteTimerFrame: write(deleteTimerFrame),
  findTimerFrame: read(findTimerFrame),
  getTimerFrame: read(getTimerFrame),
  insertTimerFrame: write(insertTimerFrame, { succeeded: () => true }),
  listTimerFrames: scan(listTimerFrames),
  purgeExpiredTimerFrames: write(purgeExpiredTimerFrames),
  replaceTimer: write(replaceTimer, { changes: { table: 'images', othersForget: 'after' } }),
  restoreTimerFrame: write(restoreTimerFrame),
  saveTimerFrame: write(saveTimerFrame),
  updateTimerFrame: write(updateTimerFrame),
};

const FRAME = columnList(`
  id, account_id, conversation_id, name, revision, design, image_id, created_at, updated_at,
  expires_at
`);

function readFrame(row: Row): TimerFrameRow {
  return {
    id: textCell(row[0]),
    accountId: textCell(row[1]),
    conversationId: textCell(row[2]),
    name: textCell(row[3]),
    revision: numberCell(row[4]),
    design: textCell(row[5]),
    imageId: numberOrNull(row[6]),
    createdAt: numberCell(row[7]),
    updatedAt: numberCell(row[8]),
    expiresAt: numberCell(row[9]),
  };
}

function frameOrNull([row]: readonly Row[]): TimerFrameRow | null {
  return row === undefined ? null : readFrame(row);
}

/** Returns the conditions of a draft of an account that has not expired. */
function current({ id, accountId }: TimerFrameRef, now: Millis): Sql {
  return and([sql`id = ${id}`, sql`account_id = ${accountId}`, sql`expires_at > ${now}`]);
}

function* insertTimerFrame(
  dialect: SqlDialect,
  { frame, keep }: { readonly frame: NewTimerFrame; readonly keep: number },
): Steps<TimerFrameRow> {
  const { id, accountId, conversationId, name, design, createdAt, updatedAt, expiresAt } = frame;
  // Locks the counter, so that concurrent inserts of one account together keep at most `keep` drafts.
  const seq = yield* reserveAccountNumber(dialect, accountId, 'timer_frames');
  const times = [createdAt, updatedAt, expiresAt];
  const values = list([id, accountId, conversationId, name, 1, design, null, ...times, seq]);
  const rows = yield statement(
    dialect,
    sql`
      INSERT INTO timer_frames (${FRAME}, seq)
      VALUES (${values})
      RETURNING ${FRAME}`,
  );
  const unsaved = [sql`account_id = ${accountId}`, sql`image_id IS NULL`, sql`expires_at > ${createdAt}`];
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

function* restoreTimerFrame(
  dialect: SqlDialect,
  { frame }: { readonly frame: TimerFrameRow },
): Steps<boolean> {
  const { id, accountId, conversationId, name, revision, design, imageId } = frame;
  const { createdAt, updatedAt, expiresAt } = frame;
  const seq = yield* reserveAccountNumber(dialect, accountId, 'timer_frames');
  const times = [createdAt, updatedAt, expiresAt];
  const values = list([id, accountId, conversationId, name, revision, design, imageId, ...times, seq]);
  const inserted = yield statement(
    dialect,
    sql`
      INSERT INTO timer_frames (${FRAME}, seq)
      VALUES (${values})
      ON CONFLICT (id) DO NOTHING`,
  );
  return changedRows(inserted) > 0;
}

function* listTimerFrames(
  dialect: SqlDialect,
  { accountId, now }: { readonly accountId: string; readonly now: Millis },
): Steps<TimerFrameRow[]> {
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

function* getTimerFrame(
  dialect: SqlDialect,
  { ref, now }: { readonly ref: TimerFrameRef; readonly now: Millis },
): Steps<TimerFrameRow | null> {
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

function* findTimerFrame(
  dialect: SqlDialect,
  { id, now }: { readonly id: string; readonly now: Millis },
): Steps<TimerFrameRow | null> {
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

function* lockTimerFrame(dialect: SqlDialect, ref: TimerFrameRef, now: Millis): Steps<TimerFrameRow | null> {
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
  readonly ref: TimerFrameRef;
  readonly expectedRevision: number;
  readonly now: Millis;
}

function* updateTimerFrame(
  dialect: SqlDialect,
  args: Expected & { readonly change: TimerFrameChange },
): Steps<TimerFrameRow | 'stale' | null> {
  const { ref, expectedRevision, change, now } = args;
  const frame = yield* lockTimerFrame(dialect, ref, now);
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

function* saveTimerFrame(
  dialect: SqlDialect,
  args: Expected & { readonly image: NewImage },
): Steps<{ readonly frame: TimerFrameRow; readonly image: ImageRow } | 'stale' | null> {
  const { ref, expectedRevision, image, now } = args;
  const frame = yield* lockTimerFrame(dialect, ref, now);
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

function* replaceTimer(
  dialect: SqlDialect,
  args: Expected & { readonly replacement: TimerReplacement },
): Steps<{ readonly frame: TimerFrameRow; readonly image: ImageRow } | 'stale' | null> {
  const { ref, expectedRevision, replacement, now } = args;
  const frame = yield* lockTimerFrame(dialect, ref, now);
  if (frame === null) return null;
  const { accountId } = frame;
  if (frame.imageId !== null) {
    const saved = yield* getImage(dialect, { accountId, id: frame.imageId });
    if (saved === null) throw new Error('the image of a saved draft is missing');
    return { frame, image: saved };
  }
  if (frame.revision !== expectedRevision) return 'stale';
  const image = yield* replaceTimerImage(dialect, { accountId, replacement, now });
  if (image === null) return null;
  return { frame: yield* markSaved(dialect, args, image.id), image };
}

function* markSaved(
  dialect: SqlDialect,
  { ref, now }: Pick<Expected, 'ref' | 'now'>,
  imageId: number,
): Steps<TimerFrameRow> {
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

function* deleteTimerFrame(
  dialect: SqlDialect,
  { ref, now }: { readonly ref: TimerFrameRef; readonly now: Millis },
): Steps<boolean> {
  const rows = yield statement(
    dialect,
    sql`
      DELETE FROM timer_frames
      WHERE ${current(ref, now)}`,
  );
  return changedRows(rows) > 0;
}

function* purgeExpiredTimerFrames(
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
