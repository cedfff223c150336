import { ListWebhookDeliveriesQuery, ReplayWebhookRequest } from '../../contracts/changes/webhooks.ts';
import { parseContract } from '../../contracts/ground/contract.ts';
import { ConflictError, CursorExpiredError, NotFoundError, ValidationError } from '../../ground/errors.ts';
import { canBeStored } from '../../ground/stored-text.ts';
import type { DeliveryRow, WebhookCursor, WebhookRow } from '../../storage/index.ts';
import { createTurns } from '../../turns/turns.ts';
import { showDatetime } from '../../values/datetime.ts';
import { attemptDelivery } from '../../webhooks/attempt.ts';
import { storesOf } from '../../webhooks/behind.ts';
import type { ServiceContext } from '../calls/context.ts';
import { numberCursor, pageOf, pageStart } from '../calls/page.ts';
import { decodeChangePosition } from '../changes/change-position.ts';
import { eventBody } from './delivery-body.ts';
import { openWebhook, requireSender } from './open-webhook.ts';
import type { WebhookService } from './webhook-service.ts';
import { showAnswer, showDelivery } from './webhook-view.ts';

type SendingCalls = Pick<WebhookService, 'test' | 'listDeliveries' | 'retryDelivery' | 'replay'>;

/** A receiver may take its time, so the tests of an account wait for each other. */
const TESTS = {
  queue: 'webhook-tests',
  atOnce: 16,
  perAccount: 2,
  waiting: 64,
  waitMax: 5_000,
  refusal: 'Too many webhooks are being tested.',
} as const;

export function webhookSending(context: ServiceContext): SendingCalls {
  const { storage, clock, ids, cursorSecrets: secrets, closing } = context;
  const { webhooks, webhookDeliveries: deliveries, changes } = storage;
  const tests = createTurns(TESTS);

  async function openDelivery(webhook: WebhookRow, id: string): Promise<DeliveryRow> {
    const delivery = canBeStored(id) ? await deliveries.get(webhook, id) : null;
    if (delivery === null) throw new NotFoundError('delivery');
    return delivery;
  }

  /** Returns the store of a position, and its number. A position names its store by its signature alone. */
  async function findPosition(webhook: WebhookRow, position: string): Promise<WebhookCursor> {
    const { accountId } = webhook;
    for (const storeId of await storesOf(storage, { webhook, cursors: [] })) {
      try {
        const number = decodeChangePosition(secrets, { accountId, id: storeId }, position);
        return { storeId, position: number };
      } catch (error) {
        if (!(error instanceof ValidationError)) throw error;
      }
    }
    throw new ValidationError([{ path: 'since', message: 'Expected a position of one of the stores.' }]);
  }

  return {
    async test(principal, webhookId, { signal } = {}) {
      const webhook = await openWebhook(context, principal, webhookId);
      const sender = requireSender(context);
      const now = clock();
      const body = eventBody('webhook.test', showDatetime(now), { webhookId: webhook.id });
      const id = `msg_${ids.uuid(now).replaceAll('-', '')}`;
      const until = signal === undefined ? closing : AbortSignal.any([closing, signal]);
      return tests.run({ account: webhook.accountId, signal: until }, async () => {
        const { attempt } = await attemptDelivery({ sender, clock }, webhook, { id, body }, until);
        return showAnswer(attempt);
      });
    },

    async listDeliveries(principal, webhookId, query = {}) {
      const webhook = await openWebhook(context, principal, webhookId);
      const { limit, cursor, status = null } = parseContract(ListWebhookDeliveriesQuery, query);
      const scope = [webhook.accountId, 'ListWebhookDeliveries', webhook.id, status ?? ''];
      const before = pageStart(secrets, scope, cursor);
      const slice = await deliveries.list(webhook, { before, limit, status });
      const items = slice.rows.map((row) => showDelivery(secrets, webhook, row));
      return pageOf(items, limit, slice, (last) => numberCursor(secrets, scope, last.seq));
    },

    async retryDelivery(principal, webhookId, deliveryId) {
      const webhook = await openWebhook(context, principal, webhookId);
      await openDelivery(webhook, deliveryId);
      if (webhook.status === 'disabled') throw new ConflictError('The webhook is disabled; enable it first.');
      if (!(await deliveries.retry(webhook, deliveryId, clock()))) {
        throw new ConflictError('The body of the delivery is not kept any more; replay the change.');
      }
      return showDelivery(secrets, webhook, await openDelivery(webhook, deliveryId));
    },

    async replay(principal, webhookId, request) {
      const webhook = await openWebhook(context, principal, webhookId);
      const { since } = parseContract(ReplayWebhookRequest, request);
      const cursor = await findPosition(webhook, since);
      const page = await changes.read(cursor.storeId, { after: cursor.position, limit: 1 });
      if (page === 'expired') throw new CursorExpiredError();
      if (!(await webhooks.rewind(webhook, cursor, clock()))) throw new NotFoundError('webhook');
      return { storeId: cursor.storeId, since };
    },
  };
}
