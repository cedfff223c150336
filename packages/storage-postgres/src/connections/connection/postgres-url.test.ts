import { describe, expect, test } from 'vitest';
import { readPostgresUrl } from './postgres-url.ts';
import { PostgresSetupError } from './setup-error.ts';

const strings = (url: string) => readPostgresUrl(url).hosts.map(({ connectionString }) => connectionString);

describe('a URL of PostgreSQL', () => {
  test('with one host names one server', () => {
    expect(readPostgresUrl('postgres://u:p%40x@db:5433/shop?sslmode=require')).toEqual({
      hosts: [{ connectionString: 'postgres://u:p%40x@db:5433/shop?sslmode=require' }],
      where: 'db:5433/shop',
    });
  });

  test('with several hosts names a server for each, in order, with the same user, database and parameters', () => {
    expect(strings('postgresql://u:p@one:5433,two,[::1]:7/shop?sslmode=require')).toEqual([
      'postgresql://u:p@one:5433/shop?sslmode=require',
      'postgresql://u:p@two/shop?sslmode=require',
      'postgresql://u:p@[::1]:7/shop?sslmode=require',
    ]);
    expect(readPostgresUrl('postgres://u:p@one:5433,two/shop').where).toBe('one:5433,two/shop');
  });

  test('without a host uses the local socket', () => {
    expect(readPostgresUrl('postgres:///shop').where).toBe('the local socket/shop');
    expect(strings('postgres:///shop?host=/run/postgresql')).toEqual([
      'postgres:///shop?host=%2Frun%2Fpostgresql',
    ]);
  });

  test('gives its options apart', () => {
    expect(readPostgresUrl('postgres://a,b/x?options=-c%20search_path%3Dv').hosts).toEqual([
      { connectionString: 'postgres://a/x', options: '-c search_path=v' },
      { connectionString: 'postgres://b/x', options: '-c search_path=v' },
    ]);
  });

  test.each(['primary', 'read-write'])('may ask for target_session_attrs=%s', (target) => {
    expect(strings(`postgres://a,b/x?target_session_attrs=${target}`)).toEqual([
      'postgres://a/x',
      'postgres://b/x',
    ]);
  });

  test.each([
    'mysql://u:hunter2@db/x',
    'postgres//u:hunter2@db/x',
    'postgres://u:hunter2@db:port/x',
    'postgres://u:hunter2@one,,two/x',
    'postgres://u:hunter2@one,/x',
    'postgres://u:hunter2@one/x?target_session_attrs=standby',
    '',
  ])('that is invalid is refused without its password: %s', (url) => {
    const read = () => readPostgresUrl(url);
    expect(read).toThrow(PostgresSetupError);
    expect(read).not.toThrow(/hunter2/);
  });
});
