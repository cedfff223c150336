/** What a program that starts the server shares with it: its logs, its addresses, and the stages in which it stops. */
export { quote } from './ground/quote.ts';
export { toReachable } from './ground/reachable-url.ts';
export { auditLog } from './logs/audit-log.ts';
export { serverLog } from './logs/server-log.ts';
export { refusedCsv } from './response/refused-body.ts';
export type { MetricsPlace } from './server.ts';
export { StopError, stopStages } from './stop-stages.ts';
export type { ConnectionLimits } from './traffic/connections.ts';
export { collectAfterStart } from './traffic/memory-release.ts';
export { readVersion } from './version.ts';
