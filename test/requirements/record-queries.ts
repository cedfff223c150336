import { rule } from './requirement.ts';

/** spec/beyond.md, section A: QueryStoreRecords and ExportMatchingRecords. */
export const recordQueries = {
  'query.response': rule(
    'beyond A',
    'POST …/records/query takes the filters and the order of the search and returns {items, limit, cursor?, total?}; 404 or 400.',
  ),
  'query.order': rule(
    'beyond G',
    'sortBy of a query and of an export is also a list of up to four {field, dir}; records with equal values of a field are in the order of the next one.',
  ),
  'search-text.fields': rule(
    'beyond G',
    'q of query, count, export and summarize finds the records in which a text property contains it, without regard to case, or whose key or a number equals it.',
  ),
  'search-text.filters': rule('beyond G', 'Records have to match q and the filters.'),
  'query.limit': rule(
    'beyond A',
    'The limit of a query is 1 to 1,000, 50 by default; a higher one is lowered and returned.',
  ),
  'query.pages': rule(
    'beyond A',
    'The pages of a query have each matching record once, in the order of the list, with the same promises while records change.',
  ),
  'query.cursor': rule(
    'beyond A',
    'The cursor of a query is bound to account, store, filters, match and order; with others it is 400 at cursor.',
  ),
  'query.fields': rule(
    'beyond A',
    'fields returns id and the named members; an unknown or repeated name is 400 at fields[i].',
  ),
  'query.total': rule('beyond A', 'total: true adds the number of matches on all pages.'),
  'query.bytes': rule(
    'beyond A',
    'A page of a query ends at 4 MiB and then has a cursor; no page with a cursor is empty.',
  ),
  'query.answered-by': rule(
    'beyond A',
    'The response of a query tells account keys in Vitrine-Answered-By what answered its searches; store keys get no such header.',
  ),
  'query.answered-by.names': rule(
    'beyond A',
    'Each search of records is answered by the first of id, index, near, candidates, columns and scan that has a result; the metric vitrine_searches_total counts them.',
  ),
  'query.answered-by.log': rule(
    'beyond A',
    'At level debug the log has a line for each request with searches, with what answered them.',
  ),
  'export.matching': rule(
    'beyond A',
    'POST …/records/export exports all matches of the filters in the given order as json or csv, without the 10,000 limit.',
  ),
  'export.fields': rule(
    'beyond A',
    'fields selects the columns of an export in their order, with id only where it is named.',
  ),
  'export.one-column': rule(
    'beyond A',
    'In a csv export of one column an unset value is "", which readers count as a row and an import reads as unset, or as an empty string for a required property.',
  ),
  'export.matching.formulas': rule(
    'beyond A',
    'formulas guards the text columns of a matching export as of the other export.',
  ),
};
