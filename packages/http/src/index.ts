export { createApp } from './app.ts';
export { fetchHandler } from './fetch-handler.ts';
export { createHealth, type Health } from './ground/health.ts';
export type { AppOptions } from './handler/app-options.ts';
export { nodeHandler } from './node-handler.ts';
export { refusedCsv } from './response/refused-body.ts';
export { type MetricsPlace, type RunningServer, type ServerOptions, startServer } from './server.ts';
export type { ConnectionLimits } from './traffic/connections.ts';
