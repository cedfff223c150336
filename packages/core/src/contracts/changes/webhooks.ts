import { z } from 'zod';
import { DESCRIPTION_MAX, URL_MAX, WEBHOOK_HEADERS_MAX, WEBHOOK_STORES_MAX } from '../../ground/limits.ts';
import { body, keepsEmpty, plainText, query } from '../ground/contract.ts';
import { choice, cursor, cursorPage, pageLimit, Timestamp } from '../ground/shared.ts';
import { filters, SearchFilter } from '../records/records.ts';
import { ChangeTypePattern } from './changes.ts';

/** A type of changes, or several of them. */
const patterns = ['*', ...ChangeTypePattern.options] as const;
export const WebhookEvent = z.enum(patterns, `Expected one of ${patterns.join(', ')}.`);
export type WebhookEvent = z.output<typeof WebhookEvent>;

const url = z
  .string('Expected a URL.')
  // The length comes first: the time to parse a host name grows with the square of its length.
  .max(URL_MAX, { error: `Expected at most ${URL_MAX} characters.`, abort: true })
  .refine((text) => URL.canParse(text), 'Expected an absolute https URL.')
  .meta({ format: 'uri', description: 'An https URL with a public address. Redirects are not followed.' });

const events = z
  .array(WebhookEvent, 'Expected a list of types of changes.')
  .min(1, 'Expected at least one type of changes.')
  .max(patterns.length, `Expected at most ${patterns.length} types.`)
  .meta({ description: 'Types of changes, or `record.*`, `store.*` and `*` for several.' });

const storeIds = keepsEmpty(
  z
    .array(z.string('Expected the id of a store.'), 'Expected a list of ids of stores, or null.')
    .min(1, 'Expected at least one store, or null for all.')
    .max(WEBHOOK_STORES_MAX, `Expected at most ${WEBHOOK_STORES_MAX} stores.`)
    .nullable()
    .optional()
    .meta({ description: 'Null, and the default: all stores of the account, later ones too.' }),
);

const payload = z.enum(['thin', 'full'], 'Expected "thin" or "full".').meta({
  description: 'full: with the record as it is when the delivery is made, if that fits into 20 kB.',
});

/** Token characters of RFC 9110. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
/** Printable ASCII without spaces at its ends. */
const HEADER_VALUE = /^[!-~](?:[ -~]{0,998}[!-~])?$/;
/** Headers that belong to the message or to the connection. */
const RESERVED =
  /^(webhook-.*|host|content-.*|transfer-encoding|connection|keep-alive|proxy-.*|upgrade|te|trailer|expect|accept-encoding)$/i;

const headers = z
  .record(z.string(), z.string('Expected a string.'), 'Expected an object with header names and values.')
  .superRefine((given, context) => {
    const names = Object.keys(given);
    const add = (path: string[], message: string) =>
      context.addIssue({ code: 'custom', path, message, input: given });
    if (names.length > WEBHOOK_HEADERS_MAX) add([], `Expected at most ${WEBHOOK_HEADERS_MAX} headers.`);
    for (const name of names.slice(0, WEBHOOK_HEADERS_MAX)) {
      if (!HEADER_NAME.test(name)) add([name], 'Expected a header name.');
      else if (RESERVED.test(name)) add([name], 'This header is set by the server.');
      if (!HEADER_VALUE.test(given[name] ?? ''))
        add([name], 'Expected 1 to 1000 printable ASCII characters, no space at either end.');
    }
    const distinct = new Set(names.map((name) => name.toLowerCase()));
    if (distinct.size < names.length) add([], 'Expected each name once, in upper or lower case.');
  })
  .meta({
    description: 'Further headers, such as a token of the receiver. Responses have their names only.',
    examples: [{ Authorization: 'Bearer …' }],
  });

const description = plainText(DESCRIPTION_MAX).nullable();
const storeFilters = filters.unwrap().nullable().optional().meta({
  description: 'Only created and updated records that match all of these now. Needs exactly one store.',
});

export const CreateWebhookRequest = body({
  url,
  events,
  storeIds,
  filters: storeFilters,
  payload: payload.optional(),
  description: description.optional(),
  headers: headers.optional(),
}).meta({ id: 'CreateWebhookRequest' });
export type CreateWebhookRequest = z.input<typeof CreateWebhookRequest>;

export const UpdateWebhookRequest = body({
  url: url.optional(),
  events: events.optional(),
  storeIds,
  filters: storeFilters,
  payload: payload.optional(),
  description: description.optional(),
  headers: headers.optional().meta({ description: 'Replaces all of them.' }),
  status: z
    .enum(['active', 'disabled'], 'Expected "active" or "disabled".')
    .optional()
    .meta({ description: 'disabled: nothing is sent until it is active again; changes wait for a week.' }),
}).meta({ id: 'UpdateWebhookRequest' });
export type UpdateWebhookRequest = z.input<typeof UpdateWebhookRequest>;

