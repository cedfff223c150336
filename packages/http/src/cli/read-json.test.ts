import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonElement, readJsonArray, readJsonLines } from './read-json.ts';

async function* cut(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function collect(elements: AsyncIterable<JsonElement>): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const { value, problem } of elements) values.push(problem ?? value);
  return values;
}

test('yields the elements of an array, for any layout and any chunks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue()),
      fc.integer({ min: 1, max: 30 }),
      fc.constantFrom(undefined, 1, '\t\r\n'),
      async (values, size, indent) => {
        const text = JSON.stringify(values, null, indent);
        expect(await collect(readJsonArray('f', cut(text, size)))).toEqual(JSON.parse(text));
      },
    ),
  );
});

test('yields the values of lines, for any chunks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue()), fc.integer({ min: 1, max: 30 }), async (values, size) => {
      const text = values.map((value) => JSON.stringify(value)).join('\r\n');
      expect(await collect(readJsonLines('f', cut(text, size)))).toEqual(
        values.map((value) => JSON.parse(JSON.stringify(value))),
      );
    }),
  );
});

test.each([
  ['', /ends before the end of the array/],
  ['{"a":1}', /expected a JSON array.*ndjson/],
  ['[{"a":1}', /ends before the end of the array/],
  ['[{"a":1}] x', /after the end/],
  ['[1,]', /not JSON/],
  ['[1,,2]', /not JSON/],
  ['[{"a":1]]', /not JSON/],
  ['[1\n,2\n,oops]', /line 3: not JSON/],
])('refuses %j', async (text, message) => {
  await expect(collect(readJsonArray('f', cut(text, 3)))).rejects.toThrow(message);
});

test('reports the line on which each element begins', async () => {
  const lines: number[] = [];
  for await (const { line } of readJsonArray('f', cut('[\n{"a":\n1},\n\n 2, 3]', 4))) lines.push(line);
  expect(lines).toEqual([2, 5, 5]);
});

test('reports a line that is not JSON and continues; U+2028 does not end a line', async () => {
  const values = await collect(readJsonLines('f', cut('{"a":"x\u2028y"}\noops\n\n2', 5)));
  expect(values).toEqual([{ a: 'x\u2028y' }, expect.stringMatching(/^Not JSON/), 2]);
});
