import { memoryStorage } from '@vitrine/core';
import { describe, expect, test, vi } from 'vitest';
import { createFixture, problemOf } from '../../test/app-fixture.ts';
import { serve } from '../../test/served.ts';
import { createHealth } from './health.ts';

describe('/readyz', () => {
  test('returns 200 while the storage responds, and pings it at most once a second', async () => {
    const storage = memoryStorage();
    const ping = vi.spyOn(storage, 'ping');
    const { send } = await createFixture({ storage });
    for (let i = 0; i < 20; i++) expect((await send('GET', '/readyz', { key: null })).status).toBe(200);
    expect(ping).toHaveBeenCalledTimes(1);
  });

  test('returns a 503 problem when the storage fails, while /healthz returns 200', async () => {
    const storage = memoryStorage();
    storage.ping = () => Promise.reject(new Error('gone'));
    const { send } = await createFixture({ storage });
    const response = await send('GET', '/readyz', { key: null });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await problemOf(response)).toMatchObject({ code: 'unavailable', instance: '/readyz' });
    expect((await send('GET', '/healthz', { key: null })).status).toBe(200);
  });

  test('returns 503 while draining, and connections are closed', async () => {
    const { vitrine, ...fixture } = await createFixture();
    const health = createHealth(vitrine);
    const { send } = await createFixture({ health });
    health.drain();
    expect((await send('GET', '/readyz', { key: null })).status).toBe(503);
    expect((await send('GET', '/v2/whoami')).headers.get('connection')).toBe('close');
    expect((await fixture.send('GET', '/v2/whoami')).headers.get('connection')).toBeNull();
  });
});

test('concurrent requests for /metrics share one measurement', async () => {
  const { send, vitrine } = await createFixture();
  const measure = vi.spyOn(vitrine.status, 'measure');
  await Promise.all(Array.from({ length: 20 }, () => send('GET', '/metrics', { key: null })));
  expect(measure).toHaveBeenCalledTimes(1);
  await send('GET', '/metrics', { key: null });
  expect(measure).toHaveBeenCalledTimes(2);
});

test('/metrics has labels with the route template and never with client input', async () => {
  const { send, storeId } = await createFixture();
  await send('GET', `/v2/stores/${storeId}`);
  await send('GET', `/v2/stores/${storeId}`);
  await send('GET', '/v2/secret-path');
  await send('BREW', '/v2/stores');
  const response = await send('GET', '/metrics', { key: null });
  expect(response.headers.get('content-type')).toContain('text/plain');
  const text = await response.text();
  const count = 'http_server_request_duration_seconds_count';
  expect(text).toContain(`${count}{method="GET",http_route="/v2/stores/:storeId",status="200"} 2\n`);
  expect(text).toContain(`${count}{method="GET",http_route="none",status="404"} 1\n`);
  expect(text).toContain(`${count}{method="other",http_route="none",status="405"} 1\n`);
  expect(text).toMatch(
    /_bucket\{le="\+Inf",method="GET",http_route="\/v2\/stores\/:storeId",status="200"\} 2\n/,
  );
  expect(text).toContain('nodejs_eventloop_lag_seconds');
  expect(text).not.toContain('secret-path');
});

describe('/metrics', () => {
  test('contains deadlines, bytes in flight and turns', async () => {
    const { send } = await createFixture();
    const text = await (await send('GET', '/metrics', { key: null })).text();
    for (const line of [
      'vitrine_deadlines_total{stage="read"} 0',
      'vitrine_deadlines_total{stage="run"} 0',
      'vitrine_deadlines_total{stage="response"} 0',
      'vitrine_bytes_in_flight{of="responses"} 0',
      'vitrine_bytes_refused_total{of="bodies"} 0',
      'vitrine_turns_running{queue="uploads"} 0',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
  });

  test('needs an account key with the access `key`', async () => {
    const { send, storeKey } = await createFixture({ metricsAccess: 'key' });
    expect((await send('GET', '/metrics', { key: null })).status).toBe(401);
    expect((await send('GET', '/metrics', { key: storeKey })).status).toBe(403);
    const response = await send('GET', '/metrics');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('http_server_request_duration_seconds');
    expect((await send('GET', '/healthz', { key: null })).status).toBe(200);
  });

  test('is the only path on its own port, and absent from the main port', async () => {
    const { server } = await serve({ metrics: 0 });
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
    const there = await fetch(`${server.metricsUrl}/metrics`);
    expect(there.headers.get('content-type')).toContain('text/plain');
    expect(await there.text()).toContain('vitrine_connections 1\n');
    for (const path of ['/', '/healthz', '/v2/whoami', '/metrics/x']) {
      expect((await fetch(`${server.metricsUrl}${path}`)).status).toBe(404);
    }
    await server.stop();
    await expect(fetch(`${server.metricsUrl}/metrics`)).rejects.toThrow();
  });
});
