import { z } from 'zod';
import { NAME_MAX } from '../limits.ts';
import { body, nameText, query } from './contract.ts';
import { cursor, cursorPage, pageLimit, Timestamp } from './shared.ts';

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

export const CreateApiKeyRequest = body({
  name: nameText(NAME_MAX),
  storeId: z
    .string('Expected a store id.')
    .optional()
    .meta({ description: 'Given: a store key for this store.' }),
}).meta({ id: 'CreateApiKeyRequest' });
export type CreateApiKeyRequest = z.input<typeof CreateApiKeyRequest>;

const apiKey = {
  keyId: z.string(),
  name: z.string(),
  scope: z.enum(['account', 'store']),
  storeId: z.string().optional(),
  date_created: Timestamp,
};

export const CreatedApiKeyResponse = z
  .object({ ...apiKey, key: z.string().meta({ description: 'The secret; shown this once.' }) })
  .meta({ id: 'CreatedApiKeyResponse' });
export type CreatedApiKeyResponse = z.output<typeof CreatedApiKeyResponse>;

export const ApiKeySummary = z
  .object({ ...apiKey, prefix: z.string(), lastUsed: Timestamp.nullable() })
  .meta({ id: 'ApiKeySummary' });
export type ApiKeySummary = z.output<typeof ApiKeySummary>;

export const CursorPageOfApiKeySummary = cursorPage(ApiKeySummary).meta({ id: 'CursorPageOfApiKeySummary' });
export const ListApiKeysQuery = query({ limit: pageLimit, cursor });
export type ListApiKeysQuery = z.input<typeof ListApiKeysQuery>;
