import { rule } from './requirement.ts';

/** interface.md "Search filter", search rules and limits; decisions section 5 and its items in section 12. */
export const queries = {
  'operation.search': rule(
    'interface Stores',
    'POST …/records/search is 200 SearchRecordsResponse, 404 or 400.',
  ),
  'operation.count': rule(
    'interface Stores',
    'POST …/records/count is 200 CountRecordsResponse; without filters it counts the whole store.',
  ),
  'operation.aggregate': rule(
    'interface Stores',
    'POST …/records/aggregate with field, op and filters is 200, 404 or 400.',
  ),
  'page.bytes': rule(
    'beyond A',
    'A page holds fewer items than its limit if together they exceed 4 MiB, but at least one; then a list has a cursor and a search is truncated.',
  ),
  'filter.string': rule(
    'interface Search filter',
    'The string operators are eq, ne, contains, startsWith, endsWith, empty and notEmpty.',
  ),
  'filter.number': rule('interface Search filter', 'The number operators are eq, ne, gt, gte, lt and lte.'),
  'filter.boolean': rule('interface Search filter', 'The boolean operator is eq.'),
  'filter.datetime': rule('interface Search filter', 'The datetime operators are on, before and after.'),
  'filter.url': rule('decisions 5', 'url_image and url_link take the string operators.'),
  'filter.in': rule(
    'beyond A',
    'in takes an array of 1 to 100 values for every type and is true where eq (for datetimes on) is true for one of them, in every operation with filters.',
  ),
  'filter.in.refused': rule(
    'beyond A',
    'No array, an empty one and one of over 100 values are 400 at filters[i].value, a wrong element at filters[i].value[j].',
  ),
  'filter.system-fields': rule('decisions 5', 'id, date_created and date_updated can be filtered too.'),
  'filter.match.all': rule('interface Stores', 'match: all combines filters with AND and is the default.'),
  'filter.match.any': rule('decisions 5', 'match: any combines filters with OR.'),
  'filter.limit': rule('decisions 5', 'A search has at most 50 filters.'),
  'filter.value': rule(
    'decisions 5',
    'A value is a native JSON value or its string form; anything else is 400.',
  ),
  'filter.value.number-grammar': rule(
    'decisions 12.17',
    'Number strings follow the JSON number grammar; a number for a string property is 400.',
  ),
  'filter.value.big-integers': rule(
    'decisions 12.4',
    'An integer beyond ±(2^53−1) is allowed as a filter value.',
  ),
  'filter.eq-ne': rule('decisions 5', 'eq and ne are exact and case-sensitive.'),
  'filter.ne-unset': rule('decisions 5', 'ne is the complement of eq: unset values match ne.'),
  'filter.text': rule(
    'decisions 5',
    'contains, startsWith and endsWith are literal and case-insensitive by Unicode lower-casing.',
  ),
  'filter.text.empty-value': rule(
    'decisions 5',
    'An empty value of contains, startsWith or endsWith is 400.',
  ),
  'filter.empty': rule('decisions 5', 'empty matches unset and "", and ignores value.'),
  'filter.empty.types': rule(
    'beyond G',
    'empty and notEmpty are operators of every type, in search, query, count, aggregate, summarize, export and the tools.',
  ),
  'filter.unset': rule('decisions 5', 'gt, gte, lt, lte, before, after and on never match unset values.'),
  'filter.dates': rule(
    'decisions 5',
    'A date-only value means that UTC day, a timestamp that instant; exactly one of before, on and after matches.',
  ),
  'filter.time-zone': rule(
    'beyond G',
    'A filter on a datetime takes timeZone: dates and date-times without an offset are those of the zone.',
  ),
  'filter.wrong': rule(
    'decisions 5',
    'A wrong operator, field or value is 400 at filters[i].op, .field or .value and names the valid ones.',
  ),
  'order.strings': rule('decisions 5', 'Strings are sorted by Unicode code point.'),
  'search.response': rule('decisions 5', 'Search returns {items, limit, truncated}.'),
  'search.limit': rule('interface Limits', 'A search returns up to 100 records, which is also the default.'),
  'search.order': rule(
    'interface Stores',
    'sortBy names a property and sortDir is asc or desc; the order is that of a list.',
  ),
  'search.fields': rule(
    'beyond G',
    'fields of a search names the members to return besides id; an unknown or repeated name is 400 at fields[i].',
  ),
  'count.response': rule('decisions 5', 'Count returns {count}.'),
  'aggregate.response': rule(
    'decisions 5',
    'Aggregate returns {field, op, result} for sum, avg, min and max.',
  ),
  'aggregate.null': rule(
    'interface Stores',
    'The result is null when no record matches or all matching values are unset.',
  ),
  'aggregate.not-a-number': rule('decisions 5', 'Aggregating a field that is not a number property is 400.'),
  'aggregate.match': rule('decisions 5', 'match applies to count and aggregate too.'),
};
