import {
  CreatedWebhookResponse,
  CreateWebhookRequest,
  CursorPageOfWebhookDelivery,
  CursorPageOfWebhookResponse,
  ListWebhookDeliveriesQuery,
  ListWebhooksQuery,
  ReplayWebhookRequest,
  ReplayWebhookResponse,
  RotatedWebhookSecretResponse,
  TestedWebhookResponse,
  UpdateWebhookRequest,
  WebhookDelivery,
  WebhookResponse,
} from '@vitrine/core/contracts';
import { type KeyedRoute, route } from '../../call/route.ts';
import { json, noContent } from '../../response/reply.ts';

const tag = 'Extensions';
const keys = ['account'] as const;
const webhookId = 'The id of the webhook.';
const params = { webhookId };
const noWebhook = { description: 'No such webhook.' };

/** Webhooks and their deliveries (docs/webhooks.md). */
export const webhookRoutes: readonly KeyedRoute[] = [
  route({
    operation: 'CreateWebhook',
    isIdempotent: true,
    audit: 'webhook.created',
    method: 'POST',
    path: '/v2/webhooks',
    keys,
    tag,
    summary: 'Create a webhook',
    description:
      'Each change of its stores is then sent to the URL as a message of Standard Webhooks 1.0. Only this response contains ' +
      'the secret that signs the messages.',
    body: CreateWebhookRequest,
    requiresBody: true,
    responses: {
      201: {
        description: 'The webhook and its secret.',
        schema: CreatedWebhookResponse,
        headers: { Location: 'The path of the webhook.' },
      },
    },
    handle: async ({ vitrine, principal, body, once }) => {
      const created = await vitrine.webhooks.create(principal, await body(), once);
      const reply = json(created, 201, { Location: `/v2/webhooks/${created.id}` });
      return { ...reply, audited: { webhookId: created.id } };
    },
  }),
  route({
    operation: 'ListWebhooks',
    method: 'GET',
    path: '/v2/webhooks',
    keys,
    tag,
    summary: 'List webhooks, newest first',
    query: ListWebhooksQuery,
    responses: { 200: { description: 'A page of webhooks.', schema: CursorPageOfWebhookResponse } },
    handle: async ({ vitrine, principal, query }) => json(await vitrine.webhooks.list(principal, query())),
  }),
  route({
    operation: 'GetWebhook',
    method: 'GET',
    path: '/v2/webhooks/:webhookId',
    keys,
    tag,
    summary: 'Read a webhook',
    description: 'Without its secrets and the values of its headers.',
    params,
    responses: { 200: { description: 'The webhook.', schema: WebhookResponse }, 404: noWebhook },
    handle: async ({ vitrine, principal, param }) =>
      json(await vitrine.webhooks.get(principal, param('webhookId'))),
  }),
  route({
    operation: 'UpdateWebhook',
    audit: 'webhook.changed',
    method: 'PATCH',
    path: '/v2/webhooks/:webhookId',
    keys,
    tag,
    summary: 'Change a webhook, or turn it off',
    description: 'Changes only the given members.',
    params,
    body: UpdateWebhookRequest,
    requiresBody: true,
    responses: {
      200: { description: 'The webhook after the change.', schema: WebhookResponse },
      404: noWebhook,
    },
    handle: async ({ vitrine, principal, param, body }) =>
      json(await vitrine.webhooks.update(principal, param('webhookId'), await body())),
  }),
  route({
    operation: 'DeleteWebhook',
    audit: 'webhook.deleted',
    method: 'DELETE',
    path: '/v2/webhooks/:webhookId',
    keys,
    tag,
    summary: 'Delete a webhook and its deliveries',
    params,
    responses: { 204: { description: 'Deleted.' }, 404: noWebhook },
    handle: async ({ vitrine, principal, param }) => {
      await vitrine.webhooks.delete(principal, param('webhookId'));
      return noContent();
    },
  }),
  route({
    operation: 'TestWebhook',
    method: 'POST',
    path: '/v2/webhooks/:webhookId/test',
    keys,
    tag,
    summary: 'Send a test message now',
    description:
      'Sends `webhook.test` once and returns what came of it, after at most 15 s. It is no delivery, and a disabled webhook ' +
      'can be tested too.',
    params,
    responses: {
      200: { description: 'The answer of the receiver.', schema: TestedWebhookResponse },
      404: noWebhook,
    },
    handle: async ({ vitrine, principal, param, signal, waitFor }) =>
      json(await waitFor(() => vitrine.webhooks.test(principal, param('webhookId'), { signal }))),
  }),
  route({
    operation: 'RotateWebhookSecret',
    audit: 'webhook.secret-rotated',
    method: 'POST',
    path: '/v2/webhooks/:webhookId/rotate-secret',
    keys,
    tag,
    summary: 'Replace the secret',
    description: 'The earlier secret signs too for 24 hours. Only this response contains the new one.',
    params,
    responses: {
      200: { description: 'The new secret.', schema: RotatedWebhookSecretResponse },
      404: noWebhook,
      409: { description: 'The secret was rotated too often within 24 hours.' },
    },
    handle: async ({ vitrine, principal, param }) =>
      json(await vitrine.webhooks.rotateSecret(principal, param('webhookId'))),
  }),
  route({
    operation: 'EnableWebhook',
    audit: 'webhook.changed',
    method: 'POST',
    path: '/v2/webhooks/:webhookId/enable',
    keys,
    tag,
    summary: 'Make a disabled webhook active',
    description: 'It goes on where it stopped, at most a week back.',
    params,
    responses: { 200: { description: 'The webhook.', schema: WebhookResponse }, 404: noWebhook },
    handle: async ({ vitrine, principal, param }) =>
      json(await vitrine.webhooks.enable(principal, param('webhookId'))),
  }),
  route({
    operation: 'ListWebhookDeliveries',
    method: 'GET',
    path: '/v2/webhooks/:webhookId/deliveries',
    keys,
    tag,
    summary: 'List the deliveries of a webhook, newest first',
    description: 'With all attempts. Bodies are kept for three days, deliveries that have ended for seven.',
    params,
    query: ListWebhookDeliveriesQuery,
    responses: {
      200: { description: 'A page of deliveries.', schema: CursorPageOfWebhookDelivery },
      404: noWebhook,
    },
    handle: async ({ vitrine, principal, param, query }) =>
      json(await vitrine.webhooks.listDeliveries(principal, param('webhookId'), query())),
  }),
  route({
    operation: 'RetryWebhookDelivery',
    method: 'POST',
    path: '/v2/webhooks/:webhookId/deliveries/:deliveryId/retry',
    keys,
    tag,
    summary: 'Send a delivery again',
    description: 'Now, with its id and its body, also if it was delivered or given up.',
    params: { webhookId, deliveryId: 'The id of the delivery: its `webhook-id`.' },
    responses: {
      200: { description: 'The delivery, which is pending.', schema: WebhookDelivery },
      404: { description: 'No such webhook or delivery.' },
      409: { description: 'The body is not kept any more, or the webhook is disabled.' },
    },
    handle: async ({ vitrine, principal, param }) =>
      json(await vitrine.webhooks.retryDelivery(principal, param('webhookId'), param('deliveryId'))),
  }),
  route({
    operation: 'ReplayWebhook',
    method: 'POST',
    path: '/v2/webhooks/:webhookId/replay',
    keys,
    tag,
    summary: 'Deliver changes again',
    description: 'All that follow a position in the log of one of the stores, with the ids that they had.',
    params,
    body: ReplayWebhookRequest,
    requiresBody: true,
    responses: {
      202: { description: 'The deliveries follow.', schema: ReplayWebhookResponse },
      404: noWebhook,
      410: { description: '`cursor_expired`: the changes after the position are no longer kept.' },
    },
    handle: async ({ vitrine, principal, param, body }) =>
      json(await vitrine.webhooks.replay(principal, param('webhookId'), await body()), 202),
  }),
];
