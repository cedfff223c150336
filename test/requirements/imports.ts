import { rule } from './requirement.ts';

/** spec/beyond.md, section B: detection and imports. */
export const imports = {
  'infer.response': rule(
    'beyond B',
    'POST /v2/stores/infer proposes properties for a file with names, types, samples and confidence, and stores nothing.',
  ),
  'infer.body': rule(
    'beyond B',
    'The body of an import and of infer is CSV, TSV, a JSON array or NDJSON, or one multipart file.',
  ),
  'detect.delimiter': rule(
    'beyond B',
    'The delimiter , ; TAB or | is detected; an unclear one is 400 at delimiter.',
  ),
  'detect.encoding': rule(
    'beyond B',
    'UTF-8 with or without a byte order mark, UTF-16 and Windows-1252, with a warning, are detected.',
  ),
  'detect.header': rule(
    'beyond B',
    'A header row is detected; without one columns have the names column_1, column_2, ….',
  ),
  'detect.decimal': rule('beyond B', 'The decimal comma is detected.'),
  'detect.dates': rule(
    'beyond B',
    'ISO dates, and day or month first where the column decides it, are detected; otherwise the parameter dates is asked for.',
  ),
  'detect.booleans': rule('beyond B', 'Columns of yes and no are boolean.'),
  'detect.sample': rule('beyond B', 'Detection uses the first 1,000 rows.'),
};
