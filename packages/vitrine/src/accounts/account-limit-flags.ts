import type { AccountLimits, LimitedResource } from '@vitrine/core/storage';
import type { DatabaseFlags } from '../database/database.ts';

/** The flags of `accounts limits`, one per quota. Commander turns each flag into the name of its resource. */
export const LIMIT_FLAGS = [
  { flag: 'stores', resource: 'stores', description: 'stores' },
  { flag: 'records', resource: 'records', description: 'records over all stores' },
  { flag: 'images', resource: 'images', description: 'images and timers' },
  { flag: 'image-bytes', resource: 'imageBytes', description: 'bytes of images, deleted ones included' },
  { flag: 'fonts', resource: 'fonts', description: 'custom fonts' },
  { flag: 'font-bytes', resource: 'fontBytes', description: 'bytes of custom fonts' },
  { flag: 'maps', resource: 'maps', description: 'maps' },
  { flag: 'locations', resource: 'locations', description: 'locations over all maps' },
  { flag: 'queued-geocodes', resource: 'queuedGeocodes', description: 'addresses that wait for geocoding' },
  { flag: 'keys', resource: 'keys', description: 'API keys' },
  {
    flag: 'queued-imports',
    resource: 'queuedImports',
    description: 'imports that have not ended (default: 100)',
  },
  { flag: 'import-bytes', resource: 'importBytes', description: 'bytes of files and rows of imports' },
  { flag: 'webhooks', resource: 'webhooks', description: 'webhooks (default: 20)' },
  {
    flag: 'idempotency-bytes',
    resource: 'idempotencyBytes',
    description: 'bytes of responses kept under idempotency keys',
  },
] as const satisfies readonly { flag: string; resource: LimitedResource; description: string }[];

export type LimitsFlags = DatabaseFlags & { readonly clear?: boolean; readonly json?: boolean } & {
  readonly [Resource in keyof AccountLimits]?: number | 'off';
};
