import { UnavailableError, ValidationError, VitrineError } from '@vitrine/core';
import { expect, test } from 'vitest';
import { createFixture } from '../../test/app-fixture.ts';
import { collectLog } from '../../test/collected-log.ts';
import type { Exchange } from '../call/exchange.ts';
import { faultLog } from './fault-log.ts';

const EXCHANGE = { method: 'GET', route: null, traceId: 'trace' } as unknown as Exchange;

test('an internal error is logged with all causes, and errors that the caller can fix are not logged', () => {
  const { lines, logger } = collectLog();
  const log = faultLog(logger);
  const disk = new Error('SQLITE_IOERR_READ: disk I/O error');
  log(
    EXCHANGE,
    new VitrineError('internal', 'The storage failed.', { cause: new Error('a scan', { cause: disk }) }),
  );
  log(EXCHANGE, new ValidationError([{ path: 'a', message: 'private' }]));
  log(EXCHANGE, new UnavailableError('Too many searches are waiting.'));
  expect(lines).toMatchObject([
    {
      level: 50,
      msg: 'fault',
      traceId: 'trace',
      error: 'The storage failed.',
      causes: ['a scan', 'SQLITE_IOERR_READ: disk I/O error'],
    },
  ]);
});

test('unavailable errors with a cause are warnings, at most five a second, and the others are counted', () => {
  const { lines, logger } = collectLog();
  let now = 1_000;
  const log = faultLog(logger, () => now);
  const busy = new UnavailableError('The database is busy.', { cause: new Error('SQLITE_BUSY') });
  for (let i = 0; i < 20; i++) log(EXCHANGE, busy);
  now = 2_000;
  log(EXCHANGE, busy);
  expect(lines).toHaveLength(6);
  expect(lines.at(-1)).toMatchObject({ level: 40, causes: ['SQLITE_BUSY'], untold: 15 });
});

test('the cause of a 500 is in the log and not in the response', async () => {
  const { lines, logger } = collectLog();
  const { send, vitrine, storeId } = await createFixture({ logger });
  vitrine.records.search = () =>
    Promise.reject(
      new VitrineError('internal', 'The storage failed.', { cause: new Error('no such table') }),
    );
  const response = await send('POST', `/v2/stores/${storeId}/records/search`, { json: {} });
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('table');
  expect(lines.find(({ msg }) => msg === 'fault')).toMatchObject({ causes: ['no such table'] });
});
