/**
 * Sentences of the interface, and the words of the page for them. The interface addresses programs: it names
 * parameters, operations and types that a person does not see.
 */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/ Give dates=.*/, ' Choose the order of day and month.'],
  [/ Give decimal=.*/, ' Choose how numbers are written.'],
  [
    / Give quotes=text if it is a character\./,
    ' If it is a character, choose that under “Quotes inside cells”.',
  ],
  [/ Give header=.*/, ' If it is one, choose “values” for the first row.'],
  [/ Give skipLines=0 if .*/, ' If the table begins in line 1, say so above.'],
  [/ Give ",".*/, ' Choose the delimiter.'],
  [/ Give its encoding, .*/, ' Choose the encoding.'],
  [/ Give skipLines=0 or .*/, ' Choose the line of the header.'],
  [/, so every property is a string\./, ', so every column is text.'],
  [/^Expected at most (\d+) properties\.$/, 'A store has at most $1 properties: choose fewer columns.'],
  [/^A request body is required: a file\.$/, 'The file is empty.'],
  [/ is refused by an import: /, ' will be refused: '],
  [/ Such (?:rows|elements): 1\.$/, ''],
  [/ Such (?:rows|elements): (\d+)\.$/, ' $1 rows are like that.'],
  [/Expected (\d+) cells as in the header, not (\d+)\./, 'It has $2 cells, the header has $1.'],
  [/^record_exists: /, ''],
  [/^(A record with the id ".*" exists); a batch upsert creates or updates\.$/s, '$1 already.'],
  [/^Expected a string(?: or null)?\.$/, 'Expected a text.'],
  [/^Expected true(?: or false|, false or null)\.$/, 'Expected yes or no.'],
  [/^Expected a date-time such as .*$/, 'Expected a date, or a date and time, such as 2026-01-02 03:04.'],
  [
    /^Expected a uniqueId that no other location of the map has\.$/,
    'Another location of the map has this key.',
  ],
  [/; use a string property for longer ones\.$/, '. Longer ones need a text column.'],
  [/,? or null\.$/, '.'],
];

/** Returns a sentence of the interface in words of the page. Other sentences stay as they are. */
export function wordsOf(message: string): string {
  return WORDS.reduce((text, [pattern, words]) => text.replace(pattern, words), message).trim();
}
