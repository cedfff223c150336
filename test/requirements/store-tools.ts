import { rule } from './requirement.ts';

/** decisions section 6 and 12.18; interface.md "Store tool endpoint" and what its "Limits" say of tools. */
export const storeTools = {
  'tools.endpoint': rule('decisions 6', 'The tools are served over Streamable HTTP at /store_mcp.'),
  'tools.revision.newest': rule('decisions 6', 'The newest protocol revision is spoken.'),
  'tools.revision.older': rule(
    'decisions 6',
    'The older revisions that real clients speak are spoken at the same address.',
  ),
  'tools.key': rule(
    'decisions 6',
    'The same bearer keys are needed; without a valid one it is 401 with WWW-Authenticate.',
  ),
  'tools.origin': rule('decisions 12.18', 'A foreign Origin is 403.'),
  'tools.host': rule('decisions 12.18', 'A Host that is not allowed is 403.'),
  'tools.read-only': rule('decisions 6', 'There are four tools, annotated as read-only.'),
  'tools.writes': rule(
    'interface Store tool endpoint',
    'Deletes and export are not available through the tools.',
  ),
  'tools.results': rule(
    'decisions 6',
    'Each tool has an outputSchema and gives structuredContent by it, and the same JSON as text.',
  ),
  'tools.access': rule(
    'decisions 6',
    'store_access(storeId?) gives {scope, stores: [{storeId, name, description, properties with operators, recordCount}]}.',
  ),
  'tools.access.first': rule(
    'decisions 6',
    'store_access of an account key without storeId gives the first 50 stores.',
  ),
  'tools.list': rule(
    'decisions 6',
    'store_list(q?) gives {stores: [{storeId, name, description}], truncated}.',
  ),
  'tools.query.count': rule('decisions 6', 'store_query in mode count gives {mode, count}.'),
  'tools.query.search': rule(
    'decisions 6',
    'store_query in mode search gives {mode, records, returned, limit, truncated}.',
  ),
  'tools.query.filters': rule(
    'interface Store tool endpoint',
    'Filters in store_query are combined with AND.',
  ),
  'tools.query.limit': rule('interface Limits', 'store_query shows 25 records by default and 50 at most.'),
  'tools.query.limit.lowered': rule('decisions 12.18', 'A limit over 50 is lowered and echoed.'),
  'tools.query.sort': rule('decisions 6', 'store_query takes sortBy and sortDir.'),
  'tools.query.filters.text': rule('decisions 6', 'Filters that arrive as a JSON string are read as JSON.'),
  'tools.get-record': rule(
    'decisions 6',
    'store_get_record takes the id or an object of the unique values and gives {record}.',
  ),
  'tools.mistakes': rule(
    'decisions 6',
    'Mistakes are tool errors (isError) whose text says what would work.',
  ),
  'tools.account-key': rule('interface Store tool endpoint', 'Account keys must pass storeId.'),
  'tools.store-key': rule(
    'interface Store tool endpoint',
    'With a store key storeId is optional, and only its store is reached.',
  ),
  'tools.store-key.descriptions': rule(
    'store tools issue',
    'For a store key the descriptions hold the name and the properties of its store.',
  ),
  'tools.isolation': rule(
    'store tools issue',
    'No answer ever reaches another account, also when request ids are equal.',
  ),
  'tools.size': rule(
    'store tools issue',
    'A result has at most 100 kB; what is left out is said with what to do.',
  ),
  'tools.hostile': rule(
    'store tools issue',
    'Hostile arguments give neither a protocol failure nor a server error.',
  ),
};
