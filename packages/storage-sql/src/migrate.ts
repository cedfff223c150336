import { type Migration, VitrineError } from '@vitrine/core/storage';
import { numberCell, onlyRow } from './cells.ts';
import type { SqlDialect } from './dialect.ts';
import { initial } from './migrations/0001-initial.ts';
import { imagesAndFonts } from './migrations/0002-images-and-fonts.ts';
import { maps } from './migrations/0003-maps.ts';
import { requestCounts } from './migrations/0004-request-counts.ts';
import { lookUps } from './migrations/0005-look-ups.ts';
import { foldedSlots } from './migrations/0006-folded-slots.ts';
import { storeNumbers } from './migrations/0007-store-numbers.ts';
import { limits } from './migrations/0008-limits.ts';
import { queues } from './migrations/0009-queues.ts';
import type { Sql } from './sql.ts';
import { type Steps, statement } from './statement.ts';

/** The layout's steps. Step n leads from version n to n + 1; published steps never change. */
const steps: readonly ((dialect: SqlDialect) => readonly Sql[])[] = [
  initial,
  imagesAndFonts,
  maps,
  requestCounts,
  lookUps,
  foldedSlots,
  storeNumbers,
  limits,
  queues,
];

/** The version this code reads and writes. */
export const LAYOUT_VERSION = steps.length;

/**
 * Brings the layout up to date. Of two callers at once the second waits and finds it done.
 * Throws `internal` for a layout that a newer release has made.
 */
export function* migrateLayout(dialect: SqlDialect, _: null): Steps<Migration> {
  for (const lock of dialect.lockLayout) yield statement(dialect, lock);
  const from = numberCell(onlyRow(yield statement(dialect, dialect.readLayoutVersion))[0]);
  if (from > LAYOUT_VERSION) {
    throw new VitrineError(
      'internal',
      `The data has layout version ${from}, made by a newer release; this one knows up to ${LAYOUT_VERSION}.`,
    );
  }
  for (const step of steps.slice(from)) {
    for (const change of step(dialect)) yield statement(dialect, change);
  }
  if (from < LAYOUT_VERSION) {
    for (const mark of dialect.writeLayoutVersion(LAYOUT_VERSION)) yield statement(dialect, mark);
  }
  return { from, to: LAYOUT_VERSION };
}
