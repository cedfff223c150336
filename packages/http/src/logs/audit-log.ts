import type { Logger } from 'pino';
import type { Exchange } from '../call/exchange.ts';
import type { AuditEvent, AuditSubject } from '../ground/audit-event.ts';

/**
 * Returns a logger that writes level `info` even if the given logger only writes more severe levels, unless it is
 * `silent`.
 */
export function auditLog(logger: Logger): Logger {
  return logger.level === 'silent' ? logger : logger.child({ audit: true }, { level: 'info' });
}

/** Logs an event with the principal, the address and the trace id of its request. */
export function logAudit(log: Logger, event: AuditEvent, exchange: Exchange, subject: AuditSubject): void {
  const { principal, address, traceId } = exchange;
  const who = { accountId: principal?.accountId, keyId: principal?.key?.id, address, traceId };
  log.info({ event, ...who, subject }, 'audit');
}

/** Logs an event that no request has caused, in the form of `logAudit`. */
export function logSystemAudit(
  log: Logger,
  event: AuditEvent,
  accountId: string,
  subject: AuditSubject,
): void {
  log.info({ event, accountId, subject }, 'audit');
}
