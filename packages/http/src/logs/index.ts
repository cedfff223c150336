/** The logs of a server, for programs that write to them without starting it. */
export { auditLog } from './audit-log.ts';
export { serverLog } from './server-log.ts';
