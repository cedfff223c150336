import { openRoute, type Route, route } from '../../call/route.ts';
import type { Health } from '../../ground/health.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { json, type Reply } from '../../response/reply.ts';

/**
 * Who may read `/metrics`: everyone, or holders of an account key of any account. With `none` the app has no such path.
 */
export type MetricsAccess = 'open' | 'key' | 'none';

/** Returns the routes for operators and their probes (docs/rules.md#probes). */
export function healthRoutes(health: Health, metrics: Metrics, access: MetricsAccess): readonly Route[] {
  return [
    openRoute({
      method: 'GET',
      path: '/healthz',
      isProbe: true,
      handle: () => json({ status: 'ok' }),
    }),
    openRoute({
      method: 'GET',
      path: '/readyz',
      isProbe: true,
      handle: async () => {
        await health.requireReady();
        return json({ status: 'ok' });
      },
    }),
    ...metricsRoutes(metrics, access),
  ];
}

function metricsRoutes(metrics: Metrics, access: MetricsAccess): readonly Route[] {
  const method = 'GET';
  const path = '/metrics';
  const handle = () => metricsReply(metrics);
  if (access === 'none') return [];
  if (access === 'open') return [openRoute({ method, path, isProbe: true, handle })];
  return [
    route({
      operation: 'ReadMetrics',
      method,
      path,
      keys: ['account'],
      tag: 'Operations',
      summary: 'Metrics of this server',
      responses: { 200: { description: 'Prometheus text.' } },
      handle,
    }),
  ];
}

/** Returns the response of `/metrics`. */
export async function metricsReply(metrics: Metrics): Promise<Reply & { body: string }> {
  return {
    status: 200,
    headers: { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' },
    body: await metrics.render(),
  };
}
