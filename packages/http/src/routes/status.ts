import { AccountUsageResponse, StatusResponse } from '@vitrine/core/contracts';
import { json, noContent } from '../response/reply.ts';
import { type KeyedRoute, route } from '../route.ts';
import { readVersion } from '../version.ts';

const tag = 'Operations';
const keys = ['account'] as const;

/** How the server stands and what the account uses (docs/rules.md#limits-and-status). */
export const statusRoutes: readonly KeyedRoute[] = [
  route({
    operation: 'GetStatus',
    method: 'GET',
    path: '/admin/status',
    keys,
    tag,
    summary: 'How the server stands',
    description:
      'Numbers are of the whole server, as `/metrics` shows them. Of the jobs that were given up only those of the account and of the system are shown.',
    responses: { 200: { description: 'The status.', schema: StatusResponse } },
    handle: async ({ vitrine, principal, ownFigures }) =>
      json({ version: readVersion(), ...(await vitrine.status.read(principal, ownFigures())) }),
  }),
  route({
    operation: 'GetUsage',
    method: 'GET',
    path: '/admin/usage',
    keys,
    tag,
    summary: 'What the account uses, and its quotas',
    responses: { 200: { description: 'Use and quota of each resource.', schema: AccountUsageResponse } },
    handle: async ({ vitrine, principal, signal }) =>
      json(await vitrine.accounts.usage(principal, { signal })),
  }),
  route({
    operation: 'RetryJob',
    method: 'POST',
    path: '/admin/jobs/:id/retry',
    keys,
    tag,
    summary: 'Put a job that was given up back into the queue',
    description: 'It is due now, with no failures counted. Jobs of other accounts do not exist.',
    params: { id: 'The id of the job, as the status shows it.' },
    responses: { 204: { description: 'Queued.' }, 404: { description: 'No such failed job.' } },
    audit: 'job.retried',
    handle: async ({ vitrine, principal, param }) => {
      await vitrine.status.retryJob(principal, param('id'));
      return noContent();
    },
  }),
];
