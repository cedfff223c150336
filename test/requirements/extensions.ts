import { rule } from './requirement.ts';

/** spec/beyond.md, sections A and C; keys and limits as in the security review. */
export const extensions = {
  'status.read': rule(
    'beyond C',
    'GET /admin/status returns version, storage, uptime, jobs by kind and state, the geocoding queue, queues, limits and the last failed jobs, with the same values as /metrics.',
  ),
  'status.isolation': rule(
    'beyond C',
    'The status shows metrics of the whole server, but failed jobs only of the own account and of the system.',
  ),
  'jobs.retry': rule(
    'beyond C',
    'POST /admin/jobs/{id}/retry is 204 and puts a failed job back into the queue; for any other job it is 404.',
  ),
  'quotas.usage': rule('beyond C', 'GET /admin/usage returns the usage and the limits of the account.'),
  'quotas.off': rule('beyond C', 'Quotas are off by default.'),
  'quotas.everything': rule(
    'security Hardening',
    'What an account causes counts in a quota: also the bytes of fonts, of imports and of responses under idempotency keys, and maps.',
  ),
  'quotas.reached': rule(
    'beyond C',
    'A write that would exceed a quota is 403 quota_exceeded, names the quota and changes nothing.',
  ),
  'quotas.batch': rule(
    'beyond C',
    'In a batch only the records that would be created above the quota fail; the others are written.',
  ),
  'quotas.races': rule('beyond C', 'Concurrent requests to one server do not exceed a quota.'),
  'quotas.command-line': rule(
    'beyond C',
    '`vitrine accounts limits` shows, sets and clears the quotas of an account.',
  ),
  'extensions.aliases': rule(
    'beyond C',
    'GET and POST /v2/maps, DELETE /v2/maps/{id} and POST /v2/images behave as their /admin forms, which remain.',
  ),
  'library.ensure-store': rule(
    'beyond A',
    'stores.ensure returns the store of that name with exactly these properties, or creates it.',
  ),
  'library.ensure-differences': rule(
    'beyond A',
    'stores.ensure throws conflict and names the differences if the store has other properties.',
  ),
  'library.ensure-race': rule(
    'beyond A',
    'Racing calls of ensure, also on two servers, create one store and one account.',
  ),
  'library.ensure-account': rule(
    'beyond A',
    'accounts.ensure returns the account of that name, or creates it.',
  ),
  'properties.rename': rule(
    'beyond A',
    'POST …/properties/{propertyName}/rename {name} is 200 StoreDetail, 404 or 400.',
  ),
  'properties.rename.values': rule('beyond A', 'A renamed property keeps its values and its place.'),
  'properties.rename.name': rule(
    'beyond A',
    'A new name of a property follows the rules of names on creation.',
  ),
  'properties.rename.unique': rule('beyond A', 'Renaming a unique property is 400.'),
  'properties.rename.cursors': rule(
    'beyond A',
    'A cursor over the old name of a property is refused like one over a deleted property.',
  ),
  'properties.type': rule(
    'issue 38',
    'POST …/properties/{propertyName}/change-type {type, decimal?, dates?, unset?, dryRun?} is 200 PropertyTypeChange, 404 or 400.',
  ),
  'properties.type.trial': rule(
    'issue 38',
    'A dry run says how many values convert, are blank and do not fit, with examples, and changes nothing.',
  ),
  'properties.type.refused': rule(
    'issue 38',
    'Values that do not fit the type refuse its change with 400, or are unset on request.',
  ),
  'properties.type.unique': rule('issue 38', 'The type of a unique property cannot be changed: 400.'),
  'properties.type.meanwhile': rule(
    'issue 38',
    'While the type is changed, readers see the old type and values, and no write is lost.',
  ),
  'properties.type.end': rule('issue 38', 'A change to the present type gives up the one that is under way.'),
  'properties.type.history': rule(
    'issue 38',
    'Changes and history of before a change of type are shown, and restored, by the new type.',
  ),
  'properties.type.kill': rule(
    'issue 38',
    'A kill of the server during a change of type leaves all values of the old type or all of the new one.',
  ),
  'properties.type.command-line': rule('issue 38', 'A command tries and changes the type of a property.'),
  'views.command-line': rule('issue 38', 'Commands list, save, show and delete saved views.'),
  'properties.type.console': rule(
    'issue 38',
    'The menu of a column changes its type after a trial with numbers and examples.',
  ),
  'records.etag': rule(
    'beyond A',
    'Every response with a single stored record has a strong ETag: 201 of add, and 200 of get, patch and lookup.',
  ),
  'records.etag.changes': rule(
    'beyond A',
    'The ETag of a record changes with every change of its representation, also within one millisecond.',
  ),
  'records.if-none-match': rule(
    'beyond A',
    'GET of a record with an If-None-Match that names it is 304 without a body.',
  ),
  'records.if-match': rule(
    'beyond A',
    'PATCH of a record with an If-Match that does not name it is 412 precondition_failed and changes nothing.',
  ),
  'records.if-match.any': rule('beyond A', 'If-Match: * is met by any record that exists.'),
  'records.if-match.delete': rule(
    'beyond A',
    'DELETE of a record checks If-Match like PATCH; a record that is gone already is 200 already_deleted.',
  ),
  'records.if-match.race': rule(
    'beyond A',
    'Of racing changes with one ETag one takes effect, the others are 412.',
  ),
  'extensions.document': rule(
    'beyond',
    'New operations are in /v2/openapi.json under the tag Extensions, account administration is in /admin/openapi.json.',
  ),
  'keys.expiry': rule('security Hardening', 'A key with expiresAt is 401 from that time on.'),
  'keys.read-only': rule(
    'security Hardening',
    'A read-only key can read, also by POST and by the tools; every write is 403 and changes nothing.',
  ),
  'keys.addresses': rule('security Hardening', 'A key with addresses is 403 from all other addresses.'),
  'keys.restricted-parent': rule(
    'security Hardening',
    'A key that is limited in time or to addresses creates only keys with at least the same limits.',
  ),
  'rate-limits.default': rule(
    'security 6',
    'A server limits requests by default; VITRINE_RATE_LIMIT=off removes the limits.',
  ),
  'rate-limits.failed-keys': rule(
    'security 6',
    'An invalid key of a client that has sent too many of them is 429 for the rest of the minute; every valid key works.',
  ),
  'rate-limits.proxies': rule(
    'security 6',
    'Behind a trusted proxy X-Forwarded-For identifies the client; no other sender can choose its address.',
  ),
  'audit.log': rule(
    'security Hardening',
    'Created and revoked keys, deletions, exports, imports, retried jobs and changed limits are logged with the key and the resource, without names and values.',
  ),
};
