import { accountPrincipal, createVitrine, memoryStorage } from '@vitrine/core';
import { expect, onTestFinished, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { collectLog } from '../test/collected-log.ts';
import { startServer } from './server.ts';

async function serve(failedKeys: number) {
  const { lines, logger } = collectLog();
  const vitrine = await createVitrine({
    storage: memoryStorage(),
    rateLimits: { account: 1_000, key: 1_000, failedKeys },
  });
  const principal = accountPrincipal((await vitrine.accounts.create('Own')).id);
  const { key } = await vitrine.apiKeys.create(principal, { name: 'right' });
  const fresh = await vitrine.apiKeys.create(principal, { name: 'not used yet' });
  const server = await startServer({
    vitrine,
    port: 0,
    work: false,
    logger,
    trustedProxies: ['127.0.0.1/32'],
  });
  onTestFinished(() => server.stop());
  const ask = (token: string, from = '192.0.2.1') =>
    fetch(`${server.url}/v2/whoami`, {
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': from },
    });
  return { ask, key, fresh: fresh.key, lines, server };
}

test(
  'invalid keys of a client are 429 after too many, valid ones work, also those that were not used before',
  verifies('rate-limits.failed-keys'),
  async () => {
    const { ask, key, fresh } = await serve(3);
    expect((await ask(key)).status).toBe(200);
    for (let i = 0; i < 3; i++) expect((await ask(`account-wrong${i}`)).status).toBe(401);
    const refused = await ask('account-wrong');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
    expect(await refused.json()).toMatchObject({ status: 429, code: 'rate_limited' });
    expect((await ask('account-wrong')).status).toBe(429);
    expect((await ask('account-wrong', '192.0.2.2')).status).toBe(401);
    expect((await ask(key)).status).toBe(200);
    expect((await ask(fresh)).status).toBe(200);
  },
);

test('refusals after failed keys are absent from the log', verifies('rate-limits.failed-keys'), async () => {
  const { ask, lines, server } = await serve(3);
  for (let i = 0; i < 20; i++) await ask(`account-wrong${i}`);
  const requests = lines.filter(({ msg }) => msg === 'request');
  expect(requests.map(({ status, address }) => [status, address])).toEqual(
    Array.from({ length: 3 }, () => [401, '192.0.2.1']),
  );
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toContain('vitrine_keys_failed_total 3\n');
  expect(metrics).toContain('vitrine_keys_refused_total 17\n');
});
