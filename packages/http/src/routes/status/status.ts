import { AccountUsageResponse, StatusResponse } from '@vitrine/core/contracts';
import { type KeyedRoute, route } from '../../call/route.ts';
import { json, noContent } from '../../response/reply.ts';
import { readVersion } from '../../version.ts';

const tag = 'Operations';
const keys = ['account'] as const;

/** The status of the server and the usage of the account (docs/rules.md#limits-and-status). */
export const statusRoutes: readonly KeyedRoute[] = [
  route({
    operation: 'GetStatus',
    method: 'GET',
    path: '/admin/status',
    keys,
    tag,
    summary: 'Read the status of the server',
    description:
      'Numbers cover the whole server, as in `/metrics`. Failed jobs are only those of the account and of the system.',
    responses: { 200: { description: 'The status.', schema: StatusResponse } },
    handle: async ({ vitrine, principal, ownMetrics }) =>
      json({ version: readVersion(), ...(await vitrine.status.read(principal, ownMetrics())) }),
  }),
  route({
    operation: 'GetUsage',
    method: 'GET',
    path: '/admin/usage',
    keys,
    tag,
    summary: 'Read the usage and quotas of the account',
    responses: { 200: { description: 'Usage and quota of each resource.', schema: AccountUsageResponse } },
    handle: async ({ vitrine, principal, signal }) =>
      json(await vitrine.accounts.usage(principal, { signal })),
  }),
  route({
    operation: 'RetryJob',
    method: 'POST',
    path: '/admin/jobs/:id/retry',
    keys,
    tag,
    summary: 'Enqueue a failed job again',
    description: 'The job is due at once, and its failures are reset. Jobs of other accounts are 404.',
    params: { id: 'The id of the job, from the status.' },
    responses: { 204: { description: 'Queued.' }, 404: { description: 'No such failed job.' } },
    audit: 'job.retried',
    handle: async ({ vitrine, principal, param }) => {
      await vitrine.status.retryJob(principal, param('id'));
      return noContent();
    },
  }),
];
