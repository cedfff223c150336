import { z } from 'zod';
import { LIMITED_RESOURCES, type LimitedResource } from '../../ground/account-limits.ts';
import { body, keepsEmpty } from '../ground/contract.ts';

const limit = keepsEmpty(
  z
    .int('Expected a whole number.')
    .min(0, 'Expected 0 or more.')
    .nullable()
    .optional()
    .meta({ description: 'Null removes the limit.' }),
);

function ofEachResource<Member>(member: Member): Record<LimitedResource, Member> {
  const entries = LIMITED_RESOURCES.map((resource) => [resource, member]);
  return Object.fromEntries(entries) as Record<LimitedResource, Member>;
}

export const AccountLimitsChange = body(ofEachResource(limit)).meta({ id: 'AccountLimitsChange' });
export type AccountLimitsChange = z.input<typeof AccountLimitsChange>;

const usage = z.object({
  used: z.int(),
  limit: z.int().nullable().meta({ description: 'Null: no limit.' }),
});

export const AccountUsageResponse = z
  .object({ accountId: z.string(), resources: z.object(ofEachResource(usage)) })
  .meta({ id: 'AccountUsageResponse' });
export type AccountUsageResponse = z.output<typeof AccountUsageResponse>;
