import { expect, test } from 'vitest';
import { wordsOf } from '../../packages/console/src/requests/plain-words.ts';
import { detectFile } from '../../packages/core/src/imports/detect-file.ts';
import { planRecords } from '../../packages/core/src/imports/record-plan.ts';
import { readValue } from '../../packages/core/src/values/value.ts';
import { verifies } from '../requirements.ts';

/** What a person does not know: parameters, types and operations of the interface. */
const INTERFACE =
  /\b\w+=\w+|\bnull\b|\bstring\b|\bpropert(?:y|ies)\b|\bbatch\b|\bPOST\b|\btrue\b|date-time|Give "/;

const detect = (text: string, options = {}) => detectFile(Buffer.from(text), true, options);

async function problemOf(text: string, type: 'datetime' | 'number' | 'string'): Promise<string> {
  try {
    const file = await detect(text);
    const property = { type, required: false, unique: false };
    planRecords(
      file,
      file.columns.map(({ name }) => ({ ...property, name })),
    );
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('The file has no problem.');
}

test.each([
  ['dates', 'day\n01/02/2026\n', 'datetime'],
  ['numbers', 'n\n"1,500"\n', 'number'],
  ['quotes', 'a,b\n1,x\n2,5" z\n', 'string'],
  ['the delimiter', 'a,b;c\n1,2;3\n', 'string'],
  ['a title', 'Report of October\nsku,price\nA-1,x\n', 'string'],
] as const)('a problem with %s is said in words of the page', async (_, text, type) => {
  const message = await problemOf(text, type);
  expect(message).toMatch(INTERFACE);
  expect(wordsOf(message)).not.toMatch(INTERFACE);
});

test.each([
  ['a title', 'Report\na,b\n1,2\n'],
  ['a header of years', 'name,2024,2025\nx,1,2\ny,3,4\n'],
  ['undecided numbers', 'n\n"1,500"\n'],
])('a warning of %s is said in words of the page', async (_, text) => {
  const { warnings } = await detect(text);
  expect(warnings.join(' ')).toMatch(INTERFACE);
  expect(warnings.map(wordsOf).join(' ')).not.toMatch(INTERFACE);
});

test.each(['string', 'number', 'boolean', 'datetime', 'url_link'] as const)(
  'a value that is no %s is refused in words of the page',
  (type) => {
    const read = readValue(type, [] as never);
    if (read.ok) throw new Error('The value is valid.');
    for (const message of [read.message, read.messageIfRequired]) {
      expect(wordsOf(message)).not.toMatch(INTERFACE);
    }
  },
);

test.each([
  ['A request body is required: a file.', 'The file is empty.'],
  ['The file has no rows, so every property is a string.', 'The file has no rows, so every column is text.'],
  ['Expected at most 100 properties.', 'A store has at most 100 properties: choose fewer columns.'],
  [
    'A record with the id "A-1" exists; a batch upsert creates or updates.',
    'A record with the id "A-1" exists already.',
  ],
  [
    'Line 10 is refused by an import: Expected 7 cells as in the header, not 8. Such rows: 1.',
    'Line 10 will be refused: It has 8 cells, the header has 7.',
  ],
  [
    'Line 10 is refused by an import: Expected 7 cells as in the header, not 8. Such rows: 3.',
    'Line 10 will be refused: It has 8 cells, the header has 7. 3 rows are like that.',
  ],
  [
    'The file is not UTF-8 text at byte 7. Give its encoding, such as windows-1252.',
    'The file is not UTF-8 text at byte 7. Choose the encoding.',
  ],
  ['record_exists: A record with this key exists.', 'A record with this key exists.'],
  ['Expected a uniqueId that no other location of the map has.', 'Another location of the map has this key.'],
  ['Other sentences stay.', 'Other sentences stay.'],
])('%s', verifies('console.F16'), (message, words) => {
  expect(wordsOf(message)).toBe(words);
});
