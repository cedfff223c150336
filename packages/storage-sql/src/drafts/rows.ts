import type { DraftKind, DraftRef, DraftRow, Millis } from '@vitrine/core/storage';
import { numberCell, numberOrNull, textCell } from '../statements/cells.ts';
import { and, columnList } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { type Row, type Sql, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';

export const FRAME = columnList(`
  kind, id, account_id, conversation_id, name, revision, design, image_id, created_at, updated_at,
  expires_at
`);

export function readFrame(row: Row): DraftRow {
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

export function frameOrNull([row]: readonly Row[]): DraftRow | null {
  return row === undefined ? null : readFrame(row);
}

/** Returns the conditions of a draft of an account that has not expired. */
export function current({ id, accountId }: DraftRef, now: Millis): Sql {
  return and([sql`id = ${id}`, sql`account_id = ${accountId}`, sql`expires_at > ${now}`]);
}

/** Reads a draft that the transaction then changes. */
export function* lockDraft(dialect: SqlDialect, ref: DraftRef, now: Millis): Steps<DraftRow | null> {
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