const attempt = {
  at: Timestamp,
  status: z.int().nullable().meta({ description: 'The status of the answer. Null: there was none.' }),
  error: z.string().nullable().meta({ description: 'Why there was no answer.' }),
  milliseconds: z.int(),
};

const answer = z.string().meta({ description: 'The first kB of the answer.' });

const webhook = {
  id: z.string(),
  url: z.string(),
  events: z.array(WebhookEvent),
  storeIds: z.array(z.string()).nullable(),
  filters: z.array(SearchFilter).nullable(),
  payload,
  description: z.string().nullable(),
  headerNames: z.array(z.string()),
  status: z
    .enum(['active', 'failing', 'disabled'])
    .meta({ description: 'failing: the last attempt failed.' }),
  disabledReason: z.string().nullable(),
  lastDelivery: z.object(attempt).nullable().meta({ description: 'The last attempt.' }),
  lastDay: z
    .object({ pending: z.int(), delivered: z.int(), failed: z.int() })
    .meta({ description: 'The deliveries of 24 hours. At most the last 10,000 are counted.' }),
  previousSecretUntil: Timestamp.nullable().meta({
    description: 'Until when an earlier secret signs too. Null: none does.',
  }),
  date_created: Timestamp,
  date_updated: Timestamp,
};

export const WebhookResponse = z.object(webhook).meta({ id: 'WebhookResponse' });
export type WebhookResponse = z.output<typeof WebhookResponse>;

const secret = z.string().meta({ description: 'Signs the deliveries. Only this response contains it.' });

export const CreatedWebhookResponse = z.object({ ...webhook, secret }).meta({ id: 'CreatedWebhookResponse' });
export type CreatedWebhookResponse = z.output<typeof CreatedWebhookResponse>;

export const CursorPageOfWebhookResponse = cursorPage(WebhookResponse).meta({
  id: 'CursorPageOfWebhookResponse',
});

export const ListWebhooksQuery = query({ limit: pageLimit, cursor });
export type ListWebhooksQuery = z.input<typeof ListWebhooksQuery>;

export const RotatedWebhookSecretResponse = z
  .object({ secret, previousSecretUntil: Timestamp })
  .meta({ id: 'RotatedWebhookSecretResponse' });
export type RotatedWebhookSecretResponse = z.output<typeof RotatedWebhookSecretResponse>;

export const TestedWebhookResponse = z.object({ ...attempt, answer }).meta({ id: 'TestedWebhookResponse' });
export type TestedWebhookResponse = z.output<typeof TestedWebhookResponse>;

export const WebhookDelivery = z
  .object({
    id: z.string().meta({ description: 'The `webhook-id`, the same in each attempt.' }),
    type: z.string(),
    storeId: z.string(),
    recordId: z.string().nullable(),
    position: z.string().meta({ description: 'The position of the change in the log of the store.' }),
    status: z
      .enum(['pending', 'delivered', 'failed'])
      .meta({ description: 'failed: given up after ten attempts.' }),
    nextAttemptAt: Timestamp.nullable().meta({
      description: 'Null: none follows, or an earlier delivery of the record is pending.',
    }),
    attempts: z.array(z.object({ ...attempt, answer })).meta({ description: 'The last 20, oldest first.' }),
    body: z.string().nullable().meta({ description: 'As it is sent. Null after three days.' }),
    date_created: Timestamp,
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

export const CursorPageOfWebhookDelivery = cursorPage(WebhookDelivery).meta({
  id: 'CursorPageOfWebhookDelivery',
});

export const ListWebhookDeliveriesQuery = query({
  limit: pageLimit,
  cursor,
  status: choice(['pending', 'delivered', 'failed']).meta({ description: 'Only those. Default: all.' }),
});
export type ListWebhookDeliveriesQuery = z.input<typeof ListWebhookDeliveriesQuery>;

export const ReplayWebhookRequest = body({
  since: z.string('Expected a position of one of the stores.').meta({
    description: 'A position of one of the stores: what follows it is delivered again, with the same ids.',
  }),
}).meta({ id: 'ReplayWebhookRequest' });
export type ReplayWebhookRequest = z.input<typeof ReplayWebhookRequest>;

export const ReplayWebhookResponse = z
  .object({ storeId: z.string(), since: z.string() })
  .meta({ id: 'ReplayWebhookResponse' });
export type ReplayWebhookResponse = z.output<typeof ReplayWebhookResponse>;
