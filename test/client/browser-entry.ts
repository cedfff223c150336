// Bundled for browsers: runs in a page when it is called, and in a worker when it gets a message.
import { createClient } from '@vitrine/client';
import { runSuite } from './run-suite.ts';
import type { SuiteEnvironment } from './suite.ts';

/** The parts of a page's and a worker's global scope that Node has no types of. */
interface Scope {
  runSuite?: typeof runSuite;
  createClient?: typeof createClient;
  readonly document?: object;
  addEventListener(type: 'message', listener: (event: { readonly data: SuiteEnvironment }) => void): void;
  postMessage(message: object): void;
}

const scope = globalThis as unknown as Scope;
scope.runSuite = runSuite;
scope.createClient = createClient;
if (scope.document === undefined) {
  scope.addEventListener('message', async ({ data }) => scope.postMessage(await runSuite(data)));
}
