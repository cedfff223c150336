import { expect, test } from 'vitest';
import { BACKENDS, profileOf } from '../../packages/storage-postgres/src/dialect/backends.ts';
import { postgresLayout } from '../../packages/storage-postgres/src/dialect/postgres-layout.ts';
import { firstLayout } from '../../packages/storage-sql/src/layout/0010-first/first-layout.ts';
import { LATER } from '../../packages/storage-sql/src/migrate.ts';
import type { LayoutDialect } from '../../packages/storage-sql/src/statements/layout-dialect.ts';
import { sqliteLayout } from '../../packages/storage-sqlite/src/dialect/sqlite-layout.ts';
import { expectFrozen } from './frozen-file.ts';

const layouts: readonly (readonly [string, LayoutDialect])[] = [
  ['sqlite', sqliteLayout],
  ...BACKENDS.map((backend) => [backend, postgresLayout(profileOf(backend))] as const),
];

test('the steps follow each other', () => {
  expect(LATER.map(({ version }) => version)).toEqual(LATER.map((_, i) => 11 + i));
});

test.each(LATER)('step $version, $name, is the one that was published', ({ version, name, changes }) => {
  const texts = layouts.map(([engine, layout]) => {
    const statements = [...changes(layout), ...layout.writeVersion(version)];
    for (const { values } of statements) expect(values).toEqual([]);
    const lines = statements.map(({ strings }) => `${strings.join('').trim()};\n`);
    return `-- ${engine}\n${lines.join('')}`;
  });
  expectFrozen(`00${version}-${name}.sql`, texts.join('\n'));
});

test.each(layouts)('the first layout of %s is the one that was published', (engine, layout) => {
  const statements = [...layout.lock, ...firstLayout(layout), ...layout.writeVersion(10)];
  for (const { values } of statements) expect(values).toEqual([]);
  const texts = statements.map(({ strings }) => `${strings.join('').trim()};\n`);
  expectFrozen(`0010-first.${engine}.sql`, texts.join('\n'));
});
