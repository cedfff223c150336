import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import { startCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Returns the URL of the run's PostgreSQL, which it starts on the first request. */
    readonly postgresBroker: string;
    /** The engine of that server. */
    readonly postgresBackend: 'postgres' | 'citus';
  }
}

/**
 * Starts one PostgreSQL for a test run, but only if a test needs it. Test files run in separate processes and request
 * its URL from this process.
 */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideServer(project, 'postgres', () => startCluster());
}

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

/** Lets tests request the URL of a server, which is started once. Returns a function that stops it. */
export async function provideServer(
  project: TestProject,
  backend: 'postgres' | 'citus',
  start: () => Promise<Server>,
): Promise<() => Promise<void>> {
  let starting: Promise<Server> | null = null;
  const broker = createServer((_, response) => {
    starting ??= start();
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

  project.provide('postgresBackend', backend);

  return async () => {
    broker.close();
    const server = await starting?.catch(() => null);
    await server?.stop();
  };
}
