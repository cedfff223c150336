import { Writable } from 'node:stream';
import { serverLog } from '@vitrine/http/logs';
import { expect, test } from 'vitest';
import { terminalLog } from './terminal-log.ts';

function openLog(areRequestsShown = false) {
  const lines: string[] = [];
  const stderr = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const logger = serverLog('info', terminalLog({ stderr }, { areRequestsShown }));
  return { lines, logger };
}

const request = { method: 'GET', path: '/v2/stores', status: 200, ms: 3.5, traceId: 'abc' };

test('an event is one line with the time of day, without what says nothing', () => {
  const { lines, logger } = openLog();
  logger.info('stopping');
  logger.warn({ free: 5 }, 'the disk is full');
  expect(lines).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d stopping\n$/),
    expect.stringMatching(/^\d\d:\d\d:\d\d warn: the disk is full \{"free":5\}\n$/),
  ]);
});

test('a request that succeeds is left out, and others are not', () => {
  const { lines, logger } = openLog();
  logger.info(request, 'request');
  logger.info({ ...request, status: 404 }, 'request');
  logger.error({ ...request, status: 500 }, 'request');
  expect(lines).toEqual([
    expect.stringMatching(/ GET \/v2\/stores 404 3\.5 ms\n$/),
    expect.stringMatching(/ error: GET \/v2\/stores 500 3\.5 ms \(abc\)\n$/),
  ]);
});

test('all requests are shown if that is asked for', () => {
  const { lines, logger } = openLog(true);
  logger.info(request, 'request');
  expect(lines).toHaveLength(1);
});

test('what controls the terminal is escaped', () => {
  const { lines, logger } = openLog();
  logger.warn({ path: '\u001b[2J' }, 'odd \u0007');
  expect(lines[0]).toContain('odd \\u0007');
  expect(lines[0]).not.toContain('\u001b');
});
