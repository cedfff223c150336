import type { ConsoleServer } from './console-server.ts';

const DAY_MS = 86_400_000;

/** Adds jobs of the account that were given up. When they are retried, they find nothing to do. */
export async function addFailedJobs(
  { storage, principal }: ConsoleServer,
  reasons: { readonly import: string; readonly 'purge-map': string } = {
    import: 'The object store did not respond: connect ECONNREFUSED 10.0.4.7:9000',
    'purge-map': 'disk I/O error',
  },
): Promise<void> {
  const { accountId } = principal;
  const missing = { storeId: 'gone', importId: 'gone', mapId: 4_711 };
  // Due tomorrow, so that only this claim obtains them and not the server.
  const runAt = Date.now() + DAY_MS;
  for (const [kind, reason] of Object.entries(reasons)) {
    const payload = JSON.stringify({ kind, accountId, ...missing });
    await storage.jobs.enqueue([{ kind, key: `failed:${kind}`, runAt, accountId, payload }]);
    const jobs = await storage.jobs.claim([kind], 1, runAt, runAt + DAY_MS);
    for (const job of jobs) await storage.jobs.bury(job, reason, Date.now());
  }
}
