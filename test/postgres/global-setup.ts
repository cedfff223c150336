import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import { startCluster } from './cluster.ts';
import { createTemplate, type Template } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Returns the URL of the run's PostgreSQL, which it starts on the first request; at `/template` that of a template. */
    readonly postgresBroker: string;
    /** The engine of that server. */
    readonly postgresBackend: 'postgres' | 'citus';
  }
}

/**
 * Starts one PostgreSQL for a test run, unless `TEST_DATABASE_URL` names one, but only if a test needs it. Test files run
 * in separate processes and request its URL from this process, and the name of a template.
 */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideServer(project, 'postgres', () => startCluster());
}

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Lets tests request the URL of a server, which is started once, and of a template on it. Returns a function that removes
 * both.
 */
export async function provideServer(
  project: TestProject,
  backend: 'postgres' | 'citus',
  start: () => Promise<Server>,
): Promise<() => Promise<void>> {
  let starting: Promise<Server> | null = null;
  let copying: Promise<Template> | null = null;

  async function serverUrl(): Promise<string> {
    const { TEST_DATABASE_URL: given } = process.env;
    if (given !== undefined && given !== '') return given;
    starting ??= start();
    return (await starting).url;
  }

  async function templateName(): Promise<string> {
    copying ??= serverUrl().then(createTemplate);
    return (await copying).name;
  }

  // A connection that the server closes while a test sends its next request would fail that test.
  const broker = createServer({ keepAliveTimeout: 0 }, ({ url }, response) => {
    const reading = url === '/template' ? templateName() : serverUrl();
    reading.then(
      (text) => response.end(text),
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
    const template = await copying?.catch(() => null);
    await template?.drop();
    const server = await starting?.catch(() => null);
    await server?.stop();
  };
}
