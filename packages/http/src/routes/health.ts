import type { Health } from '../health.ts';
import type { Metrics } from '../metrics.ts';
import { json } from '../reply.ts';
import { type OpenRoute, openRoute } from '../route.ts';

/** What operators and their probes ask (decisions section 1, "Operations"). No key. */
export function healthRoutes(health: Health, metrics: Metrics): readonly OpenRoute[] {
  return [
    openRoute({
      method: 'GET',
      path: '/healthz',
      handle: () => json({ status: 'ok' }),
    }),
    openRoute({
      method: 'GET',
      path: '/readyz',
      handle: async () => {
        await health.requireReady();
        return json({ status: 'ok' });
      },
    }),
    openRoute({
      method: 'GET',
      path: '/metrics',
      handle: async () => ({
        status: 200,
        headers: { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' },
        body: await metrics.render(),
      }),
    }),
  ];
}
