import type { WebhookDelivery, WebhookEvent, WebhookResponse } from '@vitrine/core/contracts';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { findStoreId } from '../lists/named-resources.ts';
import { readPages } from '../lists/pages.ts';
import { printItem } from '../lists/print-item.ts';
import { type ListFlags, printList } from '../lists/print-list.ts';
import type { Column } from '../lists/table.ts';
import { readSelection } from '../records/record-filters.ts';
import { readSetting } from '../settings/config.ts';
import { openWebhookSender } from '../settings/open-webhook-sender.ts';
import { SETTINGS } from '../settings/settings.ts';
import { CommandError, EXIT } from '../terminal/command-error.ts';
import { type ConfirmFlags, confirmLoss } from '../terminal/confirm.ts';
import { printLine, type Terminal } from '../terminal/terminal.ts';

type Json = { readonly json?: boolean };

export interface AddWebhookFlags extends AccountFlags, Json {
  readonly events: readonly string[];
  readonly store: readonly string[];
  readonly filter: readonly string[];
  readonly payload?: 'thin' | 'full';
  readonly description?: string;
  readonly header: readonly string[];
}

/** Does the same as `withAccount`, with the sender of webhooks. */
async function withSender(
  terminal: Terminal,
  flags: AccountFlags,
  run: Parameters<typeof withAccount<void>>[2],
): Promise<void> {
  const allowPrivateFetch = readSetting(SETTINGS.allowPrivateFetch, undefined, terminal.env) ?? false;
  const webhookSender = await openWebhookSender({ allowPrivateFetch });
  return withAccount(terminal, flags, run, { webhookSender });
}

/** Runs `vitrine webhooks list`: prints the webhooks, newest first. */
export function listWebhooks(terminal: Terminal, flags: AccountFlags & ListFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const pages = readPages((query) => vitrine.webhooks.list(principal, query), flags.limit);
    await printList(terminal, flags, WEBHOOK_COLUMNS, pages);
  });
}

const WEBHOOK_COLUMNS: readonly Column<WebhookResponse>[] = [
  { header: 'ID', cell: ({ id }) => id, whole: true },
  { header: 'STATUS', cell: ({ status }) => status },
  { header: 'EVENTS', cell: ({ events }) => events.join(' ') },
  { header: 'STORES', cell: ({ storeIds }) => (storeIds === null ? 'all' : storeIds.join(' ')) },
  { header: 'PENDING', cell: ({ lastDay }) => lastDay.pending, align: 'right' },
  { header: 'FAILED', cell: ({ lastDay }) => lastDay.failed, align: 'right' },
  { header: 'URL', cell: ({ url }) => url },
];

/** Runs `vitrine webhooks add`: creates a webhook and shows its secret once. */
export function addWebhook(terminal: Terminal, url: string, flags: AddWebhookFlags): Promise<void> {
  const headers = Object.fromEntries(flags.header.map(readHeader));
  return withSender(terminal, flags, async (vitrine, principal) => {
    const storeIds: string[] = [];
    for (const store of flags.store) storeIds.push(await findStoreId({ vitrine, principal }, store));
    const created = await vitrine.webhooks.create(principal, {
      url,
      events: (flags.events.length === 0 ? ['*'] : [...flags.events]) as WebhookEvent[],
      storeIds: storeIds.length === 0 ? null : storeIds,
      ...(flags.filter.length === 0 ? {} : { filters: readSelection({ ...flags, where: [] }).filters }),
      ...(flags.payload === undefined ? {} : { payload: flags.payload }),
      ...(flags.description === undefined ? {} : { description: flags.description }),
      headers,
    });
    printItem(terminal, flags, created, [
      ['id', created.id],
      ['secret', created.secret],
    ]);
    if (flags.json !== true) printLine(terminal.stderr, 'Save the secret: it is shown only once.');
  });
}

/** Reads `Name: value`. @throws CommandError for any other text, which may be a secret and is not shown. */
function readHeader(text: string): [string, string] {
  const colon = text.indexOf(':');
  if (colon < 1) throw new CommandError(EXIT.usage, '--header: expected "Name: value".');
  return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
}

/** Runs `vitrine webhooks show`. */
export function showWebhook(terminal: Terminal, id: string, flags: AccountFlags & Json): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const webhook = await vitrine.webhooks.get(principal, id);
    const { lastDelivery: last, lastDay, storeIds } = webhook;
    printItem(terminal, flags, webhook, [
      ['id', webhook.id],
      ['url', webhook.url],
      ['status', webhook.status],
      ['reason', webhook.disabledReason ?? undefined],
      ['events', webhook.events.join(' ')],
      ['stores', storeIds === null ? 'all' : storeIds.join(' ')],
      ['filters', webhook.filters === null ? undefined : JSON.stringify(webhook.filters)],
      ['payload', webhook.payload],
      ['description', webhook.description ?? undefined],
      ['headers', webhook.headerNames.join(' ') || undefined],
      ['last delivery', last === null ? 'none' : `${last.at}  ${last.status ?? last.error}`],
      ['last 24 h', `${lastDay.delivered} delivered, ${lastDay.pending} pending, ${lastDay.failed} given up`],
      ['created', webhook.date_created],
    ]);
  });
}

