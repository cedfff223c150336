import {
  bytesOfRefused,
  countOutcomes,
  keepRefused,
  refusedOutcomes,
  UnavailableError,
} from '@vitrine/core/adapter';
import type {
  ImportBatch,
  ImportCounts,
  ImportPosition,
  ImportRef,
  Millis,
  RefusedRecord,
  RefusedSoFar,
  RefusedToKeep,
} from '@vitrine/core/storage';
import type { SqlEngine } from '../engine.ts';
import type { GivenRecord } from '../records/writes/given-records.ts';
import type { RecordWrite } from '../records/writes/writes.ts';
import { numberCell, textCell } from '../statements/cells.ts';
import { list } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { NOTHING, type Sql, type SqlValue, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { writeDrafts } from './drafts.ts';
import { writeImported } from './write-imported.ts';

export interface AdvanceImport {
  readonly ref: ImportRef;
  readonly write: RecordWrite;
  readonly storeShape: string;
  readonly batch: Omit<ImportBatch, 'records'> & {
    readonly records: readonly GivenRecord[];
    /** The places of the records in their file. */
    readonly places: readonly RefusedRecord[];
  };
}

/** Writes the records of a batch and the progress of its import. */
export function* advanceImport(engine: SqlEngine, args: AdvanceImport): Steps<'advanced' | 'stale'> {
  const { ref, batch, write } = args;
  // First, so that the records are written in the transaction of the progress.
  const [held] = yield statement(
    engine,
    sql`
      SELECT refused_count, refused_kept
      FROM imports
      WHERE account_id = ${ref.accountId}
        AND store_id = ${ref.storeId}
        AND id = ${ref.id}
        AND position = ${batch.from.bytes}
        AND finished_at IS NULL
      ${engine.forUpdate}`,
  );
  if (held === undefined) throw new UnavailableError('The import is not where the batch begins.');
  const { storeShape } = args;
  const outcomes = yield* writeImported(engine, { write, storeShape, mode: batch.mode }, batch.records);
  if (outcomes === 'stale') return outcomes;
  const refusedNow = refusedOutcomes(batch, outcomes, batch.places);
  const before = { refused: numberCell(held[0]), kept: numberCell(held[1]) };
  const kept = yield* findRefusedToKeep(engine, ref, before, [...batch.refused, ...refusedNow]);
  yield* insertRefused(engine, ref, kept);
  const draftBytes = yield* writeDrafts(engine, ref, batch.drafts);
  const { to, changes } = batch;
  const added = { refusedKept: kept.length, refusedBytes: bytesOfRefused(kept), draftBytes };
  const progress = { ...countOutcomes(batch.counts, outcomes), ...to, changes, now: write.now };
  yield statement(engine, setProgress({ ...ref, ...progress }, added));
  return 'advanced';
}

function* findRefusedToKeep(
  dialect: SqlDialect,
  { id }: ImportRef,
  before: Pick<RefusedSoFar, 'refused' | 'kept'>,
  refused: readonly RefusedRecord[],
): Steps<RefusedToKeep[]> {
  if (refused.length === 0 || before.kept < before.refused) return [];
  const rows = yield statement(
    dialect,
    sql`
      SELECT errors, row_number
      FROM import_refused
      WHERE import_id = ${id}
        AND same_as IS NULL`,
  );
  const rowByErrors = new Map(rows.map(([errors, row]) => [textCell(errors), numberCell(row)]));
  return keepRefused({ ...before, rowByErrors }, refused);
}

/** Rows of a statement. */
const ROWS = 50;

function* insertRefused(
  dialect: SqlDialect,
  { id }: ImportRef,
  refused: readonly RefusedToKeep[],
): Steps<null> {
  for (let at = 0; at < refused.length; at += ROWS) {
    const rows = refused
      .slice(at, at + ROWS)
      .map(
        ({ row, bytes, length, line, errors, sameAs }) =>
          sql`(${id}, ${row}, ${bytes}, ${length}, ${line}, ${sameAs === null ? errors : ''}, ${sameAs})`,
      );
    yield statement(
      dialect,
      sql`
        INSERT INTO import_refused (import_id, row_number, position, length, line, errors, same_as)
        VALUES ${list(rows)}`,
    );
  }
  return null;
}

/** An import, its position after a part of the file, and the numbers of the part. */
export interface ImportProgress extends ImportRef, ImportCounts, ImportPosition {
  readonly changes: string;
  readonly now: Millis;
}

/** Values, or the places where a kept statement binds them. */
type Given = { readonly [Name in keyof ImportProgress]: Sql | SqlValue };

/** The refused records and drafts that a part of the file adds to those that its import keeps. */
export interface AddedRows {
  readonly refusedKept: number;
  readonly refusedBytes: number;
  readonly draftBytes: number;
}

function addKept(added: AddedRows | null): Sql {
  if (added === null) return NOTHING;
  return sql`
    refused_kept = refused_kept + ${added.refusedKept},
    refused_bytes = refused_bytes + ${added.refusedBytes},
    draft_bytes = draft_bytes + ${added.draftBytes},`;
}

/** Returns the statement that sets the progress of an import. `added`: null adds nothing. */
export function setProgress(given: Given, added: AddedRows | null = null): Sql {
  return sql`
    UPDATE imports
    SET status = 'running',
        position = ${given.bytes},
        line = ${given.line},
        read_count = read_count + ${given.read},
        created_count = created_count + ${given.created},
        updated_count = updated_count + ${given.updated},
        unchanged_count = unchanged_count + ${given.unchanged},
        refused_count = refused_count + ${given.refused},
        ${addKept(added)}
        changes = ${given.changes},
        started_at = COALESCE(started_at, ${given.now})
    WHERE account_id = ${given.accountId}
      AND store_id = ${given.storeId}
      AND id = ${given.id}`;
}
