import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import { type Cluster, startCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Returns the URL of the run's PostgreSQL, which it starts on the first request. */
    readonly postgresBroker: string;
  }
}

/**
 * Starts one PostgreSQL for a test run, but only if a test needs it. Test files run in separate processes and request
 * its URL from this process.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<Cluster> | null = null;
  const broker = createServer((_, response) => {
    starting ??= startCluster();
    starting.then(
      ({ url }) => response.end(url),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve));
  broker.unref();
  const address = broker.address();
  if (address === null || typeof address === 'string') throw new Error('The broker has no port.');
  project.provide('postgresBroker', `http://127.0.0.1:${address.port}`);

  return async () => {
    broker.close();
    const cluster = await starting?.catch(() => null);
    await cluster?.stop();
  };
}
