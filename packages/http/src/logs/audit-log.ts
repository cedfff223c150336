import type { Logger } from 'pino';
import type { Exchange } from '../exchange.ts';

/** The events of the audit log: they tell later who did what. */
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

/** Ids of what an event is about; never names, values or secrets. */
export type AuditSubject = Readonly<Record<string, string | number | null>>;

/** A log of its own beside that of requests: it writes its lines whatever the level of the other is, unless that is `silent`. */
export function auditLog(logger: Logger): Logger {
  return logger.level === 'silent' ? logger : logger.child({ audit: true }, { level: 'info' });
}

/** One line for an event that a request has caused. */
export function logAudit(log: Logger, event: AuditEvent, exchange: Exchange, subject: AuditSubject): void {
  const { principal, address, traceId } = exchange;
  const who = { accountId: principal?.accountId, keyId: principal?.key?.id, address, traceId };
  log.info({ event, ...who, subject }, 'audit');
}
