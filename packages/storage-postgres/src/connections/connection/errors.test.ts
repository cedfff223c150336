import { UnavailableError } from '@vitrine/core/adapter';
import { describe, expect, test } from 'vitest';
import { errorOf, isContention, isLost } from './errors.ts';

function failure(code: string | null, message = 'as the server says it', more: object = {}): Error {
  return Object.assign(new Error(message), code === null ? {} : { code }, more);
}

describe('a failure that ends by itself or by an operator is unavailable with a time to retry', () => {
  test.each([
    ['a full disk', '53100'],
    ['no memory', '53200'],
    ['too many connections', '53300'],
    ['too large a temporary file', '53400'],
    ['a server that only reads', '25006'],
    ['a statement that was cancelled or took too long', '57014'],
    ['a wait for a lock that took too long', '55P03'],
    ['a shutdown', '57P01'],
    ['a crash of another session', '57P02'],
    ['a server that starts or recovers', '57P03'],
    ['a database that was dropped', '57P04'],
    ['an idle session that was ended', '57P05'],
    ['an idle transaction that was ended', '25P03'],
    ['a transaction that took too long', '25P04'],
    ['a connection that failed', '08006'],
    ['a fault of a disk', '58030'],
    ['a race', '40001'],
    ['a deadlock', '40P01'],
    ['a commit that may have been done', '40003'],
    ['a password that was changed', '28P01'],
    ['a server that refuses', 'ECONNREFUSED'],
    ['no route', 'EHOSTUNREACH'],
    ['no free port', 'EADDRNOTAVAIL'],
    ['too many open files', 'EMFILE'],
    ['an expired certificate', 'CERT_HAS_EXPIRED'],
  ])('%s (%s)', (_, code) => {
    const error = errorOf(failure(code));
    expect(error).toBeInstanceOf(UnavailableError);
    expect((error as UnavailableError).retryAfterSeconds).toBeGreaterThan(0);
    expect(String(error.cause)).toContain(code);
  });

  test('a local socket whose server is stopped', () => {
    expect(isLost(failure('ENOENT', 'connect ENOENT /run/.s.PGSQL.5432', { syscall: 'connect' }))).toBe(true);
    expect(isLost(failure('ENOENT', 'open ENOENT ca.pem', { syscall: 'open' }))).toBe(false);
  });

  test('a connection that ended without a code', () => {
    expect(errorOf(failure(null, 'Connection terminated unexpectedly')).code).toBe('unavailable');
  });
});

test('a shard that was split while a statement waited for it is a race', () => {
  const error = failure('XX000', 'could not find valid entry for shard 102063');
  expect(isContention(error)).toBe(true);
  expect(errorOf(error)).toBeInstanceOf(UnavailableError);
});

test.each([
  ['an internal error of the server', 'XX000'],
  ['a missing table', '42P01'],
  ['a syntax error', '42601'],
  ['a division by zero', '22012'],
  ['text that is no number', '22P02'],
  ['a row that is there already', '23505'],
  ['damaged data', 'XX001'],
  ['no code', null],
])('a fault of ours is none of these: %s (%s)', (_, code) => {
  const error = failure(code);
  expect(errorOf(error).code).toBe('internal');
  expect(isContention(error)).toBe(false);
});
