import {
  type CreatedWebhookResponse,
  CreateWebhookRequest,
  ListWebhooksQuery,
  UpdateWebhookRequest,
  type WebhookResponse,
} from '../../contracts/changes/webhooks.ts';
import { parseContract } from '../../contracts/ground/contract.ts';
import { ConflictError, NotFoundError } from '../../ground/errors.ts';
import { purgeWebhookJob } from '../../jobs/job-kinds.ts';
import { guardWrites, requireAccountKey } from '../../ports/access.ts';
import type {
  Millis,
  NewWebhook,
  WebhookChange,
  WebhookCursor,
  WebhookRow,
  WebhookSecret,
} from '../../storage/index.ts';
import { showDatetime } from '../../values/datetime.ts';
import { createWebhookSecret } from '../../webhooks/signature.ts';
import type { ServiceContext } from '../calls/context.ts';
import { numberCursor, pageOf, pageStart } from '../calls/page.ts';
import { once, type RepeatableCall } from '../idempotency/idempotency.ts';
import { openWebhook, requireSender } from './open-webhook.ts';
import { beginLogs, requireServable } from './webhook-plan.ts';
import { webhookSending } from './webhook-sending.ts';
import type { WebhookService } from './webhook-service.ts';
import { showWebhook } from './webhook-view.ts';

const DAY: Millis = 24 * 3_600_000;
/** How long an earlier secret signs too, and how many secrets sign at once. */
const SECRET_OVERLAP: Millis = DAY;
const SECRETS_MAX = 10;

const NO_DELIVERIES = { pending: 0, delivered: 0, failed: 0 };

/** The changes that make a webhook active, and that turn it off. */
const ENABLED = { status: 'active', disabledReason: null, failingSince: null, heldUntil: null } as const;
const TURNED_OFF = { status: 'disabled', disabledReason: 'It was turned off.' } as const;

const CREATE: RepeatableCall<CreatedWebhookResponse, unknown, CreatedWebhookResponse> = {
  name: 'webhooks.create',
  isSecret: true,
  show: (_context, { plan }) => plan,
};

export function webhookService(context: ServiceContext): WebhookService {
  const { storage, clock, ids, quotas, cursorSecrets: secrets } = context;
  const { webhooks, webhookDeliveries: deliveries } = storage;

  async function show(webhook: WebhookRow): Promise<WebhookResponse> {
    const now = clock();
    return showWebhook(webhook, await deliveries.counts(webhook, now - DAY), now);
  }

  async function change(
    webhook: WebhookRow,
    members: WebhookChange,
    cursors: readonly WebhookCursor[] = [],
  ): Promise<WebhookRow> {
    const changed = await webhooks.update(webhook, members, cursors, clock());
    if (changed === null) throw new NotFoundError('webhook');
    return changed;
  }

  /** Turns off that new stores have a log, unless a webhook of all stores is left. */
  async function logFewerStores(accountId: string): Promise<void> {
    const { rows } = await webhooks.list(accountId, { before: null, limit: Number.MAX_SAFE_INTEGER });
    if (rows.every(({ storeIds }) => storeIds !== null)) await storage.changes.logNewStores(accountId, false);
  }

  const service: WebhookService = {
    create: (principal, request, options) =>
      once(context, CREATE, { principal, inputs: [request], options }, async (write) => {
        requireAccountKey(principal);
        const { accountId } = principal;
        const {
          url,
          events,
          storeIds = null,
          filters = null,
          ...given
        } = parseContract(CreateWebhookRequest, request);
        const { payload = 'thin', description = null, headers = {} } = given;
        const settings = { url, events, storeIds, filters, payload, description, headers };
        await requireServable(context, requireSender(context), accountId, settings);
        await quotas.requireRoom(accountId, { webhooks: 1 });
        const cursors = await beginLogs(context, { accountId, storeIds });
        const now = clock();
        const secret = createWebhookSecret();
        const webhook: NewWebhook = {
          id: ids.uuid(now),
          accountId,
          ...settings,
          secrets: [{ secret, until: null }],
          ...ENABLED,
          lastAttempt: null,
          createdAt: now,
          updatedAt: now,
        };
        const created = { ...showWebhook(webhook, NO_DELIVERIES, now), secret };
        await quotas.use(accountId, { webhooks: 1 }, () =>
          write(created, (how) => webhooks.insert(webhook, cursors, how)),
        );
        // Again, because the deletion of another webhook of all stores may have turned it off before this one was there.
        if (storeIds === null) await storage.changes.logNewStores(accountId, true);
        return created;
      }),

    async list(principal, query = {}) {
      requireAccountKey(principal);
      const { accountId } = principal;
      const { limit, cursor } = parseContract(ListWebhooksQuery, query);
      const scope = [accountId, 'ListWebhooks'];
      const before = pageStart(secrets, scope, cursor);
      const slice = await webhooks.list(accountId, { before, limit });
      const items = await Promise.all(slice.rows.map(show));
      return pageOf(items, limit, slice, (last) => numberCursor(secrets, scope, last.seq));
    },

    async get(principal, webhookId) {
      return show(await openWebhook(context, principal, webhookId));
    },

    async update(principal, webhookId, request) {
      const webhook = await openWebhook(context, principal, webhookId);
      const { status, ...given } = parseContract(UpdateWebhookRequest, request);
      const members = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      const settings: WebhookRow = { ...webhook, ...members };
      const { accountId, storeIds } = settings;
      if (['url', 'storeIds', 'filters'].some((name) => name in members)) {
        await requireServable(context, requireSender(context), accountId, settings);
      }
      const state = status === undefined ? {} : status === 'active' ? ENABLED : TURNED_OFF;
      if (Object.keys(members).length === 0 && status === undefined) return show(webhook);
      const cursors = 'storeIds' in members ? await beginLogs(context, { accountId, storeIds }) : [];
      const changed = await change(webhook, { ...members, ...state }, cursors);
      if (webhook.storeIds === null && storeIds !== null) await logFewerStores(accountId);
      return show(changed);
    },

    async delete(principal, webhookId) {
      const webhook = await openWebhook(context, principal, webhookId);
      if (!(await webhooks.delete(webhook, [purgeWebhookJob(webhook, clock())])))
        throw new NotFoundError('webhook');
      if (webhook.storeIds === null) await logFewerStores(webhook.accountId);
    },

    async rotateSecret(principal, webhookId) {
      const webhook = await openWebhook(context, principal, webhookId);
      const now = clock();
      const until = now + SECRET_OVERLAP;
      const earlier = webhook.secrets
        .map((each): WebhookSecret => ({ ...each, until: each.until ?? until }))
        .filter((each) => (each.until ?? now) > now);
      if (earlier.length >= SECRETS_MAX) {
        throw new ConflictError('The secret was rotated too often within 24 hours; try again later.');
      }
      const secret = createWebhookSecret();
      await change(webhook, { secrets: [{ secret, until: null }, ...earlier] });
      return { secret, previousSecretUntil: showDatetime(until) };
    },

    async enable(principal, webhookId) {
      return show(await change(await openWebhook(context, principal, webhookId), ENABLED));
    },

    ...webhookSending(context),
  };
  return guardWrites(service, {
    create: 'writes',
    list: 'reads',
    get: 'reads',
    update: 'writes',
    delete: 'writes',
    test: 'writes',
    rotateSecret: 'writes',
    enable: 'writes',
    listDeliveries: 'reads',
    retryDelivery: 'writes',
    replay: 'writes',
  });
}
