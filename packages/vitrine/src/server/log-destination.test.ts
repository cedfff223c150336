import { Writable } from 'node:stream';
import { serverLog } from '@vitrine/http/logs';
import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { logDestination } from './log-destination.ts';

/** Returns what the log of a request is at a terminal. */
function logged(env: Readonly<Record<string, string>>, flags: Readonly<Record<string, string>>): string {
  let written = '';
  const stderr = new Writable({
    write(chunk, _, done) {
      written += chunk;
      done();
    },
  });
  const destination = logDestination({ env, stderr: Object.assign(stderr, { isTTY: true }) }, flags);
  const request = { method: 'GET', path: '/v2/stores', status: 200, ms: 3.5, traceId: 'abc' };
  serverLog('info', destination).info(request, 'request');
  return written;
}

test(
  'at a terminal, requests do not scroll away what the start has printed, unless a level is given',
  verifies('console.F38'),
  () => {
    expect(logged({}, {})).toBe('');
    expect(logged({ VITRINE_LOG_LEVEL: '' }, {})).toBe('');
    for (const shown of [logged({ VITRINE_LOG_LEVEL: 'info' }, {}), logged({}, { logLevel: 'info' })]) {
      expect(shown).toMatch(/^\d\d:\d\d:\d\d GET \/v2\/stores 200 3\.5 ms\n$/);
    }
  },
);

test('elsewhere the log is JSON on stderr', () => {
  expect(logDestination({ env: {}, stderr: new Writable() }, {})).toBe(2);
});
