/** The events of the audit log, which records who did what. */
export type AuditEvent =
  | 'key.created'
  | 'key.revoked'
  | 'store.deleted'
  | 'store.restored'
  | 'image.deleted'
  | 'map.deleted'
  | 'font.deleted'
  | 'records.exported'
  | 'records.imported'
  | 'records.purged'
  | 'job.retried'
  | 'webhook.created'
  | 'webhook.changed'
  | 'webhook.secret-rotated'
  | 'webhook.deleted'
  | 'webhook.disabled'
  | 'limits.changed'
  | 'hosts.changed';

/** Ids of the objects of an event. Never names, values or secrets. */
export type AuditSubject = Readonly<Record<string, string | number | null>>;
