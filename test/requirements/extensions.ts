import { rule } from './requirement.ts';

/** spec/beyond.md, section C; keys and limits as the security review asks for them. */
export const extensions = {
  'status.read': rule(
    'beyond C',
    'GET /admin/status tells version, storage, uptime, jobs by kind and state, the geocoding queue, queues, limits and the last failed jobs, with the numbers of /metrics.',
  ),
  'status.isolation': rule(
    'beyond C',
    'The status shows numbers of the whole server, and failed jobs of the own account and of the system only.',
  ),
  'jobs.retry': rule(
    'beyond C',
    'POST /admin/jobs/{id}/retry is 204 and puts a failed job back into the queue; 404 for any other.',
  ),
  'quotas.usage': rule('beyond C', 'GET /admin/usage tells what the account uses and its limits.'),
  'quotas.off': rule('beyond C', 'Quotas are off by default.'),
  'quotas.reached': rule(
    'beyond C',
    'What would exceed a quota is 403 quota_exceeded naming it, and changes nothing.',
  ),
  'quotas.batch': rule(
    'beyond C',
    'In a batch the records that would be created beyond the quota fail by themselves; the others are written.',
  ),
  'quotas.races': rule('beyond C', 'Racing requests to one server do not exceed a quota.'),
  'quotas.command-line': rule(
    'beyond C',
    'vitrine accounts limits shows, sets and clears the quotas of an account.',
  ),
  'extensions.aliases': rule(
    'beyond C',
    'GET and POST /v2/maps, DELETE /v2/maps/{id} and POST /v2/images are the same as their /admin forms, which stay.',
  ),
  'extensions.document': rule(
    'beyond',
    'New operations stand in /v2/openapi.json under the tag Extensions, account administration in /admin/openapi.json.',
  ),
  'keys.expiry': rule('security Hardening', 'A key with expiresAt is 401 from that moment on.'),
  'keys.read-only': rule(
    'security Hardening',
    'A read-only key reads, also by POST and by the tools; every write is 403 and changes nothing.',
  ),
  'keys.addresses': rule('security Hardening', 'A key with addresses is 403 from any other address.'),
  'keys.restricted-parent': rule(
    'security Hardening',
    'A key that is limited in time or to addresses makes keys that are limited at least as much.',
  ),
  'rate-limits.default': rule(
    'security 6',
    'A server limits requests by default; VITRINE_RATE_LIMIT=off turns that off.',
  ),
  'rate-limits.failed-keys': rule(
    'security 6',
    'A client that sends too many keys that do not work is 429 for the rest of the minute; keys that have worked go on.',
  ),
  'rate-limits.proxies': rule(
    'security 6',
    'Behind a trusted proxy the client is told by X-Forwarded-For; nobody else can choose its address.',
  ),
  'audit.log': rule(
    'security Hardening',
    'Keys made and revoked, deletions, exports, retried jobs and changed limits are logged with who and what, without names and values.',
  ),
};
