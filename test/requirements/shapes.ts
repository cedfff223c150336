import { rule } from './requirement.ts';

/**
 * decisions section 2 and its items in section 12; interface.md "Errors", "Limits" (lists and cursors) and "Cursor
 * page".
 */
export const shapes = {
  'page.envelope': rule(
    'decisions 2',
    'A page is {items, limit, cursor}; limit is the one that was applied.',
  ),
  'page.cursor.present': rule(
    'interface Cursor page',
    'A page has a cursor when more results are available.',
  ),
  'page.cursor.absent': rule('decisions 2', 'The cursor is absent on the last page.'),
  'page.flow': rule(
    'interface Limits',
    'List endpoints take limit and cursor; the cursor is passed back unchanged.',
  ),
  'page.limit.default': rule('decisions 2', 'The default limit of a page is 50.'),
  'page.limit.lowered': rule('decisions 2', 'A limit above 100 is lowered to 100 and returned in the page.'),
  'page.limit.refused': rule('decisions 2', 'A limit that is below 1 or not an integer is 400.'),
  'page.empty-parameters': rule('beyond G', 'An empty cursor= or limit= is ignored.'),
  'cursor.opaque': rule('interface Limits', 'Cursors are opaque strings.'),
  'cursor.tampered': rule('decisions 2', 'A tampered cursor is 400.'),
  'cursor.foreign': rule('decisions 2', "Another account's cursor is 400."),
  'cursor.other-operation': rule('decisions 2', 'A cursor of another operation or store is 400.'),
  'cursor.other-sort': rule('decisions 2', 'A cursor of another sort order is 400.'),
  'cursor.other-filter': rule('decisions 2', 'A cursor of another filter is 400.'),
  'cursor.ties-and-nulls': rule(
    'decisions 2',
    'A walk through the pages loses no records with equal or unset values.',
  ),
  'cursor.inserts': rule('decisions 2', 'Rows inserted before the position do not appear.'),
  'cursor.deletes': rule('decisions 2', 'Deletions never shift the position.'),
  'cursor.no-expiry': rule('decisions 2', 'Cursors do not expire.'),
  'times.format': rule('decisions 2', 'Times are ISO 8601 UTC with milliseconds.'),
  'times.members': rule('decisions 2', 'Every resource has date_created and date_updated.'),
  'problem.media-type': rule('decisions 2', 'Every 4xx response has a body of application/problem+json.'),
  'problem.members': rule(
    'decisions 2',
    'A problem has type, title, status, detail?, instance, code, traceId and errors?.',
  ),
  'problem.errors': rule('decisions 2', 'On 400 errors maps a field path to a list of messages.'),
  'problem.paths.nested': rule('decisions 2', 'A nested path is written properties[0].type.'),
  'problem.paths.record': rule(
    'decisions 2',
    'Errors in record values are reported under the property name.',
  ),
  'problem.paths.whole-body': rule(
    'decisions 2',
    'Errors of the whole body are reported under the empty path.',
  ),
  'problem.paths.query': rule(
    'decisions 12.12',
    'An invalid query parameter is reported under its own name.',
  ),
  'problem.all-issues': rule('decisions 2', 'All issues are reported, not only the first.'),
  'problem.message': rule('decisions 2', 'A message states what is allowed.'),
  'problem.codes': rule('decisions 2', 'code is one of a closed set.'),
  'unauthorized.missing': rule('decisions 2', 'A missing key is 401 with WWW-Authenticate: Bearer.'),
  'unauthorized.unknown': rule('decisions 2', 'An unknown key is 401 with WWW-Authenticate: Bearer.'),
  'unauthorized.unknown-path': rule(
    'decisions 12.13',
    'An unknown path under /v2 or /admin is 401 without a key, and 404 with one.',
  ),
  'order.unauthorized-first': rule('decisions 2', '401 comes before every other check.'),
  'order.not-found-second': rule('decisions 2', '404 comes before 403 and 400.'),
  'order.forbidden-third': rule('decisions 2', '403 comes before 400.'),
  'store-key.elsewhere': rule(
    'decisions 2',
    'A store key is 403 for forbidden actions on its own store, for POST /v2/stores and for every admin route.',
  ),
  'store-key.elsewhere.media': rule(
    'decisions 12.14',
    'A store key is 403 on image, map, font and timer routes for every id.',
  ),
  'store-key.admin': rule('decisions 12.14', 'A store key is 403 on admin routes for every id.'),
  'store-key.identity': rule(
    'decisions 2',
    'Whoami, stores/access and GET /v2/stores are 200 for a store key.',
  ),
  'store-key.of-deleted-store': rule(
    'decisions 12.14',
    'With the key of a deleted store GET /v2/stores is an empty page, stores/access is 404, whoami is 200.',
  ),
  'http.unknown-route': rule('decisions 2', 'An unknown route is 404.'),
  'http.slashes': rule('decisions 12.13', 'Paths with trailing or double slashes are 404.'),
  'http.method': rule('decisions 2', 'A wrong method is 405 with Allow.'),
  'http.delete-access': rule('decisions 12.13', 'DELETE /v2/stores/access is 404.'),
  'http.body-size': rule('decisions 2', 'A JSON body over 4 MiB is 413.'),
  'http.content-type': rule('decisions 2', 'A body whose content type is not JSON is 415.'),
  'http.content-type.missing': rule('decisions 12.12', 'A non-empty body without a content type is 415.'),
  'http.content-type.json-like': rule(
    'decisions 12.12',
    'Every JSON-like type other than application/json and application/merge-patch+json is 415.',
  ),
  'http.malformed': rule('decisions 2', 'Malformed JSON is 400.'),
  'http.optional-body': rule('decisions 2', 'A missing optional body counts as {}.'),
  'http.not-an-object': rule('decisions 2', 'A body that is present but not an object is 400.'),
  'http.unknown-members': rule('decisions 2', 'Unknown members of a request body are 400 and are named.'),
  'http.empty': rule(
    'beyond G',
    'An empty query value, and "" or null of an optional member of a body, count as absent; where null clears a value or restores a default, "" does too.',
  ),
  'http.empty.rights': rule(
    'beyond G',
    'An empty value of storeId, readOnly, expiresAt or addresses of a key is 400, and nothing is created.',
  ),
  'http.empty.switches': rule('beyond G', 'A switch in a query without a value is 400.'),
  'http.unknown-parameters': rule(
    'beyond G',
    'An unknown query parameter is ignored by operations that read; Vitrine-Ignored-Parameters names it, and parameters without a value, too.',
  ),
  'http.unknown-parameters.writes': rule(
    'beyond G',
    'An unknown query parameter of an operation that writes is 400 at its name, with the nearest name, and nothing changes.',
  ),
  'http.int32': rule(
    'decisions 2',
    'An int32 path parameter that is in another form or out of range is 404.',
  ),
  isolation: rule('decisions 2', "Another account's resource is 404 in every route and lookup."),
  'openapi.document': rule('decisions 2', 'GET /v2/openapi.json is OpenAPI 3.1 with info.version 1.0.0.'),
  'openapi.operation-ids': rule(
    'decisions 2',
    'The operationIds are the operation names of the interface document.',
  ),
  'openapi.schema-names': rule(
    'decisions 2',
    'Schema names are the request and response names of the interface document.',
  ),
  'openapi.truth': rule(
    'decisions 2',
    'Every response matches the document, which is generated from the schemas that validate.',
  ),
  'openapi.int32': rule(
    'beyond G',
    'The document describes an int32 in a path as an integer of the format int32.',
  ),
  'openapi.examples': rule(
    'beyond G',
    'Bodies and responses of the basic interface have examples in the document, each valid for its schema.',
  ),
  'openapi.docs': rule('decisions 2', 'GET /docs shows the document.'),
  'openapi.no-key': rule('decisions 12.19', '/v2/openapi.json, /admin/openapi.json and /docs need no key.'),
  'errors.400': rule('interface Errors', 'A validation failure is 400 with a problem+json body.'),
  'errors.403': rule(
    'interface Errors',
    'Store creation, deletion and schema changes with a store key are 403.',
  ),
  'errors.404': rule(
    'interface Errors',
    'An unknown store or record, or a store that the store key is not assigned to, is 404.',
  ),
  'errors.404.media': rule(
    'interface Errors',
    'An unknown image, map, location, font or frame, or an expired token, is 404.',
  ),
  'errors.404.access': rule('interface Errors', 'GetStoreAccess can be 404.'),
  'errors.idempotent-deletes': rule(
    'interface Errors',
    'DeleteStoreRecord and BatchDeleteStoreRecords succeed when the target is already deleted.',
  ),
  'errors.idempotent-deletes.media': rule(
    'interface Errors',
    'DeleteImage, RestoreImage and DeleteLocation are idempotent.',
  ),
};
