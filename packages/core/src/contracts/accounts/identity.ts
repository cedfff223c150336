import { z } from 'zod';
import { NAME_MAX } from '../../ground/limits.ts';
import { readAddressRange } from '../../ground/network/addresses.ts';
import { DATETIME_FORMS, parseDatetime } from '../../values/datetime.ts';
import { body, keepsEmpty, nameText, query } from '../ground/contract.ts';
import { cursor, cursorPage, pageLimit, Timestamp } from '../ground/shared.ts';

export const WhoAmIResponse = z
  .object({
    accountId: z.string(),
    accountName: z.string(),
    keyId: z.string().nullable().meta({ description: 'Null for a caller in the same process.' }),
    keyName: z.string().nullable(),
    scope: z.enum(['account', 'store']),
    storeId: z.string().optional(),
  })
  .meta({ id: 'WhoAmIResponse' });
export type WhoAmIResponse = z.output<typeof WhoAmIResponse>;

/** Upper bound of the ranges of one key. */
const ADDRESSES_MAX = 100;

const addressRange = z.string('Expected a CIDR range.').transform((text, context) => {
  const range = readAddressRange(text);
  if (range !== null) return range;
  const message =
    'Expected an IP address or a CIDR range without bits after its prefix, such as 192.0.2.0/24.';
  context.issues.push({ code: 'custom', message, input: text });
  return z.NEVER;
});

/** Nothing empty may create a key that can do more, so that each restriction reads `""` and null itself. */
export const CreateApiKeyRequest = body({
  name: nameText(NAME_MAX),
  storeId: keepsEmpty(
    z
      .string('Expected a store id.')
      .min(1, 'Expected a store id.')
      .optional()
      .meta({ description: 'Creates a store key for this store. Default: an account key.' }),
  ),
  expiresAt: keepsEmpty(
    z
      .string('Expected a date-time.')
      .refine((text) => parseDatetime(text) !== null, `Expected ${DATETIME_FORMS}.`)
      .optional()
      .meta({
        description: 'When the key expires. Default: the expiry of the key in use, or never.',
      }),
  ),
  readOnly: keepsEmpty(
    z.boolean('Expected true or false.').optional().meta({
      description: 'True: the key may read, also with POST (search, count, …), but not write.',
    }),
  ),
  addresses: keepsEmpty(
    z
      .array(addressRange, 'Expected a list of CIDR ranges.')
      .min(1, 'Expected at least one CIDR range.')
      .max(ADDRESSES_MAX, `Expected at most ${ADDRESSES_MAX} CIDR ranges.`)
      .optional()
      .meta({
        description:
          'CIDR ranges or single addresses from which the key may be used. Default: those of the key in use, or all.',
        examples: [['192.0.2.0/24', '2001:db8::/32']],
      }),
  ),
}).meta({ id: 'CreateApiKeyRequest' });
export type CreateApiKeyRequest = z.input<typeof CreateApiKeyRequest>;

const apiKey = {
  keyId: z.string(),
  name: z.string(),
  scope: z.enum(['account', 'store']),
  storeId: z.string().optional(),
  expiresAt: Timestamp.optional().meta({ description: 'Absent: the key does not expire.' }),
  readOnly: z.literal(true).optional().meta({ description: 'Absent: the key may write.' }),
  addresses: z
    .array(z.string())
    .optional()
    .meta({ description: 'CIDR ranges from which the key may be used. Absent: from everywhere.' }),
  date_created: Timestamp,
};

export const CreatedApiKeyResponse = z
  .object({ ...apiKey, key: z.string().meta({ description: 'The secret. Only this response contains it.' }) })
  .meta({ id: 'CreatedApiKeyResponse' });
export type CreatedApiKeyResponse = z.output<typeof CreatedApiKeyResponse>;

export const ApiKeySummary = z
  .object({ ...apiKey, prefix: z.string(), lastUsed: Timestamp.nullable() })
  .meta({ id: 'ApiKeySummary' });
export type ApiKeySummary = z.output<typeof ApiKeySummary>;

export const CursorPageOfApiKeySummary = cursorPage(ApiKeySummary).meta({ id: 'CursorPageOfApiKeySummary' });
export const ListApiKeysQuery = query({ limit: pageLimit, cursor });
export type ListApiKeysQuery = z.input<typeof ListApiKeysQuery>;
