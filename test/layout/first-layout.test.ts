import { expect, test } from 'vitest';
import { BACKENDS, profileOf } from '../../packages/storage-postgres/src/dialect/backends.ts';
import { postgresLayout } from '../../packages/storage-postgres/src/dialect/postgres-layout.ts';
import { firstLayout } from '../../packages/storage-sql/src/layout/0010-first/first-layout.ts';
import { addMapFields } from '../../packages/storage-sql/src/layout/0011-map-fields/map-fields.ts';
import { createIdempotencyKeys } from '../../packages/storage-sql/src/layout/0012-idempotency-keys/idempotency-keys.ts';
import { createImports } from '../../packages/storage-sql/src/layout/0013-imports/imports.ts';
import { redistribute } from '../../packages/storage-sql/src/layout/0014-distribution/redistribute.ts';
import { createChangedRecords } from '../../packages/storage-sql/src/layout/0015-changed-records/changed-records.ts';
import { createRecordChanges } from '../../packages/storage-sql/src/layout/0016-record-changes/record-changes.ts';
import { replaceChangeFunctions } from '../../packages/storage-sql/src/layout/0017-watched-changes/watched-changes.ts';
import { addImportBytes } from '../../packages/storage-sql/src/layout/0018-import-bytes/import-bytes.ts';
import { createChanges } from '../../packages/storage-sql/src/layout/0019-changes/changes.ts';
import { createWebhooks } from '../../packages/storage-sql/src/layout/0020-webhooks/webhooks.ts';
import { createRestores } from '../../packages/storage-sql/src/layout/0021-restores/restores.ts';
import { addDraftKinds } from '../../packages/storage-sql/src/layout/0022-live-images/draft-kinds.ts';
import { addImageHosts } from '../../packages/storage-sql/src/layout/0023-image-hosts/image-hosts.ts';
import { addKeyExchanges } from '../../packages/storage-sql/src/layout/0024-key-exchanges/key-exchanges.ts';
import { createViews } from '../../packages/storage-sql/src/layout/0025-views/views.ts';
import { LAYOUT_VERSION } from '../../packages/storage-sql/src/migrate.ts';
import type { LayoutDialect } from '../../packages/storage-sql/src/statements/layout-dialect.ts';
import type { Sql } from '../../packages/storage-sql/src/statements/sql.ts';
import { sqliteLayout } from '../../packages/storage-sqlite/src/dialect/sqlite-layout.ts';
import { expectFrozen } from './frozen-file.ts';

const layouts: readonly (readonly [string, LayoutDialect])[] = [
  ['sqlite', sqliteLayout],
  ...BACKENDS.map((backend) => [backend, postgresLayout(profileOf(backend))] as const),
];

/** The steps after the first layout: version, name and changes. */
const LATER: readonly (readonly [number, string, (layout: LayoutDialect) => readonly Sql[]])[] = [
  [11, '0011-map-fields', addMapFields],
  [12, '0012-idempotency-keys', createIdempotencyKeys],
  [13, '0013-imports', createImports],
  [14, '0014-distribution', redistribute],
  [15, '0015-changed-records', createChangedRecords],
  [16, '0016-record-changes', createRecordChanges],
  [17, '0017-watched-changes', replaceChangeFunctions],
  [18, '0018-import-bytes', addImportBytes],
  [19, '0019-changes', createChanges],
  [20, '0020-webhooks', createWebhooks],
  [21, '0021-restores', createRestores],
  [22, '0022-live-images', addDraftKinds],
  [23, '0023-image-hosts', addImageHosts],
  [24, '0024-key-exchanges', addKeyExchanges],
  [25, '0025-views', createViews],
];

test('the text of every step is kept', () => {
  const versions = LATER.map(([version]) => version);
  expect(versions).toEqual(Array.from({ length: LAYOUT_VERSION - 10 }, (_, i) => 11 + i));
});

test.each(LATER)('step %i of the layout is the one that was published', (version, name, changes) => {
  const texts = layouts.map(([engine, layout]) => {
    const statements = [...changes(layout), ...layout.writeVersion(version)];
    for (const { values } of statements) expect(values).toEqual([]);
    const lines = statements.map(({ strings }) => `${strings.join('').trim()};\n`);
    return `-- ${engine}\n${lines.join('')}`;
  });
  expectFrozen(`${name}.sql`, texts.join('\n'));
});

test.each(layouts)('the first layout of %s is the one that was published', (engine, layout) => {
  const statements = [...layout.lock, ...firstLayout(layout), ...layout.writeVersion(10)];
  for (const { values } of statements) expect(values).toEqual([]);
  const texts = statements.map(({ strings }) => `${strings.join('').trim()};\n`);
  expectFrozen(`0010-first.${engine}.sql`, texts.join('\n'));
});
