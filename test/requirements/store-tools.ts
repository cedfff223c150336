import { rule } from './requirement.ts';

/** decisions section 6 and 12.18; interface.md "Store tool endpoint" and the tool limits in "Limits". */
export const storeTools = {
  'tools.endpoint': rule('decisions 6', 'The tools are served over Streamable HTTP at /store_mcp.'),
  'tools.revision.newest': rule('decisions 6', 'The newest protocol revision is supported.'),
  'tools.revision.older': rule(
    'decisions 6',
    'The older revisions that existing clients use are supported at the same URL.',
  ),
  'tools.key': rule(
    'decisions 6',
    'The tools take the same bearer keys; without a valid key the response is 401 with WWW-Authenticate.',
  ),
  'tools.batches': rule(
    'security Availability',
    'A JSON-RPC batch has at most ten messages, each of which counts as a request; an account has two requests at once.',
  ),
  'tools.origin': rule('decisions 12.18', 'A foreign Origin is 403.'),
  'tools.host': rule('decisions 12.18', 'A Host that is not allowed is 403.'),
  'tools.read-only': rule(
    'decisions 6',
    'The tools (four, store_summarize, and for account keys map_list and map_search) are annotated as read-only.',
  ),
  'tools.writes': rule(
    'interface Store tool endpoint',
    'Deletes and export are not available through the tools.',
  ),
  'tools.results': rule(
    'decisions 6',
    'Each tool has an outputSchema and returns structuredContent that matches it, and the same JSON as text.',
  ),
  'tools.access': rule(
    'decisions 6',
    'store_access(storeId?) returns {scope, stores: [{storeId, name, description, recordCount, properties}], operators}.',
  ),
  'tools.access.first': rule(
    'decisions 6',
    'store_access with an account key and without storeId returns the first 50 stores.',
  ),
  'tools.list': rule(
    'decisions 6',
    'store_list(q?) returns {stores: [{storeId, name, description, recordCount}], truncated}.',
  ),
  'tools.query.count': rule('decisions 6', 'store_query in mode count returns {mode, count}.'),
  'tools.access.levels': rule(
    'beyond I',
    'Without storeId store_access names several stores with their properties shortly; with storeId it returns one store fully, and the operators once for each type.',
  ),
  'tools.property-descriptions': rule(
    'beyond G',
    'store_access and the descriptions of the tools for a store key name the description of each property.',
  ),
  'tools.short': rule(
    'beyond I',
    'The tool list for an account key has at most 9,000 characters, and store_access of six stores at most 3,500.',
  ),
  'tools.query.more': rule(
    'beyond G',
    'store_query takes fields, match, q, an order by several fields, and filters with a time zone.',
  ),
  'tools.query.search': rule(
    'decisions 6',
    'store_query in mode search returns {mode, records, returned, limit, truncated}.',
  ),
  'tools.query.filters': rule(
    'interface Store tool endpoint',
    'Filters in store_query are combined with AND.',
  ),
  'tools.query.limit': rule('interface Limits', 'store_query returns 25 records by default and at most 50.'),
  'tools.query.limit.lowered': rule('decisions 12.18', 'A limit above 50 is lowered and returned.'),
  'tools.query.sort': rule('decisions 6', 'store_query takes sortBy and sortDir.'),
  'tools.query.filters.text': rule('decisions 6', 'Filters that arrive as a JSON string are parsed.'),
  'tools.query.cursor': rule(
    'beyond D',
    'store_query takes the cursor of a result and returns the records after it; with other filters or another order it is refused.',
  ),
  'tools.query.in': rule(
    'beyond D',
    'store_query takes the operator in, with an array or its JSON text as value.',
  ),
  'tools.unset': rule(
    'beyond G',
    'null, an empty text and the text null of an optional parameter of a tool count as absent.',
  ),
  'tools.accept': rule(
    'beyond G',
    'A client that accepts JSON in any way, or names no media type, is served with JSON.',
  ),
  'tools.store-id-required': rule(
    'beyond G',
    'For an account key storeId is required in the schemas of the tools that need it.',
  ),
  'tools.get-record.text': rule('beyond G', 'Numbers and booleans of a key may be text, as in filters.'),
  'tools.summarize': rule(
    'beyond D',
    'store_summarize(groupBy?, measures, filters?, storeId?) returns the groups of SummarizeRecords; it takes sortBy, sortDir and limit too.',
  ),
  'tools.summarize.more': rule(
    'beyond G',
    'store_summarize takes all that SummarizeRecords takes, also as text, and says the count of a group once.',
  ),
  'tools.maps': rule(
    'beyond I',
    'For account keys map_list lists the maps, and map_search finds the locations nearest to a point or a place, by fields.',
  ),
  'tools.get-record': rule(
    'decisions 6',
    'store_get_record takes the id or an object of the unique values and returns {record}.',
  ),
  'tools.mistakes': rule(
    'decisions 6',
    'Mistakes are tool errors (isError) whose text says how to correct the call.',
  ),
  'tools.account-key': rule('interface Store tool endpoint', 'Account keys must pass storeId.'),
  'tools.store-key': rule(
    'interface Store tool endpoint',
    'With a store key storeId is optional, and only the assigned store can be accessed.',
  ),
  'tools.store-key.descriptions': rule(
    'store tools issue',
    'For a store key the tool descriptions contain the name and the properties of its store.',
  ),
  'tools.isolation': rule(
    'store tools issue',
    'No response reaches another account, even if request ids are equal.',
  ),
  'tools.size': rule(
    'store tools issue',
    'A result is at most 100 kB; if something is omitted, the result says so and how to get it.',
  ),
  'tools.questions': rule(
    'agents issue',
    'Twenty questions on six strange stores are answered within 26 calls and 20,000 tokens.',
  ),
  'tools.compact': rule(
    'agents issue',
    'With compact, store_query and store_summarize name members once in columns, and return items as rows.',
  ),
  'tools.search': rule(
    'agents issue',
    'With one setting, off by default, search and fetch are offered in the shapes that ChatGPT documents.',
  ),
  'tools.resources': rule(
    'agents issue',
    'Each store that the key reaches is a resource with its schema, and so is each of its properties.',
  ),
  'tools.completion': rule('agents issue', 'The names of stores and of properties are completed.'),
  'tools.hostile': rule(
    'store tools issue',
    'Hostile arguments cause neither a protocol failure nor a server error.',
  ),
};