/** Runs `vitrine webhooks test`: sends a test message. @throws CommandError unless the receiver takes it. */
export function testWebhook(terminal: Terminal, id: string, flags: AccountFlags & Json): Promise<void> {
  return withSender(terminal, flags, async (vitrine, principal) => {
    const tested = await vitrine.webhooks.test(principal, id, { signal: terminal.stopSignal() });
    printItem(terminal, flags, tested, [
      ['status', tested.status ?? tested.error],
      ['milliseconds', tested.milliseconds],
      ['answer', tested.answer || undefined],
    ]);
    if (tested.status === null || tested.status < 200 || tested.status > 299) {
      throw new CommandError(EXIT.refused, 'The receiver did not take the message.');
    }
  });
}

/** Runs `vitrine webhooks rotate`: replaces the secret and shows the new one once. */
export function rotateSecret(terminal: Terminal, id: string, flags: AccountFlags & Json): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const rotated = await vitrine.webhooks.rotateSecret(principal, id);
    printItem(terminal, flags, rotated, [
      ['secret', rotated.secret],
      ['earlier one until', rotated.previousSecretUntil],
    ]);
  });
}

/** Runs `vitrine webhooks disable` and `enable`. */
export function switchWebhook(
  terminal: Terminal,
  id: string,
  status: 'active' | 'disabled',
  flags: AccountFlags,
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    if (status === 'active') await vitrine.webhooks.enable(principal, id);
    else await vitrine.webhooks.update(principal, id, { status });
    printLine(terminal.stdout, `${status}  ${id}`);
  });
}

export interface DeliveriesFlags extends AccountFlags, ListFlags {
  readonly status?: WebhookDelivery['status'];
}

/** Runs `vitrine webhooks deliveries`: prints deliveries, newest first. */
export function listDeliveries(terminal: Terminal, id: string, flags: DeliveriesFlags): Promise<void> {
  const status = flags.status === undefined ? {} : { status: flags.status };
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const pages = readPages(
      (query) => vitrine.webhooks.listDeliveries(principal, id, { ...query, ...status }),
      flags.limit,
    );
    await printList(terminal, flags, DELIVERY_COLUMNS, pages);
  });
}

const DELIVERY_COLUMNS: readonly Column<WebhookDelivery>[] = [
  { header: 'ID', cell: ({ id }) => id, whole: true },
  { header: 'STATUS', cell: ({ status }) => status },
  { header: 'ATTEMPTS', cell: ({ attempts }) => attempts.length, align: 'right' },
  { header: 'LAST', cell: ({ attempts }) => attempts.at(-1)?.status ?? attempts.at(-1)?.error ?? null },
  { header: 'NEXT', cell: ({ nextAttemptAt }) => nextAttemptAt },
  { header: 'TYPE', cell: ({ type }) => type },
  { header: 'STORE', cell: ({ storeId }) => storeId },
  { header: 'RECORD', cell: ({ recordId }) => recordId },
];

/** Runs `vitrine webhooks retry`: a server sends the delivery again. */
export function retryDelivery(
  terminal: Terminal,
  id: string,
  deliveryId: string,
  flags: AccountFlags,
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const { status } = await vitrine.webhooks.retryDelivery(principal, id, deliveryId);
    printLine(terminal.stdout, `${status}  ${deliveryId}`);
  });
}

/** Runs `vitrine webhooks replay`: a server delivers again what follows a position. */
export function replayWebhook(
  terminal: Terminal,
  id: string,
  flags: AccountFlags & { readonly since: string },
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const { storeId } = await vitrine.webhooks.replay(principal, id, { since: flags.since });
    printLine(terminal.stdout, `replays  store ${storeId}`);
  });
}

/** Runs `vitrine webhooks remove`: deletes a webhook with its deliveries. */
export function removeWebhook(
  terminal: Terminal,
  id: string,
  flags: AccountFlags & ConfirmFlags,
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const { url } = await vitrine.webhooks.get(principal, id);
    await confirmLoss(terminal, `This deletes the webhook to ${url} with its deliveries.`, flags);
    await vitrine.webhooks.delete(principal, id);
    printLine(terminal.stdout, `deleted  ${id}`);
  });
}
