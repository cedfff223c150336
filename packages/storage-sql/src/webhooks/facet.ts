import type { WebhookStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';
import { runWrite } from '../run-write.ts';
import { webhookRefOf } from './rows.ts';

export function sqlWebhooks(driver: SqlDriver): WebhookStorage {
  return {
    insert: (webhook, cursors, options) =>
      runWrite(
        driver,
        'insertWebhook',
        { webhook: { ...webhook }, cursors },
        { account: webhook.accountId },
        options,
      ),
    get: (ref) => driver.run('getWebhook', { webhookRef: webhookRefOf(ref) }),
    list: (accountId, { before, limit }) => driver.run('listWebhooks', { accountId, before, limit }),
    update: (ref, change, cursors, now) =>
      driver.run(
        'updateWebhook',
        { webhookRef: webhookRefOf(ref), change: { ...change }, cursors, now },
        { account: ref.accountId },
      ),
    rewind: (ref, cursor, now) =>
      driver.run('rewindWebhook', { webhookRef: webhookRefOf(ref), cursor, now }, { account: ref.accountId }),
    delete: (ref, enqueue) =>
      driver.run('deleteWebhook', { webhookRef: webhookRefOf(ref), enqueue }, { account: ref.accountId }),
  };
}
