// Bundled for browsers: gives pages and workers what tests call in them by name.
import { createClient } from '@vitrine/client';
import { runSuite } from './run-suite.ts';
import { startWriters } from './steady-writers.ts';
import { environmentOf, type PlainEnvironment } from './suite-environment.ts';
import { writeThroughFaults } from './write-through-faults.ts';

/** The part of the global scope of pages and workers that Node has no types of. */
interface Scope {
  addEventListener(type: 'unhandledrejection', listener: (event: { readonly reason: unknown }) => void): void;
}

const unhandled: string[] = [];
(globalThis as unknown as Scope).addEventListener('unhandledrejection', ({ reason }) =>
  unhandled.push(String(reason)),
);
Object.assign(globalThis, {
  createClient,
  runSuite: (environment: PlainEnvironment) => runSuite(environmentOf(environment)),
  startWriters,
  unhandled,
  writeThroughFaults,
});
