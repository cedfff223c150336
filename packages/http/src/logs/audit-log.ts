import type { Logger } from 'pino';
import type { Exchange } from '../exchange.ts';

/** The events of the audit log, which records who did what. */
export type AuditEvent =
  | 'key.created'
  | 'key.revoked'
  | 'store.deleted'
  | 'image.deleted'
  | 'map.deleted'
  | 'font.deleted'
  | 'records.exported'
  | 'job.retried'
  | 'limits.changed';

/** Ids of the objects of an event. Never names, values or secrets. */
export type AuditSubject = Readonly<Record<string, string | number | null>>;

/** Returns a logger that writes at level `info` even if the given logger has a higher level, unless that is `silent`. */
export function auditLog(logger: Logger): Logger {
  return logger.level === 'silent' ? logger : logger.child({ audit: true }, { level: 'info' });
}

/** Logs an event with the principal, the address and the trace id of its request. */
export function logAudit(log: Logger, event: AuditEvent, exchange: Exchange, subject: AuditSubject): void {
  const { principal, address, traceId } = exchange;
  const who = { accountId: principal?.accountId, keyId: principal?.key?.id, address, traceId };
  log.info({ event, ...who, subject }, 'audit');
}
