import type {
  CreatedWebhookResponse,
  CreateWebhookRequest,
  ReplayWebhookResponse,
  RotatedWebhookSecretResponse,
  Routes,
  TestedWebhookResponse,
  UpdateWebhookRequest,
  WebhookDelivery,
  WebhookResponse,
} from '../generated/contracts.ts';
import type { Pages } from '../generated/pages.ts';
import type { Methods } from '../methods.ts';
import type { CallOptions } from '../transport.ts';

/** Webhooks: receivers of the changes of stores. `verifyWebhook` is for the receiver. */
export interface Webhooks {
  /** Lists webhooks, newest first, without their secrets. */
  list(request?: Routes['GET /v2/webhooks']['query'], options?: CallOptions): Pages<WebhookResponse>;
  /** Creates a webhook. Only this response contains its secret. */
  create(webhook: CreateWebhookRequest, options?: CallOptions): Promise<CreatedWebhookResponse>;
  get(webhookId: string, options?: CallOptions): Promise<WebhookResponse>;
  /** Changes the given members only. */
  update(webhookId: string, changes: UpdateWebhookRequest, options?: CallOptions): Promise<WebhookResponse>;
  delete(webhookId: string, options?: CallOptions): Promise<void>;
  /** Sends a test message now, and returns the answer of the receiver. */
  test(webhookId: string, options?: CallOptions): Promise<TestedWebhookResponse>;
  /** Replaces the secret. The earlier one signs too for 24 hours. */
  rotateSecret(webhookId: string, options?: CallOptions): Promise<RotatedWebhookSecretResponse>;
  /** Makes a disabled webhook active. */
  enable(webhookId: string, options?: CallOptions): Promise<WebhookResponse>;
  /** Lists deliveries with their attempts, newest first. */
  deliveries(
    webhookId: string,
    request?: Routes['GET /v2/webhooks/{webhookId}/deliveries']['query'],
    options?: CallOptions,
  ): Pages<WebhookDelivery>;
  /** Sends a delivery again, with its id and body. */
  retry(webhookId: string, deliveryId: string, options?: CallOptions): Promise<WebhookDelivery>;
  /** Delivers again what follows a position of one of the stores. */
  replay(webhookId: string, since: string, options?: CallOptions): Promise<ReplayWebhookResponse>;
}

export function createWebhooks({ method, pages }: Methods): Webhooks {
  return {
    list: pages('GET /v2/webhooks'),
    create: method('POST /v2/webhooks', 'key'),
    get: method('GET /v2/webhooks/{webhookId}'),
    update: method('PATCH /v2/webhooks/{webhookId}'),
    delete: method('DELETE /v2/webhooks/{webhookId}'),
    test: method('POST /v2/webhooks/{webhookId}/test', 'no', null),
    rotateSecret: method('POST /v2/webhooks/{webhookId}/rotate-secret', 'no', null),
    enable: method('POST /v2/webhooks/{webhookId}/enable', 'yes', null),
    deliveries: pages('GET /v2/webhooks/{webhookId}/deliveries'),
    retry: method('POST /v2/webhooks/{webhookId}/deliveries/{deliveryId}/retry', 'no', null),
    replay: method('POST /v2/webhooks/{webhookId}/replay', 'no', 'since'),
  };
}
