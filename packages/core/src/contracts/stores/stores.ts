import { z } from 'zod';
import { readDuration } from '../../ground/duration.ts';
import {
  DESCRIPTION_MAX,
  FORMAT_DECIMALS_MAX,
  HISTORY_MAX,
  NAME_MAX,
  PROPERTIES_MAX,
  PROPERTY_NAME_MAX,
  RECORD_TTL_MAX,
} from '../../ground/limits.ts';
import { canBeStored, fitsCodePoints } from '../../ground/stored-text.ts';
import { PROPERTY_TYPES } from '../../values/value.ts';
import { body, nameText, plainText, query } from '../ground/contract.ts';
import { choice, cursor, cursorPage, pageLimit, Timestamp } from '../ground/shared.ts';

export const propertyType = z.enum(PROPERTY_TYPES, `Expected one of ${PROPERTY_TYPES.join(', ')}.`);
const flag = z.boolean('Expected true or false.');
const description = plainText(DESCRIPTION_MAX).nullable();
const recordTtl = z
  .int(`Expected a whole number of seconds from 1 to ${RECORD_TTL_MAX}, or null.`)
  .min(1, `Expected a whole number of seconds from 1 to ${RECORD_TTL_MAX}, or null.`)
  .max(RECORD_TTL_MAX, `Expected a whole number of seconds from 1 to ${RECORD_TTL_MAX}, or null.`)
  .nullable()
  .meta({ description: 'Seconds after its last write until a record expires. Null: never.' });

const HISTORY =
  'Expected an ISO 8601 duration of whole numbers up to a year, such as P30D or PT12H, or null.';
/** Its output is the number of seconds. */
const history = z
  .string(HISTORY)
  .transform((text, context) => {
    const seconds = readDuration(text) ?? 0;
    if (seconds >= 1 && seconds <= HISTORY_MAX) return seconds;
    context.issues.push({ code: 'custom', message: HISTORY, input: text });
    return z.NEVER;
  })
  .nullable()
  .meta({
    description:
      'How long the values before a change are kept: an ISO 8601 duration up to a year, such as P30D. Null: not at all.',
  });
const changes = flag.meta({
  description: 'Whether changes are logged also while nobody follows them. Default false.',
});

/** C0, DEL and C1. */
const CONTROL = /\p{Cc}/u;

/** The rules of docs/rules.md#properties. `schema/property.ts` checks those that depend on other properties. */
export const propertyName = z
  .string('Expected a string.')
  // The length comes first: the time of normalization grows with the square of the length of a run of combining marks.
  .refine((text) => text !== '' && fitsCodePoints(text, PROPERTY_NAME_MAX), {
    error: `Expected 1 to ${PROPERTY_NAME_MAX} characters.`,
    abort: true,
  })
  .refine(
    (text) => canBeStored(text) && !CONTROL.test(text),
    'Expected well-formed text without control characters.',
  )
  .refine((text) => text.trim() === text, 'Expected no space at either end.')
  .refine((text) => text.normalize('NFC') === text, 'Expected Unicode normalization form NFC.')
  .meta({ minLength: 1, maxLength: PROPERTY_NAME_MAX });

const DECIMALS = `Expected a whole number from 0 to ${FORMAT_DECIMALS_MAX}.`;
const CURRENCY = 'Expected a code of ISO 4217, such as "EUR".';

export const NumberFormat = body({
  style: z
    .enum(['plain', 'currency', 'percent'], 'Expected "plain", "currency" or "percent".')
    .meta({ description: 'percent: with a sign behind the number, which is not multiplied.' }),
  currency: z
    .string(CURRENCY)
    .regex(/^[A-Z]{3}$/, CURRENCY)
    .optional()
    .meta({ description: 'ISO 4217. A currency needs it, other styles have none.' }),
  decimals: z
    .int(DECIMALS)
    .min(0, DECIMALS)
    .max(FORMAT_DECIMALS_MAX, DECIMALS)
    .optional()
    .meta({ description: 'Default: as many as the values have.' }),
})
  .superRefine(({ style, currency }, context) => {
    if ((style === 'currency') === (currency !== undefined)) return;
    const message = style === 'currency' ? CURRENCY : 'Only the style "currency" has a currency.';
    context.addIssue({ code: 'custom', path: ['currency'], message, input: currency });
  })
  .meta({ id: 'NumberFormat' });
export type NumberFormat = z.output<typeof NumberFormat>;

const format = NumberFormat.nullable().optional().meta({
  description: 'How the values of a number are shown. They stay plain numbers. Null: as they are.',
});

