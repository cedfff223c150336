import { expect, test } from 'vitest';
import { argumentText, fieldsOf, readArguments, readJson, withArgument } from './argument-fields.ts';

test('a schema becomes fields: texts, choices, rows of objects, and JSON for the rest', () => {
  const schema = {
    type: 'object',
    required: ['mode'],
    properties: {
      mode: { type: 'string', enum: ['count', 'search'], description: 'What to return.' },
      storeId: { type: 'string' },
      limit: { type: 'integer' },
      tags: { type: 'array', items: { type: 'string' } },
      filters: {
        type: 'array',
        items: { type: 'object', required: ['field'], properties: { field: { type: 'string' } } },
      },
    },
  };
  const plain = { isRequired: false, description: null };
  expect(fieldsOf(schema)).toEqual([
    {
      name: 'mode',
      isRequired: true,
      description: 'What to return.',
      kind: 'choice',
      choices: ['count', 'search'],
    },
    { name: 'storeId', ...plain, kind: 'text' },
    { name: 'limit', ...plain, kind: 'json' },
    { name: 'tags', ...plain, kind: 'json' },
    {
      name: 'filters',
      ...plain,
      kind: 'rows',
      fields: [{ name: 'field', isRequired: true, description: null, kind: 'text' }],
    },
  ]);
  expect(fieldsOf({ type: 'object' })).toEqual([]);
});

test('empty text leaves an argument out; other falsy values stay', () => {
  expect(withArgument({ a: 1, b: 2 }, 'a', '')).toEqual({ b: 2 });
  expect(withArgument({ b: 2 }, 'a', 0)).toEqual({ b: 2, a: 0 });
});

test('text that is no JSON is sent as text', () => {
  expect([readJson('25'), readJson('twenty'), readJson('{"sku": "A"}')]).toEqual([
    25,
    'twenty',
    { sku: 'A' },
  ]);
  expect([argumentText(undefined), argumentText('a'), argumentText({ sku: 'A' })]).toEqual([
    '',
    'a',
    '{"sku":"A"}',
  ]);
});

test('arguments are a JSON object', () => {
  expect(readArguments('{"mode": "count"}')).toEqual({ mode: 'count' });
  expect(['', '[]', 'null', '5', '{"mode"'].map(readArguments)).toEqual([null, null, null, null, null]);
});
