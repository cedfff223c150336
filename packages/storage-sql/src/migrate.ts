import { VitrineError } from '@vitrine/core/adapter';
import type { Migration } from '@vitrine/core/storage';
import { firstLayout } from './layout/0010-first/first-layout.ts';
import { addMapFields } from './layout/0011-map-fields/map-fields.ts';
import { createIdempotencyKeys } from './layout/0012-idempotency-keys/idempotency-keys.ts';
import { createImports } from './layout/0013-imports/imports.ts';
import { redistribute } from './layout/0014-distribution/redistribute.ts';
import { createChangedRecords } from './layout/0015-changed-records/changed-records.ts';
import { createRecordChanges } from './layout/0016-record-changes/record-changes.ts';
import { replaceChangeFunctions } from './layout/0017-watched-changes/watched-changes.ts';
import { addImportBytes } from './layout/0018-import-bytes/import-bytes.ts';
import { createChanges } from './layout/0019-changes/changes.ts';
import { createWebhooks } from './layout/0020-webhooks/webhooks.ts';
import { createRestores } from './layout/0021-restores/restores.ts';
import { addDraftKinds } from './layout/0022-live-images/draft-kinds.ts';
import { addImageHosts } from './layout/0023-image-hosts/image-hosts.ts';
import { addKeyExchanges } from './layout/0024-key-exchanges/key-exchanges.ts';
import { createViews } from './layout/0025-views/views.ts';
import { numberCell, onlyRow } from './statements/cells.ts';
import type { SqlDialect } from './statements/dialect.ts';
import type { LayoutDialect } from './statements/layout-dialect.ts';
import type { Sql } from './statements/sql.ts';
import { type Steps, statement } from './statements/statement.ts';

/** A step of the layout: migrates from the version of the previous step to its own. Published steps never change. */
interface LayoutStep {
  readonly version: number;
  /** The name of its folder, and of the published text in `test/layout`. */
  readonly name: string;
  changes(dialect: LayoutDialect): readonly Sql[];
}

const FIRST: LayoutStep = { version: 10, name: 'first', changes: firstLayout };
export const LATER: readonly LayoutStep[] = [
  { version: 11, name: 'map-fields', changes: addMapFields },
  { version: 12, name: 'idempotency-keys', changes: createIdempotencyKeys },
  { version: 13, name: 'imports', changes: createImports },
  { version: 14, name: 'distribution', changes: redistribute },
  { version: 15, name: 'changed-records', changes: createChangedRecords },
  { version: 16, name: 'record-changes', changes: createRecordChanges },
  { version: 17, name: 'watched-changes', changes: replaceChangeFunctions },
  { version: 18, name: 'import-bytes', changes: addImportBytes },
  { version: 19, name: 'changes', changes: createChanges },
  { version: 20, name: 'webhooks', changes: createWebhooks },
  { version: 21, name: 'restores', changes: createRestores },
  { version: 22, name: 'live-images', changes: addDraftKinds },
  { version: 23, name: 'image-hosts', changes: addImageHosts },
  { version: 24, name: 'key-exchanges', changes: addKeyExchanges },
  { version: 25, name: 'views', changes: createViews },
];

/** The layout version that this code reads and writes. */
export const LAYOUT_VERSION = (LATER.at(-1) ?? FIRST).version;

/**
 * Migrates the layout to `LAYOUT_VERSION`. Of two concurrent callers the second one waits and finds the work done.
 * @throws VitrineError `internal` for a layout of a newer release, or of a development version before the first
 * release.
 */
export function* migrateLayout(dialect: SqlDialect, _: null): Steps<Migration> {
  const { layout } = dialect;
  for (const lock of layout.lock) yield statement(dialect, lock);
  const from = numberCell(onlyRow(yield statement(dialect, layout.readVersion))[0]);
  requireKnown(from);
  for (const { version, changes } of [FIRST, ...LATER]) {
    if (version <= from) continue;
    for (const change of changes(layout)) yield statement(dialect, change);
  }
  if (from < LAYOUT_VERSION) {
    for (const change of layout.afterSteps) yield statement(dialect, change);
    for (const mark of layout.writeVersion(LAYOUT_VERSION)) yield statement(dialect, mark);
  }
  return { from, to: LAYOUT_VERSION };
}

/**
 * Returns what `migrateLayout` would do.
 * @throws VitrineError as `migrateLayout`
 */
export function* findMigration(dialect: SqlDialect, _: null): Steps<Migration> {
  const { layout } = dialect;
  const isCreated = numberCell(onlyRow(yield statement(dialect, layout.isCreated))[0]) === 1;
  const from = isCreated ? numberCell(onlyRow(yield statement(dialect, layout.findVersion))[0]) : 0;
  requireKnown(from);
  return { from, to: LAYOUT_VERSION };
}

function requireKnown(version: number): void {
  if (version > LAYOUT_VERSION) {
    throw new VitrineError(
      'internal',
      `The data has layout version ${version}, made by a newer release; this one knows up to ${LAYOUT_VERSION}.`,
    );
  }
  if (version > 0 && version < FIRST.version) {
    throw new VitrineError(
      'internal',
      `The data has layout version ${version}, made by a development version before the first release. ` +
        'Export its stores with that version, and import them into a new database.',
    );
  }
}
