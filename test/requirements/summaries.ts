import { rule } from './requirement.ts';

/** beyond.md section A, SummarizeRecords. */
export const summaries = {
  'operation.summarize': rule(
    'beyond A',
    'POST …/records/summarize with measures is 200 {groups: [{key, values, count}], limit, truncated}, 404 or 400.',
  ),
  'summarize.measures': rule(
    'beyond A',
    'A measure is count, sum, avg, min, max or countDistinct of the set values; 1 to 8 measures.',
  ),
  'summarize.names': rule('beyond A', 'values is named by op_field or by the name in as; names are unique.'),
  'summarize.keys': rule(
    'beyond A',
    'groupBy names at most two different fields; unset values are a group with the key null.',
  ),
  'summarize.whole': rule('beyond A', 'Without groupBy all matching records are one group.'),
  'summarize.time-buckets': rule(
    'beyond A',
    'Datetimes have the buckets hour, day, ISO week, month, quarter and year in an IANA zone, UTC by default, shown as their first instant with the offset of the zone, on the day and in the hour that its clocks show.',
  ),
  'summarize.clock-changes': rule(
    'beyond A',
    'Days around clock changes are those that clocks of the zone show; an hour that they repeat is two buckets.',
  ),
  'summarize.number-buckets': rule(
    'beyond A',
    'Numbers have buckets of a decimal width, shown as their lower end.',
  ),
  'summarize.clock-parts': rule(
    'beyond G',
    'Datetimes have the buckets weekday, 1 (Monday) to 7, and hourOfDay in an IANA zone, UTC by default.',
  ),
  'summarize.ranks': rule(
    'beyond I',
    'median, p90, p95 and p99 of numbers are the value at ceil(p × n) − 1 of the sorted values, on every storage.',
  ),
  'summarize.elapsed': rule(
    'beyond I',
    'The field of a measure of numbers may be {dateDiff: {from, to, unit}} with the unit day, hour or minute: the elapsed time with fractions.',
  ),
  'summarize.as': rule(
    'agents issue',
    'as names a part of the key, so that two parts can be buckets of the same field.',
  ),
  'summarize.length': rule(
    'agents issue',
    'The field of a measure of numbers may be {length: name}: the number of characters of a text.',
  ),
  'summarize.having': rule(
    'beyond I',
    'having compares measures or count; only groups that satisfy all conditions are returned.',
  ),
  'summarize.case': rule(
    'beyond I',
    'caseInsensitive: true groups texts that differ in case only, under their text in lower case.',
  ),
  'summarize.order': rule(
    'beyond A',
    'Groups are sorted by count descending, or by sortBy and sortDir; ties by their keys, ascending, null last.',
  ),
  'summarize.limit': rule(
    'beyond A',
    'At most 1,000 groups are returned, which is also the default; truncated says that more exist or that they exceed 4 MiB.',
  ),
  'summarize.filters': rule(
    'beyond A',
    'filters and match apply as in a search; expired records are not summarized.',
  ),
  'summarize.exactness': rule(
    'beyond G',
    'Sums are those of the decimals that JSON shows, rounded once, and averages that sum divided by the number of values, on every storage; everything else is exact.',
  ),
  'summarize.real-data': rule(
    'issue 16',
    'Sums, groups by month, the top five and distinct values of a real file equal those computed from the file.',
  ),
  'summarize.command-line': rule(
    'issue 16',
    '`vitrine summarize` prints the groups as a table, or with --json as JSON.',
  ),
  'summarize.wrong': rule(
    'beyond A',
    'A wrong field, bucket, time zone, measure or name to sort by is 400 at its path and names the valid ones.',
  ),
};
