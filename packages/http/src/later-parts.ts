import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Parts of the server that are loaded when a request first needs them, so that the start is fast. What is loaded once is not
 * loaded again.
 */
const LATER_PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('./mcp/endpoint.ts'),
  () => import('prom-client'),
  () => import('@hono/node-server'),
  () => import('./app.ts'),
];

/** Milliseconds after which the first requests of a new server have been answered. */
const STARTED_MS = 2_000;

/**
 * Loads the later parts in the background soon after the start, one after another. The first request that needs one then
 * delays no other, and does not need files that an upgrade may have replaced.
 */
export function loadLaterParts(): NodeJS.Timeout {
  return setTimeout(() => void loadAll(), STARTED_MS).unref();
}

async function loadAll(): Promise<void> {
  for (const load of LATER_PARTS) {
    // The request that needs a part reports why it can't be loaded.
    await load().catch(() => {});
    await nextTurn();
  }
}
