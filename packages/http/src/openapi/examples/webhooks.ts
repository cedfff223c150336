/** Samples of webhooks, by the ids of contracts. */

const CREATED = '2026-01-02T03:04:05.678Z';
const ATTEMPTED = '2026-01-02T03:04:06.012Z';
const STORE_ID = 'p7Qm2XaT9LkB4cVn';
const POSITION = '0000000000c-oWaCcjql_PBsTRTm3-LvEQ';
const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD7sdKjS7oC9E=';

const attempt = { at: ATTEMPTED, status: 200, error: null, milliseconds: 48 };

const webhook = {
  id: '0198f2d4-9d4c-7e6f-a081-3c4d5e6f7a8b',
  url: 'https://shop.example.com/vitrine',
  events: ['record.*'],
  storeIds: [STORE_ID],
  filters: null,
  payload: 'full',
  description: 'Search index of the shop',
  headerNames: ['Authorization'],
  status: 'active',
  disabledReason: null,
  lastDelivery: attempt,
  lastDay: { pending: 0, delivered: 12, failed: 0 },
  previousSecretUntil: null,
  date_created: CREATED,
  date_updated: CREATED,
};

const change = { position: POSITION, type: 'record.updated', recordId: 'A-1', at: CREATED, version: 12 };

const delivery = {
  id: 'msg_2gYkXbP0sLrZk4TqP0sLrZk4TqP',
  type: 'record.updated',
  storeId: STORE_ID,
  recordId: 'A-1',
  position: POSITION,
  status: 'delivered',
  nextAttemptAt: null,
  attempts: [{ ...attempt, answer: 'ok' }],
  body: JSON.stringify({
    type: 'record.updated',
    timestamp: CREATED,
    data: { storeId: STORE_ID, ...change, changed: ['price'] },
  }),
  date_created: CREATED,
};

export const webhookExamples = {
  CreateWebhookRequest: {
    url: 'https://shop.example.com/vitrine',
    events: ['record.*'],
    storeIds: [STORE_ID],
    payload: 'full',
    description: 'Search index of the shop',
    headers: { Authorization: 'Bearer 3kT9vXq1Zb7L' },
  },
  UpdateWebhookRequest: { status: 'disabled' },
  WebhookResponse: webhook,
  CreatedWebhookResponse: { ...webhook, lastDelivery: null, secret: SECRET },
  CursorPageOfWebhookResponse: { items: [webhook], limit: 50 },
  RotatedWebhookSecretResponse: { secret: SECRET, previousSecretUntil: '2026-01-03T03:04:05.678Z' },
  TestedWebhookResponse: { ...attempt, answer: 'ok' },
  WebhookDelivery: delivery,
  CursorPageOfWebhookDelivery: { items: [delivery], limit: 50 },
  ReplayWebhookRequest: { since: POSITION },
  ReplayWebhookResponse: { storeId: STORE_ID, since: POSITION },
} as const;
