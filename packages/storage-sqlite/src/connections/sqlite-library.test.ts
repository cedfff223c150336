import { expect, test } from 'vitest';
import { libraryPackages, openDatabase } from './sqlite-library.ts';

test('the library is that of the system before the one for all systems', () => {
  expect(libraryPackages('linux', 'arm64')).toEqual([
    '@vitrine/sqlite-linux-arm64',
    '@vitrine/sqlite-linuxmusl-arm64',
    'better-sqlite3',
  ]);
  expect(libraryPackages('darwin', 'x64')).toEqual(['@vitrine/sqlite-darwin-x64', 'better-sqlite3']);
});

test('opens a database from its path or content', () => {
  const db = openDatabase(':memory:');
  db.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
  const copy = openDatabase(db.serialize(), { readonly: true });
  expect(copy.prepare('SELECT a FROM t').pluck().get()).toBe(1);
  copy.close();
  db.close();
});
