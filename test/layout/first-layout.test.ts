import { expect, test } from 'vitest';
import { BACKENDS, profileOf } from '../../packages/storage-postgres/src/backends.ts';
import { postgresLayout } from '../../packages/storage-postgres/src/postgres-layout.ts';
import { firstLayout } from '../../packages/storage-sql/src/layout/0010-first/first-layout.ts';
import type { LayoutDialect } from '../../packages/storage-sql/src/layout/layout-dialect.ts';
import { sqliteLayout } from '../../packages/storage-sqlite/src/sqlite-layout.ts';
import { expectFrozen } from './frozen-file.ts';

const layouts: readonly (readonly [string, LayoutDialect])[] = [
  ['sqlite', sqliteLayout],
  ...BACKENDS.map((backend) => [backend, postgresLayout(profileOf(backend))] as const),
];

test.each(layouts)('the first layout of %s is the one that was published', (engine, layout) => {
  const statements = [...layout.lock, ...firstLayout(layout), ...layout.writeVersion(10)];
  for (const { values } of statements) expect(values).toEqual([]);
  const texts = statements.map(({ strings }) => `${strings.join('').trim()};\n`);
  expectFrozen(`0010-first.${engine}.sql`, texts.join('\n'));
});
