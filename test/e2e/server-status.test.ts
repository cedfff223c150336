import type { ServerStatus } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { createStore, expectProblem, notFound } from './arrange.ts';
import type { Client } from './client.ts';
import { buryJob } from './targets.ts';
import { onOneStorage } from './world.ts';

async function statusOf(client: Client): Promise<ServerStatus & { version: string }> {
  const { status, body } = await client.get<ServerStatus & { version: string }>('/admin/status');
  expect(status).toBe(200);
  return body;
}

/** Returns the values of `/metrics` by name and labels. */
function readMetrics(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

onOneStorage((arrange) => {
  test(
    'reports the state of server and storage, with the same values as /metrics',
    verifies('status.read'),
    async () => {
      const { a, storage, principal, vitrine, now } = await arrange();
      const map = await vitrine.maps.create(principal, { name: 'Shops' });
      await vitrine.locations.add(principal, map.id, { address: 'Here 1' });
      const runAt = now() - 60_000;
      await storage.jobs.enqueue([
        { kind: 'status test', key: 'status 1', payload: '{}', runAt, accountId: null },
        { kind: 'status test', key: 'status 2', payload: '{}', runAt: runAt + 5, accountId: null },
      ]);
      const store = await createStore(a, { sku: 'unique string' });
      const file = { raw: 'sku\none\n', headers: { 'content-type': 'text/csv' } };
      await a.send('POST', `/v2/stores/${store.id}/imports`, file);
      // The measurements may be a second old.
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      const status = await statusOf(a);
      const described = await storage.describe();
      expect(status).toMatchObject({
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        storage: { engine: described.engine, layout: described.layout },
        limits: { requestsPerMinute: null, failedKeysPerMinute: null, account: {} },
      });
      expect(status.storage.bytes === null).toBe(described.bytes === null);
      expect(status.uptimeSeconds).toBeGreaterThan(0);
      expect(status.jobs.find(({ kind }) => kind === 'status test')).toEqual({
        kind: 'status test',
        waiting: 2,
        running: 0,
        buried: 0,
        oldestWaiting: new Date(runAt).toISOString(),
      });
      expect(status.geocoding.queued).toBeGreaterThanOrEqual(1);
      expect(status.geocoding.oldestWaiting).not.toBeNull();
      expect(status.imports.queued).toBeGreaterThanOrEqual(1);
      expect(status.imports.oldestWaiting).not.toBeNull();
      const uploads = status.queues.find(({ queue }) => queue === 'uploads');
      expect(uploads).toMatchObject({ running: 0, waiting: 0, refused: { full: 0, late: 0, left: 0 } });

      const metrics = readMetrics((await a.get('/metrics')).text);
      expect(metrics.get('vitrine_jobs{kind="status test",state="waiting"}')).toBe(2);
      expect(metrics.get('vitrine_geocoding_addresses{state="queued"}')).toBe(status.geocoding.queued);
      expect(metrics.get('vitrine_imports{state="queued"}')).toBe(status.imports.queued);
      expect(metrics.has('vitrine_imports_late_seconds')).toBe(true);
      expect(metrics.get('vitrine_turns_waiting{queue="uploads"}')).toBe(0);
      const names = new Set(Array.from(metrics.keys(), (line) => line.replace(/\{.*/, '')));
      for (const { name } of status.metrics) expect(names).toContain(name);
      for (const kind of ['status 1', 'status 2']) {
        const [job] = await storage.jobs.claim(['status test'], 1, now(), now() + 1_000);
        expect(job, kind).toBeDefined();
        if (job !== undefined) await storage.jobs.complete(job);
      }
    },
  );

  test(
    'shows an account its own failed jobs and those of the system, and retries only these',
    verifies('status.isolation', 'jobs.retry'),
    async () => {
      const { a, b, storage, accountId, otherAccountId } = await arrange();
      const own = await buryJob(storage, accountId, 'disk full');
      const foreign = await buryJob(storage, otherAccountId, 'a secret of B');
      const system = await buryJob(storage, null, 'the system');
      const seen = (await statusOf(a)).failedJobs;
      expect(seen.find(({ id }) => id === own)).toMatchObject({ scope: 'account', reason: 'disk full' });
      expect(seen.find(({ id }) => id === system)).toMatchObject({ scope: 'system', reason: 'the system' });
      expect((await a.get('/admin/status')).text).not.toContain('a secret of B');
      expect(seen.length).toBeLessThanOrEqual(20);

      for (const id of [foreign, 999_999, 'x', '-1', '1e3', '9'.repeat(30)])
        expectProblem(await a.post(`/admin/jobs/${id}/retry`), ...notFound);
      for (const id of [own, system]) {
        expect((await a.post(`/admin/jobs/${id}/retry`)).status).toBe(204);
        expectProblem(await a.post(`/admin/jobs/${id}/retry`), ...notFound);
      }
      const left = (await storage.jobs.listBuried(1_000)).map(({ id }) => id);
      expect(left).toContain(foreign);
      expect(left).not.toContain(own);
      expect((await b.post(`/admin/jobs/${foreign}/retry`)).status).toBe(204);
    },
  );
});
