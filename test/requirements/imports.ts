import { rule } from './requirement.ts';

/** spec/beyond.md, section B: detection and imports. */
export const imports = {
  'infer.response': rule(
    'beyond B',
    'POST /v2/stores/infer proposes properties for a file with names, types, samples and confidence, and stores nothing.',
  ),
  'infer.body': rule(
    'beyond B',
    'The body of an import and of infer is CSV, TSV, a JSON array or NDJSON, or one multipart file; HTML, UTF-32 and arrays without records are 400.',
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
    'A header row is detected, in doubt with a warning; without one columns have the names column_1, column_2, ….',
  ),
  'detect.decimal': rule(
    'beyond B',
    'The decimal comma, and separators between thousands, are detected from the values alone; numbers with two readings, of which nothing decides, are text, and an import into numbers asks for the parameter decimal.',
  ),
  'detect.dates': rule(
    'beyond B',
    'ISO dates, and day or month first where the column decides it, are detected; otherwise the parameter dates is asked for.',
  ),
  'detect.booleans': rule(
    'beyond B',
    'Columns of yes and no of one language are boolean if both words occur; true or false alone, too.',
  ),
  'detect.separator-line': rule(
    'beyond B',
    'A first line such as sep=; names the delimiter and is neither header nor record.',
  ),
  'detect.broken': rule(
    'beyond B',
    'A file that can not be read within its first 1,000 records is 400 with the line, for infer and imports; nothing is written.',
  ),
  'detect.distinct': rule(
    'beyond B',
    'distinct compares values, not their texts; a column with fractions such as 1.1 and 1.10 is text.',
  ),
  'infer.takes-file': rule(
    'beyond B',
    'A store with the proposed properties takes the same file whole, in CSV, JSON and NDJSON, and every value is what the file says.',
  ),
  'import.values': rule(
    'beyond B',
    'A number with one reading is read in any spelling, blank cells are empty for every type but string, and JSON values are read as the same text in CSV.',
  ),
  'import.rows': rule(
    'beyond B',
    'Rows of delimiters only are skipped; cells may be left out at the end of a row, and empty ones too many are dropped.',
  ),
  'import.title': rule(
    'review F20',
    'Rows with nothing but a first cell above a table are a title and skipped, with a warning; skipLines says how many lines are.',
  ),
  'import.units': rule(
    'review F18',
    'A column of numbers with one currency sign, currency code or % is read as numbers without it, with a warning; with different units it stays text.',
  ),
  'import.quotes': rule(
    'beyond B',
    'A quote inside an unquoted cell is text where the delimiter is a tab, the cell has an even number of them, or several examined rows have such cells; otherwise the parameter quotes is asked for, and a later row is refused. Blanks around a quoted cell do not count; text behind a closing quote refuses the row.',
  ),
  'import.form': rule(
    'beyond G',
    'Form fields beside the file are parameters, in any order; a repeated or unknown one, or a file in another field, is 400 at its name.',
  ),
  'detect.sample': rule('beyond B', 'Detection uses the first 1,000 rows.'),
  'import.start': rule(
    'beyond B',
    'POST …/imports stores a file and returns 202 {importId, status}; a job writes its records.',
  ),
  'import.size': rule(
    'beyond B',
    'A file of an import has at most 1 GiB; a larger one is 413 payload_too_large and starts nothing.',
  ),
  'import.progress': rule(
    'beyond B',
    'GET …/imports/{importId} returns the status, the numbers of records and the first 100 errors; the same file again is unchanged.',
  ),
  'import.list': rule(
    'beyond B',
    'GET …/imports returns a page of the imports of a store, newest first, with the members of one import except its errors and changes.',
  ),
  'import.dry-run': rule(
    'beyond B',
    'dryRun writes nothing and returns the same numbers, and the first 100 changes with old and new values.',
  ),
  'import.trial': rule(
    'review F9b',
    'With new in place of the id of a store, a dry run is compared with the properties of the request and makes no store, for account keys only.',
  ),
  'import.refused': rule(
    'beyond B',
    'GET …/refused returns the kept refused records as CSV with a column error.',
  ),
  'import.refused.bounded': rule(
    'security Hardening',
    'Of the refused records the first 1,000 are kept, fewer if their different errors have 64 KiB; the others are counted in refused, and Vitrine-Truncated: true says that there are some.',
  ),
  'import.refused.formulas': rule(
    'security Hardening',
    'The CSV of refused records has the formula guard in headers, errors and cells, and the next import removes it; formulas=raw leaves it out.',
  ),
  'import.removed': rule(
    'security Hardening',
    'DELETE of an import that has ended removes it with its refused records. A deleted store takes its imports with it.',
  ),
  'import.bytes': rule(
    'security Hardening',
    'What an import keeps counts in importBytes. The drafts go with its end, and its file too if no record was refused or the upload failed.',
  ),
  'import.unfinished': rule(
    'security Hardening',
    'An account has at most 100 imports that have not ended, unless a quota says otherwise: 403 quota_exceeded.',
  ),
  'import.mapping': rule('beyond B', 'mapping names the property of a column, or null to skip it.'),
  'import.insert-only': rule('beyond B', 'mode insertOnly refuses a key that exists with record_exists.'),
  'import.undecided': rule(
    'beyond B',
    'An import fails before it writes if nothing decides how its file is read, naming the parameter.',
  ),
  'import.end': rule(
    'beyond B',
    'DELETE cancels an import. An import fails if a property that it writes is deleted or renamed, or its file is broken.',
  ),
  'import.quota': rule(
    'beyond B',
    'An import refuses records beyond the quota of the account with the reason, and changes existing ones.',
  ),
  'import.changes': rule(
    'beyond B',
    'An import continues when the lifetime of the store or another property changes, under the new schema.',
  ),
  'import.keys': rule('beyond B', 'Both kinds of key may import; a store key into its store.'),
  'import.kept': rule('beyond B', 'Finished imports are kept for 7 days.'),
  'import.resumes': rule(
    'beyond B',
    'An import continues where it was after a server was killed; nothing is written twice.',
  ),
};
