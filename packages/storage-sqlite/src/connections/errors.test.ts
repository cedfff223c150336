import { UnavailableError, ValidationError, VitrineError } from '@vitrine/core/adapter';
import { describe, expect, test } from 'vitest';
import { errorOf, failureOf, NoRoomError, readFailureOf } from './errors.ts';

function engineError(code: string): Error {
  return Object.assign(new Error('words of the engine'), { code });
}

describe('errors of the engine', () => {
  test.each([
    'SQLITE_BUSY',
    'SQLITE_BUSY_RECOVERY',
    'SQLITE_BUSY_SNAPSHOT',
    'SQLITE_FULL',
    'SQLITE_IOERR_WRITE',
  ])('%s may pass: the storage is unavailable', (code) => {
    const error = errorOf(failureOf(engineError(code)));
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error.message).not.toContain('engine');
    expect(String((error.cause as Error).message)).toContain(code);
  });

  test.each(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CORRUPT', 'SQLITE_ERROR', 'SQLITE_READONLY'])(
    '%s is internal, and its message is only in the cause',
    (code) => {
      const error = errorOf(failureOf(engineError(code)));
      expect([error.code, error.message]).toEqual(['internal', 'The storage failed.']);
    },
  );

  test('a search without room for its temporary files says so, and does not say that the disk takes no writes', () => {
    const full = engineError('SQLITE_FULL');
    expect(errorOf(failureOf(full))).toBeInstanceOf(NoRoomError);
    const error = errorOf(readFailureOf(full));
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).not.toBeInstanceOf(NoRoomError);
    expect(error.message).toBe('There is no room for the temporary files of this search.');
    const other = engineError('SQLITE_CORRUPT');
    expect(readFailureOf(other)).toEqual(failureOf(other));
  });

  test('a failed fsync is fatal, a failed write is not', () => {
    expect(failureOf(engineError('SQLITE_IOERR_FSYNC')).fatal).toBe(true);
    expect(failureOf(engineError('SQLITE_IOERR_WRITE')).fatal).toBe(false);
  });
});

test('an error of Vitrine keeps its code and its message, and the message is not repeated as its cause', () => {
  const error = errorOf(failureOf(new VitrineError('internal', 'a newer release')));
  expect([error.code, error.message, error.cause]).toEqual(['internal', 'a newer release', undefined]);
  expect(errorOf(failureOf(new ValidationError([]))).code).toBe('validation_failed');
});

test('other errors are internal', () => {
  expect(errorOf(failureOf(new TypeError('a slip'))).code).toBe('internal');
  expect(errorOf(failureOf('thrown text')).code).toBe('internal');
});
