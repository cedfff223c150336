import type { Logger } from 'pino';
import type { Health } from '../ground/health.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { MetricsAccess } from '../routes/status/health.ts';
import type { Traffic } from '../traffic/traffic.ts';

export interface AppOptions {
  /** Logs one line per request, audit events and faults. Default: silent. */
  readonly logger?: Logger;
  /** Default: a new one, which is ready whenever the storage responds. */
  readonly health?: Health;
  /**
   * The path below which the app is mounted, such as `/vitrine`. It is removed from the paths of requests, unless the
   * router has done so, and it begins the paths in responses. Default `/`. The `baseUrl` of the Vitrine ends with it.
   */
  readonly basePath?: string;
  /**
   * The address that the server listens on. The store tools refuse every Host other than this one, that of the base URL
   * and loopback names.
   */
  readonly host?: string;
  /** Deadlines, limits of bytes in flight and turns of uploads. Default: new ones with the default limits. */
  readonly traffic?: Traffic;
  /** Default: new ones, of the Vitrine and the traffic. */
  readonly metrics?: Metrics;
  /** Who may read `/metrics`. Default `open`. */
  readonly metricsAccess?: MetricsAccess;
  /** CIDR ranges of the proxies whose `X-Forwarded-For` is trusted. Default: none. */
  readonly trustedProxies?: readonly string[];
  /** The origins whose pages may read responses to read-only store keys, and use the store tools. Default: none. */
  readonly corsOrigins?: readonly string[];
  /**
   * Whether clients may get access tokens for the store tools by OAuth (docs/agents.md#oauth). Needs the console.
   * Default: if the base URL is https.
   */
  readonly oauth?: boolean | undefined;
  /** Whether the store tools have `search` and `fetch`, which some clients demand. Default false. */
  readonly searchTools?: boolean | undefined;
  /** Whether to serve the console under `/console`, if it has been built. Default false. */
  readonly console?: boolean;
}
