import type {
  CreatedWebhookResponse,
  CreateWebhookRequest,
  ListWebhookDeliveriesQuery,
  ListWebhooksQuery,
  ReplayWebhookRequest,
  ReplayWebhookResponse,
  RotatedWebhookSecretResponse,
  TestedWebhookResponse,
  UpdateWebhookRequest,
  WebhookDelivery,
  WebhookResponse,
} from '../../contracts/changes/webhooks.ts';
import type { Page } from '../../ground/calls/pages.ts';
import type { Principal } from '../../ports/access.ts';
import type { CallOptions } from '../../turns/caller.ts';
import type { OnceOptions } from '../idempotency/idempotency.ts';

/**
 * Webhooks (docs/webhooks.md). All calls need an account principal and throw `forbidden` for a store key. An id that is
 * unknown, deleted or of another account throws `not_found`.
 */
export interface WebhookService {
  /**
   * Creates a webhook for what changes from now on, and turns the logs of its stores on. Only this response contains the
   * secret.
   * @throws ValidationError at `url`, `events`, `storeIds`, `filters` or `headers`.
   * @throws QuotaExceededError for `webhooks`.
   * @throws UnavailableError if this process sends no webhooks.
   */
  create(
    principal: Principal,
    request: CreateWebhookRequest,
    options?: OnceOptions,
  ): Promise<CreatedWebhookResponse>;
  /** Newest first. */
  list(principal: Principal, query?: ListWebhooksQuery): Promise<Page<WebhookResponse>>;
  get(principal: Principal, webhookId: string): Promise<WebhookResponse>;
  /**
   * Changes the given members only; `{}` changes nothing. The last of two racing calls wins for each member. A webhook that
   * was disabled goes on where it stopped, at most a week back.
   */
  update(principal: Principal, webhookId: string, request: UpdateWebhookRequest): Promise<WebhookResponse>;
  /** Removes the webhook and its deliveries. */
  delete(principal: Principal, webhookId: string): Promise<void>;
  /**
   * Sends `webhook.test` now, also for a disabled webhook, and returns what came of it. It is no delivery and is not repeated.
   */
  test(principal: Principal, webhookId: string, options?: CallOptions): Promise<TestedWebhookResponse>;
  /**
   * Replaces the secret. The earlier one signs too for 24 hours.
   * @throws ConflictError after nine rotations within that time.
   */
  rotateSecret(principal: Principal, webhookId: string): Promise<RotatedWebhookSecretResponse>;
  /** Makes a failing or disabled webhook active. */
  enable(principal: Principal, webhookId: string): Promise<WebhookResponse>;
  /** Newest first. */
  listDeliveries(
    principal: Principal,
    webhookId: string,
    query?: ListWebhookDeliveriesQuery,
  ): Promise<Page<WebhookDelivery>>;
  /**
   * Sends a delivery again, with its id and its body, and a new schedule.
   * @throws NotFoundError for an unknown delivery.
   * @throws ConflictError if its body is gone, or the webhook is disabled.
   */
  retryDelivery(principal: Principal, webhookId: string, deliveryId: string): Promise<WebhookDelivery>;
  /**
   * Delivers again what follows a position of one of its stores.
   * @throws ValidationError at `since`.
   */
  replay(
    principal: Principal,
    webhookId: string,
    request: ReplayWebhookRequest,
  ): Promise<ReplayWebhookResponse>;
}