export const StorePropertyRequest = body({
  name: propertyName,
  type: propertyType,
  required: flag.optional(),
  unique: flag
    .optional()
    .meta({ description: 'Implies required. Several unique properties form one composite key.' }),
  description: description.optional(),
  format,
}).meta({ id: 'StorePropertyRequest' });
export type StorePropertyRequest = z.input<typeof StorePropertyRequest>;

export const CreateStoreRequest = body({
  name: nameText(NAME_MAX),
  description: description.optional(),
  recordTtl: recordTtl.optional(),
  changes: changes.optional(),
  history: history.optional(),
  properties: z
    .array(StorePropertyRequest, 'Expected a list of properties.')
    .min(1, 'Expected at least one property.')
    .max(PROPERTIES_MAX, `Expected at most ${PROPERTIES_MAX} properties.`),
}).meta({ id: 'CreateStoreRequest' });
export type CreateStoreRequest = z.input<typeof CreateStoreRequest>;

/** The properties of a store alone. */
export const StoreSchemaRequest = CreateStoreRequest.pick({ properties: true });

export const UpdateStoreRequest = body({
  name: nameText(NAME_MAX).optional(),
  description: description.optional(),
  recordTtl: recordTtl.optional(),
  changes: changes.optional(),
  history: history.optional(),
}).meta({ id: 'UpdateStoreRequest' });
export type UpdateStoreRequest = z.input<typeof UpdateStoreRequest>;

/** `name`, `type` and `unique` cannot change, but are accepted if they are equal. */
export const UpdatePropertyRequest = body({
  name: z.string('Expected a string.').optional(),
  type: propertyType.optional(),
  required: flag.optional(),
  unique: flag.optional(),
  description: description.optional(),
  format,
}).meta({ id: 'UpdatePropertyRequest' });
export type UpdatePropertyRequest = z.input<typeof UpdatePropertyRequest>;

export const RenamePropertyRequest = body({ name: propertyName }).meta({ id: 'RenamePropertyRequest' });
export type RenamePropertyRequest = z.input<typeof RenamePropertyRequest>;

export const StoreProperty = z
  .object({
    name: z.string(),
    type: propertyType,
    required: z.boolean(),
    unique: z.boolean(),
    description: z.string().nullable(),
    format: NumberFormat.optional().meta({ description: 'Absent: numbers are shown as they are.' }),
    becoming: propertyType.optional().meta({
      description: 'The type that a job is changing the property to. Absent: its type is not being changed.',
    }),
  })
  .meta({ id: 'StoreProperty' });
export type StoreProperty = z.output<typeof StoreProperty>;

const STORE_STATUSES = ['ACTIVE', 'DELETED'] as const;

const summary = {
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  status: z.enum(STORE_STATUSES),
  store_type: z.string().meta({ description: '`api_key:<keyId>` of the creating key, or `library`.' }),
  recordTtl: z.int().nullable(),
  date_created: Timestamp,
  date_updated: Timestamp,
};

export const StoreSummary = z
  .object({
    ...summary,
    date_deleted: Timestamp.optional().meta({
      description: 'When the store was deleted. Only in the list of deleted stores.',
    }),
  })
  .meta({ id: 'StoreSummary' });
export type StoreSummary = z.output<typeof StoreSummary>;

export const StoreDetail = z
  .object({
    ...summary,
    changes: z.boolean(),
    history: z.string().nullable(),
    properties: z.array(StoreProperty),
    recordCount: z.int(),
  })
  .meta({ id: 'StoreDetail' });
export type StoreDetail = z.output<typeof StoreDetail>;

export const CursorPageOfStoreSummary = cursorPage(StoreSummary).meta({ id: 'CursorPageOfStoreSummary' });

export const ListStoresQuery = query({
  limit: pageLimit,
  cursor,
  q: z.string('Expected text.').optional().meta({ description: 'Case-insensitive part of the name.' }),
  status: choice(STORE_STATUSES).meta({
    description: 'DELETED: the stores that can be restored. Needs an account key. Default ACTIVE.',
  }),
});
export type ListStoresQuery = z.input<typeof ListStoresQuery>;

export const DeleteStoreResponse = z
  .object({ id: z.string(), status: z.literal('DELETED') })
  .meta({ id: 'DeleteStoreResponse' });
export type DeleteStoreResponse = z.output<typeof DeleteStoreResponse>;

export const StoreAccessResponse = z
  .object({ scope: z.enum(['account', 'store']), accountId: z.string(), storeId: z.string().optional() })
  .meta({ id: 'StoreAccessResponse' });
export type StoreAccessResponse = z.output<typeof StoreAccessResponse>;
